// The requests on a connection that the SDK has not answered yet, and where each answer goes.

/** Takes the answer to a request as JSON text, or nothing if the request was cancelled. */
export type Settle = (answer: string | undefined) => void;

export class PendingAnswers {
  /** A list for each id, since a client may use one twice. */
  readonly #waiting = new Map<string | number, Settle[]>();

  add(id: string | number, settle: Settle): void {
    const same = this.#waiting.get(id);
    if (same === undefined) {
      this.#waiting.set(id, [settle]);
    } else {
      same.push(settle);
    }
  }

  /** Removes and returns the oldest with this id, if there is one. */
  take(id: unknown): Settle | undefined {
    const same = this.#waiting.get(id as string | number);
    const first = same?.shift();
    if (same?.length === 0) {
      this.#waiting.delete(id as string | number);
    }
    return first;
  }
}

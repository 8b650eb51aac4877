// The requests of a connection that wait for an answer from the SDK, and where each answer goes.

/** Takes the answer to a request as a line, or nothing where the request wants none any more. */
export type Settle = (answer: string | undefined) => void;

export class PendingAnswers {
  /** Several may wait under one id: nothing keeps a client from using an id twice. */
  readonly #waiting = new Map<string | number, Settle[]>();

  add(id: string | number, settle: Settle): void {
    const same = this.#waiting.get(id);
    if (same === undefined) {
      this.#waiting.set(id, [settle]);
    } else {
      same.push(settle);
    }
  }

  /** Takes out the first that waits under this id, if one does. */
  take(id: unknown): Settle | undefined {
    const same = this.#waiting.get(id as string | number);
    const first = same?.shift();
    if (same?.length === 0) {
      this.#waiting.delete(id as string | number);
    }
    return first;
  }
}

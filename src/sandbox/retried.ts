// A value that is found once and kept. If finding it fails, it is tried again the next time it is needed.

export class Retried<Value> {
  readonly #find: (dropLater: () => void) => Promise<Value>;
  #value: Promise<Value> | undefined;

  /** Starts at once. If `find` calls `dropLater`, current waiters get its result, but it is not kept for later calls. */
  constructor(find: (dropLater: () => void) => Promise<Value>) {
    this.#find = find;
    this.get().catch(() => {
      // The next caller tries again and gets the error.
    });
  }

  /** Whether there is a value to keep, or may be one soon. */
  get isKept(): boolean {
    return this.#value !== undefined;
  }

  get(): Promise<Value> {
    this.#value ??= this.#try();
    return this.#value;
  }

  async #try(): Promise<Value> {
    let isKept = true;
    try {
      return await this.#find(() => {
        isKept = false;
      });
    } catch (error) {
      isKept = false;
      throw error;
    } finally {
      if (!isKept) {
        this.#value = undefined;
      }
    }
  }
}

// Something that is found out once and kept, unless finding it failed: then it is tried again the next time it is needed.

export class Retried<Value> {
  readonly #find: (dropLater: () => void) => Promise<Value>;
  #value: Promise<Value> | undefined;

  /** Starts at once. Where `find` calls `dropLater`, what it gives is for those who wait for it, and not kept for others. */
  constructor(find: (dropLater: () => void) => Promise<Value>) {
    this.#find = find;
    this.get().catch(() => {
      // Whoever needs it tries again, and is told.
    });
  }

  /** Whether there is something to keep, or may be soon. */
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

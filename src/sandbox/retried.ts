// Something that is found out once and kept, unless finding it failed: then it is tried again the next time it is needed.

export class Retried<Value> {
  readonly #find: () => Promise<Value>;
  #value: Promise<Value> | undefined;

  /** Starts at once. */
  constructor(find: () => Promise<Value>) {
    this.#find = find;
    this.get().catch(() => {
      // Whoever needs it tries again, and is told.
    });
  }

  get(): Promise<Value> {
    this.#value ??= this.#find().catch((error: unknown) => {
      this.#value = undefined;
      throw error;
    });
    return this.#value;
  }
}

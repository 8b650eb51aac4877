// A map with a limit on how much it holds. What was not used for the longest time is dropped first.

export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  /** In the order of their last use. */
  readonly #values = new Map<Key, Value>();
  #size = 0;

  /** `sizeOf` says how much of `most` a value takes, always the same for one value: 1 counts the values. */
  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** How much the values take together. */
  get size(): number {
    return this.#size;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  /** The value, without counting this as a use. */
  peek(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Adds a value, or puts it in place of another. One that takes more than the limit is not held at all. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#most) {
      return;
    }
    this.#values.set(key, value);
    this.#size += size;
    this.shrinkTo(this.#most);
  }

  delete(key: Key): void {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#size -= this.#sizeOf(value);
    }
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }

  /** Drops values until the rest takes no more than `most`. */
  shrinkTo(most: number): void {
    for (const key of this.#values.keys()) {
      if (this.#size <= most) {
        return;
      }
      this.delete(key);
    }
  }
}

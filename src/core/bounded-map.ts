// A map that holds no more than so much: what was used longest ago goes first.

export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  /** The one that was used last at the end. */
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

  /** Adds a value, or puts it in place of another. It is not kept if it takes more than all the room. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
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

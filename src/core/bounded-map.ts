// A map with a limit on how much it holds. What was not used for the longest time is dropped first.

export class BoundedMap<Key, Value> {
  readonly #mostWeight: number;
  /** In the order of their last use. */
  readonly #held = new Map<Key, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  constructor(mostWeight: number) {
    this.#mostWeight = mostWeight;
  }

  get(key: Key): Value | undefined {
    const held = this.#held.get(key);
    if (held !== undefined) {
      this.#held.delete(key);
      this.#held.set(key, held);
    }
    return held?.value;
  }

  /** Holds a value. One that is heavier than the limit is not held at all. */
  set(key: Key, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#mostWeight) {
      return;
    }
    this.#held.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#held.keys()) {
      if (this.#weight <= this.#mostWeight) {
        break;
      }
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#weight -= this.#held.get(key)?.weight ?? 0;
    this.#held.delete(key);
  }
}

// A counting semaphore: hands out a fixed number of permits in the order in which callers ask for them.
import type { WaitOptions } from "../../core/file-system.ts";

/** The longest time that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Semaphore {
  #free: number;
  /** The waiting callers in order, each as the function that lets it in. */
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a free permit. Returns the function that releases it, which may be called more than once. Throws the signal's
   * reason, or an error with code `ETIMEDOUT` if no permit came free in time.
   */
  async take(wait: WaitOptions = {}): Promise<() => void> {
    wait.signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await this.#wait(wait);
    }
    let isTaken = true;
    return () => {
      if (isTaken) {
        isTaken = false;
        this.#passOn();
      }
    };
  }

  #wait({ signal, timeoutMs = Infinity }: WaitOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiting.delete(enter);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason as Error);
      };
      const onTime = () => {
        leave();
        reject(Object.assign(new Error("ETIMEDOUT: too many listings are going on"), { code: "ETIMEDOUT" }));
      };
      const timer = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(onTime, timeoutMs);
      signal?.addEventListener("abort", onAbort);
      this.#waiting.add(enter);
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

// The clock of one call: when it has to end, and when it gives way to the event loop.
import type { WaitOptions } from "./file-system.ts";

/** How long a call may go on without a turn of the event loop. */
const LONGEST_STRETCH_MS = 10;

/** Thrown inside a call whose time is up. Whoever reads the tree turns it into a marked answer. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
  /** So that a read that was cut off by it counts as timed out. */
  readonly code = "ETIMEDOUT";
}

export class CallClock {
  readonly signal: AbortSignal | undefined;
  readonly #deadline: number;
  #lastTurn = performance.now();

  constructor(signal: AbortSignal | undefined, deadlineMs: number = Infinity) {
    this.signal = signal;
    this.#deadline = performance.now() + deadlineMs;
  }

  /** How many milliseconds remain. */
  get remaining(): number {
    return this.#deadline - performance.now();
  }

  get isOver(): boolean {
    return this.remaining <= 0;
  }

  /** How long to wait for one answer: half of what remains, so that one that never comes does not use up the whole call. */
  get wait(): WaitOptions {
    return { signal: this.signal, timeoutMs: this.remaining / 2 };
  }

  /** Throws if the call was cancelled or its time is up. Returns a promise if the event loop should have a turn first. */
  check(): Promise<void> | undefined {
    this.#throwIfOver();
    if (performance.now() - this.#lastTurn < LONGEST_STRETCH_MS) {
      return undefined;
    }
    return new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#lastTurn = performance.now();
      this.#throwIfOver();
    });
  }

  #throwIfOver(): void {
    this.signal?.throwIfAborted();
    if (this.isOver) {
      throw new DeadlineError("the time for the call is over");
    }
  }
}

// The clock of one call: its deadline, and when to yield to the event loop.
import type { ReadOptions } from "./file-system.ts";

/** How long a call may run before it yields to the event loop. */
const YIELD_AFTER_MS = 10;

/** Thrown when a call runs past its deadline. A read of a directory returns what it has by then; anywhere else the call fails. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
  /** Makes an interrupted read count as timed out. */
  readonly code = "ETIMEDOUT";

  constructor(options?: ErrorOptions) {
    super("the call ran out of time", options);
  }
}

/** Milliseconds since the process began. Node loads `performance` when it is first used, which would take a tenth of a start. */
export function now(): number {
  return process.uptime() * 1000;
}

/** Says when a call must stop, and when it must let others run. */
export class CallClock {
  readonly signal: AbortSignal | undefined;
  readonly #deadline: number;
  #lastYield = now();
  #lastTurn = this.#lastYield;

  constructor(signal: AbortSignal | undefined, deadlineMs: number = Infinity) {
    this.signal = signal;
    this.#deadline = now() + deadlineMs;
  }

  /** Milliseconds until the deadline. */
  get remaining(): number {
    return this.#deadline - now();
  }

  get isOver(): boolean {
    return this.remaining <= 0;
  }

  /** The options for one read: it may take half the remaining time, so that a backend that never answers does not use up the whole call. */
  get wait(): ReadOptions {
    return { signal: this.signal, timeoutMs: this.remaining / 2, remainingMs: () => this.remaining };
  }

  /** Throws if the call was cancelled. Returns a promise when it is time to yield: await it. */
  turn(): Promise<void> | undefined {
    this.signal?.throwIfAborted();
    this.#lastTurn = now();
    if (this.#lastTurn - this.#lastYield < YIELD_AFTER_MS) {
      return undefined;
    }
    return new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#lastTurn = now();
      this.#lastYield = this.#lastTurn;
      this.signal?.throwIfAborted();
    });
  }

  /** Whether the time was up at the last turn. */
  get ranOut(): boolean {
    return this.#lastTurn >= this.#deadline;
  }

  /** The same, and throws a `DeadlineError` if the time is up. */
  check(): Promise<void> | undefined {
    const turn = this.turn();
    if (turn !== undefined) {
      return turn.then(() => this.#throwIfOver());
    }
    this.#throwIfOver();
    return undefined;
  }

  #throwIfOver(): void {
    if (this.ranOut) {
      throw new DeadlineError();
    }
  }
}

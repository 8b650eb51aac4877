// Decides when calls start, in order of arrival: a call that may not run in parallel runs alone, and a server limits how many run at once.
import { modelError } from "./function-call-error.ts";

interface WaitingCall {
  readonly isParallel: boolean;
  start(): void;
}

export class CallQueue {
  readonly #maxRunning: number;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<WaitingCall>();
  #running = 0;
  /** Whether the running call has to run alone. */
  #isExclusive = false;

  /** How many calls may run at once, and how long the others may wait. */
  constructor(maxRunning: number = Infinity, maxWaitMs: number = Infinity) {
    this.#maxRunning = maxRunning;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Runs a call when its turn comes. Throws an error for the model if it was cancelled before that, or if the server is too busy. */
  async run<Result>(
    isParallel: boolean,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting.size === 0 && this.#isFreeFor(isParallel)) {
      this.#markRunning(isParallel);
    } else {
      await this.#wait(isParallel, signal);
    }
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#isExclusive = false;
      this.#startNext();
    }
  }

  #isFreeFor(isParallel: boolean): boolean {
    return this.#running === 0 || (isParallel && !this.#isExclusive && this.#running < this.#maxRunning);
  }

  #markRunning(isParallel: boolean): void {
    this.#running += 1;
    this.#isExclusive = !isParallel;
  }

  async #wait(isParallel: boolean, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((start, fail) => {
      const stopWaiting = (end: () => void) => {
        this.#waiting.delete(call);
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        end();
      };
      const leave = (error: Error) => {
        stopWaiting(() => fail(error));
        // Later calls may have waited only for this one. Calls that the same signal cancels leave first.
        queueMicrotask(() => this.#startNext());
      };
      const cancel = () => leave(modelError("the call was cancelled before it started", "cancelled", signal?.reason));
      const busy = "the server is busy: the call waited too long; call again in a few seconds";
      const giveUp = () => leave(modelError(busy, "busy"));
      const timer = this.#maxWaitMs < Infinity ? setTimeout(giveUp, this.#maxWaitMs) : undefined;
      const call: WaitingCall = { isParallel, start: () => stopWaiting(start) };
      this.#waiting.add(call);
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted === true) {
        cancel();
      }
    });
  }

  /** Starts the calls whose turn it is. They count as running at once, so that no new call can overtake them. */
  #startNext(): void {
    for (const call of this.#waiting) {
      if (!this.#isFreeFor(call.isParallel)) {
        return;
      }
      this.#markRunning(call.isParallel);
      call.start();
    }
  }
}

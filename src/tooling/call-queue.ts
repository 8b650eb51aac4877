// Decides when calls of a set of tools start, in the order of their arrival: one that may not run in parallel runs alone, and a server
// runs only so many at once.
import { respondToModel } from "./function-call-error.ts";

interface WaitingCall {
  readonly isParallel: boolean;
  start(): void;
}

export class CallQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<WaitingCall>();
  #running = 0;
  /** Whether the call that runs may not run beside others. */
  #isExclusive = false;

  /** How many calls run at once, how many may wait, and how long one may. */
  constructor(maxRunning: number = Infinity, maxWaiting: number = Infinity, maxWaitMs: number = Infinity) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Runs a call when its turn comes. Throws an error for the model if it was cancelled before that, or if the server is too busy. */
  async run<Result>(
    isParallel: boolean,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting.size === 0 && this.#isFreeFor(isParallel)) {
      this.#take(isParallel);
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

  #take(isParallel: boolean): void {
    this.#running += 1;
    this.#isExclusive = !isParallel;
  }

  async #wait(isParallel: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw tooBusy(`${this.#maxWaiting} calls wait already`);
    }
    await new Promise<void>((start, fail) => {
      const stopWaiting = () => {
        this.#waiting.delete(call);
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
      };
      const leave = (error: Error) => {
        stopWaiting();
        fail(error);
        // Later calls may have waited for this one only. Others that were cancelled with it leave first.
        queueMicrotask(() => this.#startNext());
      };
      const cancel = () => leave(respondToModel("the call was cancelled before its turn came", signal?.reason));
      const isLate = () => leave(tooBusy("the call's turn did not come in time"));
      const timer = this.#maxWaitMs < Infinity ? setTimeout(isLate, this.#maxWaitMs) : undefined;
      const call: WaitingCall = {
        isParallel,
        start() {
          stopWaiting();
          start();
        },
      };
      this.#waiting.add(call);
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted === true) {
        cancel();
      }
    });
  }

  /** Starts the calls whose turn it is. They count as running from now on, or a new call could overtake them. */
  #startNext(): void {
    for (const call of this.#waiting) {
      if (!this.#isFreeFor(call.isParallel)) {
        return;
      }
      this.#take(call.isParallel);
      call.start();
    }
  }
}

function tooBusy(reason: string): Error {
  return respondToModel(`the server is busy: ${reason}; call again in some seconds`);
}

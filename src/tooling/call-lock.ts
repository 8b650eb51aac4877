// The lock of a set of tools: a call that may not run in parallel runs alone. Calls take it in the order of their arrival.
import { AsyncLocalStorage } from "node:async_hooks";

import { respondToModel, tooBusy } from "./function-call-error.ts";
import type { Tool, ToolOutput } from "./tool.ts";

/** Runs work when there is room for it: what a server makes calls wait for besides the lock. */
export type Permit = (work: () => Promise<ToolOutput>) => Promise<ToolOutput>;

export interface CallLockBounds {
  /**
   * How many calls may wait.
   * @default Infinity
   */
  readonly waiting?: number;
  /**
   * How long one may wait.
   * @default Infinity
   */
  readonly waitMs?: number;
}

type LockedTool = Pick<Tool, "name" | "supportsParallelCalls">;

interface Holder {
  readonly tool: LockedTool;
  isRunning: boolean;
}

interface Waiting {
  readonly tool: LockedTool;
  readonly signal: AbortSignal | undefined;
  start(): void;
  leave(error: Error): void;
}

export class CallLock {
  readonly #bounds: CallLockBounds;
  /** The call inside of whose handler we are: the handler may call its own router. */
  #callers: AsyncLocalStorage<Holder> | undefined;
  /** In the order of arrival. */
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #isAlone = false;

  constructor(bounds: CallLockBounds = {}) {
    this.#bounds = bounds;
  }

  /**
   * Runs a call in its turn, and holds the lock until its work has settled. The permit is asked for with the lock in hand: the
   * other way round, calls that wait for the lock could hold all permits.
   */
  async run(
    tool: LockedTool,
    signal: AbortSignal | undefined,
    permit: Permit,
    work: () => Promise<ToolOutput>,
  ): Promise<ToolOutput> {
    // Made by the first call: that takes half a millisecond, and most locks are never used.
    const callers = (this.#callers ??= new AsyncLocalStorage());
    const caller = callers.getStore();
    // Work that a handler has left behind is on its own.
    const isInner = caller?.isRunning === true;
    if (isInner && !(caller.tool.supportsParallelCalls && tool.supportsParallelCalls)) {
      const alone = tool.supportsParallelCalls ? caller.tool : tool;
      throw respondToModel(
        `${tool.name} can't be called while ${caller.tool.name} runs: ${alone.name} runs alone; call one after the other`,
      );
    }
    if (isInner || (this.#waiting.size === 0 && this.#isFreeFor(tool))) {
      this.#take(tool);
    } else {
      await this.#wait(tool, signal);
    }
    const holder = { tool, isRunning: true };
    try {
      return await callers.run(holder, () => (isInner ? work() : permit(work)));
    } finally {
      holder.isRunning = false;
      this.#running -= 1;
      this.#isAlone = false;
      this.#wake();
    }
  }

  #isFreeFor({ supportsParallelCalls }: LockedTool): boolean {
    return this.#running === 0 || (supportsParallelCalls && !this.#isAlone);
  }

  #take({ supportsParallelCalls }: LockedTool): void {
    this.#running += 1;
    this.#isAlone = !supportsParallelCalls;
  }

  async #wait(tool: LockedTool, signal: AbortSignal | undefined): Promise<void> {
    const { waiting = Infinity, waitMs = Infinity } = this.#bounds;
    if (this.#waiting.size >= waiting) {
      throw tooBusy(`${waiting} calls wait already`);
    }
    if (signal?.aborted === true) {
      throw cancelled(signal);
    }
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<void>((start, leave) => {
      const waiter = { tool, signal, start, leave };
      this.#waiting.add(waiter);
      const dismiss = () => this.#dismiss([waiter], () => tooBusy("the call's turn did not come in time"));
      timer = waitMs < Infinity ? setTimeout(dismiss, waitMs) : undefined;
    });
    // One listener for each signal, however many calls share it: Node warns of more than ten.
    signal?.addEventListener("abort", this.#dismissCancelled);
    try {
      await turn;
    } finally {
      clearTimeout(timer);
      if (signal !== undefined && ![...this.#waiting].some((other) => other.signal === signal)) {
        signal.removeEventListener("abort", this.#dismissCancelled);
      }
    }
  }

  readonly #dismissCancelled = (): void => {
    const left = [...this.#waiting].filter(({ signal }) => signal?.aborted === true);
    this.#dismiss(left, ({ signal }) => cancelled(signal));
  };

  #dismiss(left: readonly Waiting[], toError: (waiter: Waiting) => Error): void {
    for (const waiter of left) {
      this.#waiting.delete(waiter);
      waiter.leave(toError(waiter));
    }
    // Others may have waited for these only.
    this.#wake();
  }

  /** Starts the calls whose turn it is. They have the lock from now on, or a newcomer could take it. */
  #wake(): void {
    for (const next of this.#waiting) {
      if (!this.#isFreeFor(next.tool)) {
        return;
      }
      this.#waiting.delete(next);
      this.#take(next.tool);
      next.start();
    }
  }
}

function cancelled(signal: AbortSignal | undefined): Error {
  return respondToModel("the call was cancelled before its turn came", signal?.reason);
}

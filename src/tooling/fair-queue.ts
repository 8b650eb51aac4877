// Limits how many pieces of work run at once. The rest wait, in one line per client, and the clients take turns.
import { tooBusy, type FunctionCallError } from "./function-call-error.ts";

export interface FairQueueSettings {
  /** How many pieces of work run at once. */
  readonly running: number;
  /** How many may wait. */
  readonly waiting: number;
  /** How long one may wait. */
  readonly waitMs: number;
}

interface Waiting {
  readonly since: number;
  readonly signal: AbortSignal | undefined;
  start(): void;
  leave(reason: unknown): void;
}

/** How often to look for work that was cancelled or has waited too long. A listener and a timer for each would cost more. */
const SWEEP_MS = 1000;

export class FairQueue {
  readonly #settings: FairQueueSettings;
  /** One line for each waiting client, never empty. The order of the map is the order of turns. */
  readonly #lines = new Map<string, Waiting[]>();
  #sweeper: NodeJS.Timeout | undefined;
  #running = 0;
  #waiting = 0;

  constructor(settings: FairQueueSettings) {
    this.#settings = settings;
  }

  /**
   * Runs work when its turn comes. Throws an error for the model if there is no room or it has waited too long, or the signal's reason
   * if it aborts before that. `since` is when the wait began.
   */
  async run<Result>(
    client: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
    since: number = performance.now(),
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#settings.running) {
      this.#running += 1;
    } else {
      await this.#wait(client, since, signal);
    }
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  async #wait(client: string, since: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting >= this.#settings.waiting && !this.#makeRoom(client)) {
      throw this.#full();
    }
    await new Promise<void>((start, leave) => {
      const line = this.#lines.get(client) ?? [];
      line.push({ since, signal, start, leave });
      this.#lines.set(client, line);
      this.#waiting += 1;
      this.#sweeper ??= setInterval(() => this.#sweep(), Math.min(SWEEP_MS, this.#settings.waitMs));
    });
  }

  /** Removes the last in the longest line, to make room for a client with a shorter one. */
  #makeRoom(client: string): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#lines.values()) {
      longest = line.length > longest.length ? line : longest;
    }
    if (longest.length <= (this.#lines.get(client)?.length ?? 0) + 1) {
      return false;
    }
    longest.pop()?.leave(this.#full());
    this.#waiting -= 1;
    return true;
  }

  #full(): FunctionCallError {
    return tooBusy(`${this.#settings.waiting} calls wait already`);
  }

  /** Passes the permit of finished work to the next in turn. It is never free in between, or a newcomer could take it. */
  #handOn(): void {
    for (const [client, line] of this.#lines) {
      const next = line.shift();
      // After the others: each client gets one turn before any gets its second.
      this.#lines.delete(client);
      if (line.length > 0) {
        this.#lines.set(client, line);
      }
      this.#count(-1);
      if (next?.signal?.aborted === true) {
        next.leave(next.signal.reason);
      } else if (next !== undefined) {
        next.start();
        return;
      }
    }
    this.#running -= 1;
  }

  #sweep(): void {
    const before = performance.now() - this.#settings.waitMs;
    for (const [client, line] of this.#lines) {
      const rest = line.filter(({ since, signal, leave }) => {
        if (signal?.aborted === true) {
          leave(signal.reason);
        } else if (since < before) {
          leave(tooBusy("the call's turn did not come in time"));
        }
        return signal?.aborted !== true && since >= before;
      });
      this.#count(rest.length - line.length);
      if (rest.length > 0) {
        this.#lines.set(client, rest);
      } else {
        this.#lines.delete(client);
      }
    }
  }

  #count(change: number): void {
    this.#waiting += change;
    if (this.#waiting === 0) {
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
    }
  }
}

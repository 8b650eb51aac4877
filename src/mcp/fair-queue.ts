// Bounds how many pieces of work run at once. The rest wait in line, and the lines of several clients take turns.

export interface FairQueueSettings {
  /** How many pieces of work run at once. */
  readonly running: number;
  /** How many may wait. */
  readonly waiting: number;
  /** How long one may wait. */
  readonly waitMs: number;
}

/** There is no room in the queue, or the turn never came. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** Gives a piece of work its turn. */
type Start = () => void;

export class FairQueue {
  readonly #settings: FairQueueSettings;
  /** One line for each client that waits, never empty. The order of the map is whose turn is next. */
  readonly #lines = new Map<string, Start[]>();
  readonly #whenIdle: (() => void)[] = [];
  #running = 0;
  #waiting = 0;

  constructor(settings: FairQueueSettings) {
    this.#settings = settings;
  }

  /** Runs work when it is its turn. Throws a `QueueFullError`, or the signal's reason if that comes before the turn. */
  async run<Result>(client: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#settings.running) {
      this.#running += 1;
    } else {
      await this.#wait(client, signal);
    }
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
    }
  }

  async #wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting >= this.#settings.waiting) {
      throw new QueueFullError(`the server is busy: ${this.#waiting} calls wait already`);
    }
    await new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const start = () => {
        settle();
        resolve();
      };
      const leave = (reason: unknown) => {
        settle();
        this.#remove(client, start);
        reject(reason);
      };
      const onAbort = () => leave(signal?.reason);
      const timer = setTimeout(() => {
        leave(new QueueFullError("the server is busy: the call's turn did not come in time"));
      }, this.#settings.waitMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      const line = this.#lines.get(client) ?? [];
      line.push(start);
      this.#lines.set(client, line);
      this.#waiting += 1;
    });
  }

  /** The place of work that has ended goes to the next in turn; it is never free in between, or a newcomer could take it. */
  #handOn(): void {
    const [next] = this.#lines;
    const [client = "", [start] = []] = next ?? [];
    if (start === undefined) {
      this.#running -= 1;
      if (this.#running === 0) {
        this.#whenIdle.splice(0).forEach((resolve) => resolve());
      }
      return;
    }
    this.#remove(client, start);
    // Behind the others: each client gets one turn before any gets its second.
    const line = this.#lines.get(client);
    if (line !== undefined) {
      this.#lines.delete(client);
      this.#lines.set(client, line);
    }
    start();
  }

  #remove(client: string, start: Start): void {
    const line = this.#lines.get(client) ?? [];
    line.splice(line.indexOf(start), 1);
    this.#waiting -= 1;
    if (line.length === 0) {
      this.#lines.delete(client);
    }
  }
}

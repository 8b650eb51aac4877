// Shows the progress of work that takes long, in a line on the terminal that is cleared before anything else is written.
import type { OnProgress, Progress } from "../tooling/tool.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";

/** How long work may run before its progress is shown. */
const PATIENCE_MS = 500;

/** How often to redraw the line. */
const REDRAW_MS = 200;

/** The columns of a terminal that does not know its width. */
const USUAL_COLUMNS = 80;

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

export interface WatchedWork {
  /** The work calls this with its progress. */
  readonly onProgress: OnProgress;
  /** To be called when the work starts another listing, which counts from 0 again. */
  restart(): void;
  /** To be called before anything is written. */
  clear(): void;
}

/** Runs the work and shows its progress. */
export async function watchWork<Result>(
  host: TerminalProcess,
  work: (watched: WatchedWork) => Promise<Result>,
): Promise<Result> {
  let before: Progress = { directories: 0, entries: 0 };
  let now: Progress = before;
  const total = () => ({
    directories: before.directories + now.directories,
    entries: before.entries + now.entries,
  });
  const line = new ProgressLine(host, total);
  try {
    return await work({
      onProgress: (progress) => {
        now = progress;
      },
      restart: () => {
        before = total();
        now = { directories: 0, entries: 0 };
      },
      clear: () => line.clear(),
    });
  } finally {
    line.end();
  }
}

class ProgressLine {
  readonly #host: TerminalProcess;
  readonly #read: () => Progress;
  #timer: NodeJS.Timeout;
  /** What the terminal shows now. */
  #drawn = "";

  /** Draws the line after a while, and then periodically, on standard error if that is a terminal. */
  constructor(host: TerminalProcess, read: () => Progress) {
    this.#host = host;
    this.#read = read;
    this.#timer = setTimeout(() => {
      if (isTerminal(host.stderr)) {
        this.#draw();
        this.#timer = setInterval(() => this.#draw(), REDRAW_MS).unref();
      }
    }, PATIENCE_MS).unref();
  }

  /** Removes the line until the next redraw. */
  clear(): void {
    if (this.#drawn !== "") {
      // Spaces instead of a control sequence: every terminal understands a carriage return.
      this.#host.stderr.write(`\r${" ".repeat(this.#drawn.length)}\r`);
      this.#drawn = "";
      this.#host.off("SIGINT", this.#onInterrupt);
      this.#host.off("SIGTERM", this.#onTerminate);
    }
  }

  /** Removes the line for good. */
  end(): void {
    clearTimeout(this.#timer);
    this.clear();
  }

  #draw(): void {
    const { directories, entries } = this.#read();
    const text = `${directories} ${directories === 1 ? "directory" : "directories"}, ${entries} entries read`;
    // A wrapped line could not be removed.
    const { columns = USUAL_COLUMNS } = windowOf(this.#host.stderr);
    const line = text.slice(0, Math.max(columns - 1, 1));
    if (this.#drawn === "") {
      // Only while there is a line to remove: without a handler a signal ends the process, whatever it is waiting for.
      this.#host.once("SIGINT", this.#onInterrupt);
      this.#host.once("SIGTERM", this.#onTerminate);
    }
    this.#host.stderr.write(`\r${line.padEnd(this.#drawn.length)}`);
    this.#drawn = line.padEnd(this.#drawn.length);
  }

  readonly #onInterrupt = (): void => this.#stop("SIGINT");
  readonly #onTerminate = (): void => this.#stop("SIGTERM");

  /** Ends the process as the signal would have, so that the shell that started us knows. */
  #stop(signal: keyof typeof SIGNALS): void {
    this.end();
    this.#host.kill(this.#host.pid, signal);
    // Signals don't end the first process of a container.
    this.#host.exit(128 + SIGNALS[signal]);
  }
}

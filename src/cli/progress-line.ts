// One line on the terminal that tells how far slow work has come. It is gone before anything else is written.
import type { Progress } from "../tooling/call-control.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";

/** How long the line stands before it is drawn anew. */
const REDRAW_MS = 200;

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

export class ProgressLine {
  readonly #host: TerminalProcess;
  readonly #read: () => Progress;
  readonly #timer: NodeJS.Timeout | undefined;
  /** What stands on the terminal now. */
  #drawn = "";

  /** Draws the line now and then, on standard error if that is a terminal. */
  constructor(host: TerminalProcess, read: () => Progress) {
    this.#host = host;
    this.#read = read;
    if (isTerminal(host.stderr)) {
      this.#draw();
      this.#timer = setInterval(() => this.#draw(), REDRAW_MS).unref();
    }
  }

  /** Takes the line away until it is time to draw it again. */
  clear(): void {
    if (this.#drawn !== "") {
      // Blanks and not a control sequence: every terminal knows a carriage return.
      this.#host.stderr.write(`\r${" ".repeat(this.#drawn.length)}\r`);
      this.#drawn = "";
      this.#host.off("SIGINT", this.#onInterrupt);
      this.#host.off("SIGTERM", this.#onTerminate);
    }
  }

  /** Takes the line away for good. */
  end(): void {
    clearInterval(this.#timer);
    this.clear();
  }

  #draw(): void {
    const { directories, entries } = this.#read();
    const text = `${directories} ${directories === 1 ? "directory" : "directories"}, ${entries} entries read`;
    // A terminal that does not know its width says 0. A line that is wrapped could not be taken away.
    const columns = (this.#host.stderr as Partial<NodeJS.WriteStream>).columns || 80;
    const line = text.slice(0, Math.max(columns - 1, 1));
    if (this.#drawn === "") {
      // Only while there is a line to take away: otherwise a signal ends the process by itself, whatever it waits for.
      this.#host.once("SIGINT", this.#onInterrupt);
      this.#host.once("SIGTERM", this.#onTerminate);
    }
    this.#host.stderr.write(`\r${line.padEnd(this.#drawn.length)}`);
    this.#drawn = line.padEnd(this.#drawn.length);
  }

  readonly #onInterrupt = (): void => this.#stop("SIGINT");
  readonly #onTerminate = (): void => this.#stop("SIGTERM");

  /** Ends as the signal would have: a shell that started us wants to know. */
  #stop(signal: keyof typeof SIGNALS): void {
    this.end();
    this.#host.kill(this.#host.pid, signal);
    // The first process of a container is not ended by signals.
    this.#host.exit(128 + SIGNALS[signal]);
  }
}

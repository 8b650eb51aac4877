// One line on the terminal that shows the progress of slow work. It is cleared before anything else is written.
import type { Progress } from "../tooling/tool.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";

/** How often to redraw the line. */
const REDRAW_MS = 200;

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

export class ProgressLine {
  readonly #host: TerminalProcess;
  readonly #read: () => Progress;
  readonly #timer: NodeJS.Timeout | undefined;
  /** What the terminal shows now. */
  #drawn = "";

  /** Draws the line periodically, on standard error if that is a terminal. */
  constructor(host: TerminalProcess, read: () => Progress) {
    this.#host = host;
    this.#read = read;
    if (isTerminal(host.stderr)) {
      this.#draw();
      this.#timer = setInterval(() => this.#draw(), REDRAW_MS).unref();
    }
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
    clearInterval(this.#timer);
    this.clear();
  }

  #draw(): void {
    const { directories, entries } = this.#read();
    const text = `${directories} ${directories === 1 ? "directory" : "directories"}, ${entries} entries read`;
    // A terminal that does not know its width reports 0. A wrapped line could not be removed.
    const columns = (this.#host.stderr as Partial<NodeJS.WriteStream>).columns || 80;
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

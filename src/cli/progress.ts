// Shows the progress of slow work, in a line on the terminal that is cleared before anything else is written.
import type { OnProgress, Progress } from "../tooling/tool.ts";
import { isTerminal, windowOf, type TerminalProcess } from "./terminal-process.ts";

/** How long work may run before its progress is shown, and how often the line is drawn again. */
const SHOW_AFTER_MS = 500;
const REDRAW_MS = 200;

/** The columns of a terminal that does not know its width. */
const USUAL_COLUMNS = 80;

export interface ShownWork {
  /** The work calls this with its progress. */
  readonly onProgress: OnProgress;
  /** To be called when the work starts another listing, which counts from 0 again. */
  restart(): void;
  /** To be called before anything is written. */
  clear(): void;
}

const NONE: Progress = { directories: 0, entries: 0 };

/** Runs the work and shows its progress. */
export async function showProgress<Result>(
  terminal: TerminalProcess,
  work: (shown: ShownWork) => Promise<Result>,
): Promise<Result> {
  let before = NONE;
  let now = NONE;
  const total = (): Progress => ({
    directories: before.directories + now.directories,
    entries: before.entries + now.entries,
  });
  /** The line that the terminal shows. */
  let drawn = "";
  const stopBy = {
    SIGINT: () => endBy("SIGINT", 130),
    SIGTERM: () => endBy("SIGTERM", 143),
  };
  const draw = (): void => {
    const { directories, entries } = total();
    const text = `${directories} ${directories === 1 ? "directory" : "directories"}, ${entries} entries read`;
    // A line that wraps could not be removed.
    const { columns = USUAL_COLUMNS } = windowOf(terminal.stderr);
    const line = text.slice(0, Math.max(columns - 1, 1)).padEnd(drawn.length);
    if (drawn === "") {
      // Only while there is a line to remove: without a handler a signal ends the process, whatever it is waiting for.
      terminal.once("SIGINT", stopBy.SIGINT);
      terminal.once("SIGTERM", stopBy.SIGTERM);
    }
    terminal.stderr.write(`\r${line}`);
    drawn = line;
  };
  const clear = (): void => {
    if (drawn !== "") {
      // Spaces instead of a control sequence: every terminal understands a carriage return.
      terminal.stderr.write(`\r${" ".repeat(drawn.length)}\r`);
      drawn = "";
      terminal.off("SIGINT", stopBy.SIGINT);
      terminal.off("SIGTERM", stopBy.SIGTERM);
    }
  };
  /** Ends the process as the signal would have, so that the shell that started us knows. */
  const endBy = (signal: keyof typeof stopBy, exitCode: number): void => {
    clear();
    terminal.kill(terminal.pid, signal);
    // Signals don't end the first process of a container.
    terminal.exit(exitCode);
  };
  let timer = setTimeout(() => {
    if (isTerminal(terminal.stderr)) {
      draw();
      timer = setInterval(draw, REDRAW_MS).unref();
    }
  }, SHOW_AFTER_MS).unref();
  try {
    return await work({
      onProgress: (progress) => {
        now = progress;
      },
      restart: () => {
        [before, now] = [total(), NONE];
      },
      clear,
    });
  } finally {
    clearTimeout(timer);
    clear();
  }
}

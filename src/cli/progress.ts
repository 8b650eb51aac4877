// Shows the progress of slow work in a line on the terminal, which is cleared before anything else is written.
import type { OnProgress, Progress } from "../tooling/tool.ts";
import { isTerminal, type TerminalProcess, windowOf } from "./terminal-process.ts";

/** How long work may run before its progress is shown, and how often the line is drawn again. */
const SHOW_AFTER_MS = 500;
const REDRAW_MS = 200;

/** The columns of a terminal that does not know its width. */
const USUAL_COLUMNS = 80;

/** Runs the work, and shows the progress that it reports. */
export async function showProgress<Result>(
  terminal: TerminalProcess,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  let now: Progress = { directories: 0, entries: 0 };
  /** The columns of the line that the terminal shows. */
  let drawn = 0;
  const draw = (): void => {
    const { directories, entries } = now;
    const text = `${directories} ${directories === 1 ? "directory" : "directories"}, ${entries} ${entries === 1 ? "entry" : "entries"} read`;
    // A wrapped line could not be cleared.
    const { columns = USUAL_COLUMNS } = windowOf(terminal.stderr);
    const line = text.slice(0, Math.max(columns - 1, 1)).padEnd(drawn);
    terminal.stderr.write(`\r${line}`);
    drawn = line.length;
  };
  let timer = setTimeout(() => {
    if (isTerminal(terminal.stderr)) {
      draw();
      timer = setInterval(draw, REDRAW_MS).unref();
    }
  }, SHOW_AFTER_MS).unref();
  try {
    return await work((progress) => {
      now = progress;
    });
  } finally {
    clearTimeout(timer);
    if (drawn > 0) {
      // Spaces instead of a control sequence: every terminal understands a carriage return.
      terminal.stderr.write(`\r${" ".repeat(drawn)}\r`);
    }
  }
}

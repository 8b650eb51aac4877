// Watches work that may take long, and has it tell so. What does not take long pays for one timer.
import type { OnProgress, Progress } from "../tooling/call-control.ts";
import type { ProgressLine } from "./progress-line.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** How long work may take without a word. */
const PATIENCE_MS = 500;

export interface WatchedWork {
  /** To be told by the work how far it is. */
  readonly onProgress: OnProgress;
  /** The work begins another listing, which counts from 0 again. */
  restart(): void;
  /** To be called before anything is written. */
  clear(): void;
}

/** Does the work and watches it. */
export async function watchWork<Result>(
  host: TerminalProcess,
  work: (watched: WatchedWork) => Promise<Result>,
): Promise<Result> {
  let before: Progress = { directories: 0, entries: 0 };
  let now: Progress = before;
  let line: ProgressLine | undefined;
  let isDone = false;
  const total = () => ({
    directories: before.directories + now.directories,
    entries: before.entries + now.entries,
  });
  const timer = setTimeout(async () => {
    const { ProgressLine } = await import("./progress-line.ts");
    line = isDone ? undefined : new ProgressLine(host, total);
  }, PATIENCE_MS).unref();
  try {
    return await work({
      onProgress: (progress) => {
        now = progress;
      },
      restart: () => {
        before = total();
        now = { directories: 0, entries: 0 };
      },
      clear: () => line?.clear(),
    });
  } finally {
    isDone = true;
    clearTimeout(timer);
    line?.end();
  }
}

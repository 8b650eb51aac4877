// Shows the progress of work that takes long. Quick work pays only for one timer.
import type { OnProgress, Progress } from "../tooling/tool.ts";
import type { ProgressLine } from "./progress-line.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** How long work may run before its progress is shown. */
const PATIENCE_MS = 500;

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

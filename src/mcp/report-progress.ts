// Progress notifications: only for a client that asked for them, and only while a call is slow.
import type { OnProgress, Progress } from "../tooling/tool.ts";
import type { CallContext } from "./call-context.ts";

const REPORT_EVERY_MS = 1000;

export interface ProgressReport {
  /** Takes the progress of the work. */
  readonly onProgress: OnProgress;
  /** Ends the reports. */
  stop(): void;
}

/** Reports the progress of one call, once a second. */
export function reportProgress(
  progressToken: string | number,
  client: Pick<CallContext["mcpReq"], "notify">,
): ProgressReport {
  let read: Progress = { directories: 0, entries: 0 };
  let reported = -1;
  const timer = setInterval(() => {
    const progress = read.directories + read.entries;
    // The protocol requires the value to rise with every report.
    if (progress === reported) {
      return;
    }
    reported = progress;
    const message = `${read.entries} entries in ${read.directories} directories read`;
    // Ignored if the client is gone: its call is cancelled by other means.
    client.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(() => {});
  }, REPORT_EVERY_MS);
  return {
    onProgress: (progress) => {
      read = progress;
    },
    stop: () => clearInterval(timer),
  };
}

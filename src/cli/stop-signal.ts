// Waits for the signals that tell a process to stop.
import type { ServerProcess } from "./terminal-process.ts";

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process as usual. */
export async function stopSignal(host: ServerProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      host.off("SIGINT", stop);
      host.off("SIGTERM", stop);
      resolve();
    };
    host.once("SIGINT", stop);
    host.once("SIGTERM", stop);
  });
}

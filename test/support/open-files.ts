// What a process has open.
import fs from "node:fs";

/** The files, directories, pipes and sockets that a process has open, each by a unique name. */
export function openFiles(pid: number | "self" = "self"): string[] {
  return fs.readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return [fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`)];
    } catch {
      // Closed by now, such as the descriptor that listed them.
      return [];
    }
  });
}

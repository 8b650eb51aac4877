// What a process has open.
import fs from "node:fs";

/** The files, directories, pipes and sockets that a process of ours has open, each by a name of its own. */
export function openFiles(pid: number | "self" = "self"): string[] {
  return fs.readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return [fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`)];
    } catch {
      // Closed since: the one by which they were listed, for one.
      return [];
    }
  });
}

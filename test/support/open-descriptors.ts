// How many descriptors and how much memory a process uses.
import fs from "node:fs";

/** How many descriptors a process has. */
export function countDescriptors(pid: number | undefined): number {
  return fs.readdirSync(`/proc/${pid}/fd`).length;
}

/** Its resident memory in bytes. */
export function residentBytes(pid: number | undefined): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

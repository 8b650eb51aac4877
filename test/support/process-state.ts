// What a process holds: its descriptors and its memory.
import fs from "node:fs";

/** How many descriptors a process has. */
export function countDescriptors(pid: number | undefined): number {
  return fs.readdirSync(`/proc/${pid}/fd`).length;
}

/** A count once it has been the same for 50 ms: what runs beside the test may still be closing something. */
export async function settled(count: () => number): Promise<number> {
  let latest = count();
  for (let same = 0; same < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const now = count();
    same = now === latest ? same + 1 : 0;
    latest = now;
  }
  return latest;
}

/** Its resident memory in bytes. */
export function residentBytes(pid: number | undefined): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

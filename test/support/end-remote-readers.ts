// Ends the processes that read remote mounts for this one. They would end on their own, but later, in the middle of tests that count
// descriptors.
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export async function endRemoteReaders(): Promise<void> {
  const readers = childrenOf(process.pid).filter(isReader);
  readers.forEach((pid) => process.kill(pid, "SIGKILL"));
  while (childrenOf(process.pid).some((pid) => readers.includes(pid))) {
    await sleep(5);
  }
  // Their pipes are closed one turn after they are known to have ended.
  await sleep(20);
}

function childrenOf(pid: number): number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    // Not on Linux.
    return [];
  }
}

function isReader(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("mount-reader.cjs");
  } catch {
    return false;
  }
}

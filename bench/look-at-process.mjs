// What another process uses: memory, descriptors, children. Descriptors and children can be counted on Linux only.
import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** Whether descriptors and children can be counted. */
export const CAN_COUNT = process.platform === "linux";

/** @param {number | undefined} pid */
export function residentMemory(pid) {
  const kibibytes =
    process.platform === "linux"
      ? /^VmRSS:\s*(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return Number(kibibytes) * 1024;
}

/**
 * How many descriptors the process has open, and how many of them are sockets.
 * @param {number | undefined} pid
 */
export function countDescriptors(pid) {
  const targets = fs.readdirSync(`/proc/${pid}/fd`).map((descriptor) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    } catch {
      return undefined;
    }
  });
  const open = targets.filter((target) => target !== undefined);
  return { descriptors: open.length, sockets: open.filter((target) => target.startsWith("socket:")).length };
}

/**
 * @param {number | undefined} pid
 * @returns {number[]}
 */
export function childrenOf(pid) {
  // A child belongs to the thread that started it.
  return fs.readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    fs
      .readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .split(" ")
      .filter((word) => word !== "")
      .map(Number),
  );
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has waited for yet is gone, too.
    return !(CAN_COUNT && /^State:\s*Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8")));
  } catch {
    return false;
  }
}

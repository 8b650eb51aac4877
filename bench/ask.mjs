// Asks the tools as a host does, JSON in and text out, and notes what it costs the process and the disk.
import fs from "node:fs";

import { createToolRouter, listDir, localDisk } from "../dist/index.js";

/** The text of a tool's answer. */
export async function ask(toolName, toolArguments, options = {}) {
  const payload = { type: "function", arguments: JSON.stringify(toolArguments) };
  return (await createToolRouter(options).dispatch({ toolName, callId: "bench", payload })).content;
}

/** The lines of a page of `list_dir`, without the first one, which names the directory. */
export async function askListDir(toolArguments, options) {
  return (await ask("list_dir", toolArguments, options)).split("\n").slice(1);
}

/** Lists page after page of 1000 entries, and hands over each entry once. */
export async function readPages(options, visit = () => {}) {
  let after;
  do {
    const page = await listDir({ limit: 1000, order: "tree", gitignore: "off", ...options, after });
    page.entries.filter(({ context }) => context !== true).forEach(visit);
    after = page.next;
  } while (after !== undefined);
}

/** A disk that notes the paths of the directories that are read. */
export function notingDisk() {
  const disk = localDisk();
  const read = [];
  const readDirectory = (root, path, options) => {
    read.push(path);
    return disk.readDirectory(root, path, options);
  };
  return { read, fileSystem: { ...disk, readDirectory } };
}

/**
 * Bytes at the peak of some work above those before, and the longest time between two ticks of a one-millisecond timer in
 * milliseconds. Only this process's processor time counts, since a machine that is busy with other things delays any timer.
 */
export async function watch(work) {
  const memoryBefore = process.memoryUsage.rss();
  let longestHold = 0;
  let last = [performance.now(), computed()];
  const tick = () => {
    const now = [performance.now(), computed()];
    longestHold = Math.max(longestHold, Math.min(now[0] - last[0], now[1] - last[1]));
    last = now;
  };
  const timer = setInterval(tick, 1);
  await work();
  clearInterval(timer);
  tick();
  // `maxRSS` may be that of the process that started this one.
  const peak = memoryOf("self", "VmHWM") ?? process.resourceUsage().maxRSS * 1024;
  return { memory: peak - memoryBefore, longestHold };
}

/** Bytes of a process, as Linux tells them: `VmRSS` now, `VmHWM` at its peak. Undefined elsewhere, or if it has ended. */
export function memoryOf(pid, name) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status)?.[1]) * 1024;
  } catch {
    return undefined;
  }
}

/** The processor time of all threads of this process so far, in milliseconds. */
function computed() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

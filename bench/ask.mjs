// Calls the tools as a host does, JSON in and text out, and measures what that costs the process and the disk.
import fs from "node:fs";

import { createToolRouter, listDir, localDisk } from "../dist/index.js";
import { expect } from "./harness.mjs";

/** The text of a tool's answer. One that its deadline cut short is wrong: it would be fast and take little memory. */
export async function ask(toolName, toolArguments, options = {}) {
  const router = createToolRouter({ roots: "any", ...options });
  const payload = { type: "function", arguments: JSON.stringify(toolArguments) };
  const { content } = await router.dispatch({ toolName, callId: "bench", payload });
  expect(!content.includes("[timed out"), `${toolName} answers before its deadline`);
  return content;
}

/** The lines of a page of `list_dir`, without the first one, which names the directory, and without the marks of other pages. */
export async function askListDir(toolArguments, options) {
  const [, ...lines] = (await ask("list_dir", toolArguments, options)).split("\n");
  return lines.filter((line) => line.trim() !== "…");
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

/** A disk that records the paths of the directories that are read. */
export function notingDisk() {
  const disk = localDisk();
  const read = [];
  const readDirectory = (directory, options) => {
    read.push(String(directory));
    return disk.readDirectory(directory, options);
  };
  return { read, fileSystem: { ...disk, readDirectory } };
}

/** The bytes that this process has taken at its peak once it has made one call, whose answer must show a text. */
export async function probePeak({ tool, call, shows }) {
  expect((await ask(tool, call)).includes(shows), `${tool} shows ${shows}`);
  return memoryOf("self", "VmHWM") ?? process.resourceUsage().maxRSS * 1024;
}

/** Bytes of a process, as Linux tells them: `VmRSS` now, `VmHWM` at its peak. Undefined elsewhere, or if it has ended. */
export function memoryOf(pid, name) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    const kibibytes = new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

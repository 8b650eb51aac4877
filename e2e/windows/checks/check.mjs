// What the checks on Windows are made of: trees on the drive `C:`, one call through a router of the built package, and what it must give.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { createToolRouter } from "../dist/index.js";

/** The option `roots` that leaves all of the disk open. */
export const ANYWHERE = "any";

/** A check of what a model would see: a text, a pattern, or another value. `ask` is called when the check runs. */
export function check(title, ask, expected) {
  const run = async () => {
    const actual = await ask();
    const isRight =
      expected instanceof RegExp ? expected.test(actual) : JSON.stringify(actual) === JSON.stringify(expected);
    if (!isRight) {
      const wanted = expected instanceof RegExp ? String(expected) : JSON.stringify(expected);
      throw new Error(`is ${JSON.stringify(actual)}, not ${wanted}`);
    }
  };
  return { title, run };
}

/** Errors begin with `error: `. Options that are refused are told by their error. */
export async function callTool(toolName, args, options = { roots: ANYWHERE }) {
  const payload = { type: "function", arguments: JSON.stringify(args) };
  try {
    const { content, success } = await createToolRouter({ tools: [toolName], ...options }).respond({
      toolName,
      callId: "1",
      payload,
    });
    return success ? content : `error: ${content}`;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

/** `list_dir`; without roots, all of the disk. */
export function listDir(dirPath, options = {}, args = {}) {
  return callTool("list_dir", { dir_path: dirPath, ...args }, { roots: ANYWHERE, ...options });
}

/**
 * Makes a new directory with these entries, and returns its path. A path that ends in a slash is a directory.
 * @param {string} name
 * @param {Record<string, string> | readonly string[]} entries Paths, or the contents of files by their paths.
 */
export function makeTree(name, entries) {
  const root = `C:\\trees\\${name}`;
  fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  const files = Array.isArray(entries) ? entries.map((entry) => [entry, ""]) : Object.entries(entries);
  for (const [entry, content] of files) {
    const location = `${root}\\${entry.replaceAll("/", "\\")}`;
    fs.mkdirSync(entry.endsWith("/") ? location : path.dirname(location), { recursive: true });
    if (!entry.endsWith("/")) {
      fs.writeFileSync(location, content);
    }
  }
  return root;
}

/** The short name (8.3) that a disk also finds an entry by. */
export function shortNameOf(location) {
  const words = ["/d", "/c", `dir /x "${path.dirname(location)}"`];
  const { stdout } = spawnSync("cmd.exe", words, { encoding: "utf8", windowsVerbatimArguments: true });
  const line = stdout.split(/\r?\n/).find((text) => text.endsWith(` ${path.basename(location)}`));
  const short = /\s(\S*~\S*)\s/.exec(line ?? "")?.[1];
  if (short === undefined) {
    throw new Error(`no short name of ${location} in: ${stdout}`);
  }
  return short;
}

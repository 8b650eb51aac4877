// Starts each comparison in a fresh process, so that no row of the table is affected by another.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** @typedef {import("./child.mjs").Comparisons} Comparisons */

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));

/**
 * @template {keyof Comparisons} Name
 * @param {Name} name
 * @param {Parameters<Comparisons[Name]>[0]} task
 * @returns {Promise<Awaited<ReturnType<Comparisons[Name]>>>}
 */
export async function runInChild(name, task) {
  const words = [CHILD, name, JSON.stringify(task)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout);
}

// The ordinary cases: a project root in a running process, and the command as its own process.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { askListDir, expect } from "./ask-list-dir.mjs";
import { interleave } from "./measure.mjs";
import { readWithPromises } from "./plain-ways.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */

const DEPTH = 2;

/** The command as it is installed. */
export const COMMAND = fileURLToPath(new URL("../dist/cli/main.cjs", import.meta.url));

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<Record<string, number>>} Median times: `dirleaf`, `promises`.
 */
export async function compareProject({ trees, rounds }) {
  const ask = () => askListDir({ dir_path: trees.project, depth: DEPTH, limit: 1000, gitignore: "off" });
  const read = () => readWithPromises(trees.project, DEPTH);
  expect((await ask()).length === (await read()), "the whole project is on the page");
  return interleave(
    [
      { name: "dirleaf", run: ask, repeats: 10 },
      { name: "promises", run: read, repeats: 10 },
    ],
    rounds,
  );
}

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<Record<string, number>>} Median times: `dirleaf`, `bare`.
 */
export function compareProcess({ trees, rounds }) {
  return interleave(
    [
      { name: "dirleaf", run: () => runNode(COMMAND, trees.project) },
      { name: "bare", run: () => runNode("-e", "0") },
    ],
    rounds,
  );
}

/** @param {...string} words */
function runNode(...words) {
  const { status } = spawnSync(process.execPath, words);
  expect(status === 0, `node ${words.join(" ")} ends well`);
}

// The contract's expected answers, for the trees that Windows can have.
import fs from "node:fs";
import path from "node:path";

import { callTool } from "./call.mjs";
import { makeTree } from "./make-tree.mjs";

/** How many of each tool's calls apply: the other trees have links, pipes, or names that Windows does not take. */
const APPLICABLE = { list_dir: 612, list_directory: 290 };

const PROFILES = { path: "codex-sorted", breadth: "codex-breadth" };

/** What no name has on Windows, and devices. */
const IMPOSSIBLE = /[<>:"\\|?*\p{Cc}]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** @param {import("./checks.mjs").Checks} checks */
export async function checkVectors(checks) {
  for (const tool of Object.keys(APPLICABLE)) {
    const file = path.join(import.meta.dirname, `../vectors/${tool}.jsonl`);
    const vectors = fs
      .readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    let count = 0;
    for (const { id, tree, calls } of vectors.filter((vector) => isPossible(vector.tree))) {
      const root = makeTree(
        id,
        tree.map(({ path: entry, kind }) => (kind === "dir" ? `${entry}/` : entry)),
      );
      const failures = [];
      for (const { order, args, content, error, result } of calls) {
        const json = toText(args, root);
        const answer = result === undefined ? (content ?? `error: ${error}`) : JSON.stringify(result);
        const expected = result === undefined ? answer.replaceAll("${ROOT}", root) : toText(result, root);
        const profile = tool === "list_dir" ? PROFILES[order] : "hyper";
        const given = await callTool(tool, json, { profile });
        if (given !== expected) {
          failures.push(`${json}: expected ${JSON.stringify(expected)}, but got ${JSON.stringify(given)}`);
        }
      }
      count += calls.length;
      checks.add(`${tool}, tree ${id}`, calls.length, failures);
      fs.rmSync(root, { recursive: true, force: true });
    }
    checks.equal(`${tool}: as many calls as apply`, count, APPLICABLE[tool]);
  }
}

/** JSON text with the root in it, whose backslashes JSON escapes. */
function toText(value, root) {
  return JSON.stringify(value).replaceAll("${ROOT}", JSON.stringify(root).slice(1, -1));
}

function isPossible(tree) {
  const names = tree.map(({ path: entry }) => entry?.toLowerCase());
  return tree.every(isPlain) && new Set(names).size === names.length;
}

function isPlain({ path: entry, kind }) {
  const isKnown = kind === "dir" || kind === "file";
  return isKnown && entry !== undefined && !entry.split("/").some((name) => IMPOSSIBLE.test(name));
}

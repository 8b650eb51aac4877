// The calls that are made in every place, and the contract's vectors for the trees that Windows can have.
import fs from "node:fs";
import path from "node:path";

import { BYTES, CALLS, makeCall } from "./calls.mjs";
import { PLAIN_FILES } from "./workspace.mjs";
import { ANYWHERE, callTool, check, makeTree } from "./check.mjs";

/** How many of each tool's vectors apply: the other trees have links, pipes, or names that Windows does not take. */
const APPLICABLE = { list_dir: 612, list_directory: 290 };

const PROFILES = { path: "codex-sorted", breadth: "codex-breadth" };

/** What no name has on Windows, and devices. */
const IMPOSSIBLE = /[<>:"\\|?*\p{Cc}]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

export function callChecks() {
  const root = makeTree("workspace", PLAIN_FILES);
  const options = { roots: [root], workingDirectory: root, maxOutputBytes: BYTES };
  const ask = async (tool, args) => {
    const text = await callTool(tool, args, options);
    return { text: text.replace(/^error: /, ""), isError: text.startsWith("error: ") };
  };
  const calls = CALLS.filter(({ onlyPosix }) => onlyPosix !== true);
  return [
    ...calls.map((call) => check(`call: ${call.title}`, () => makeCall(root, call, ask), undefined)),
    ...Object.entries(APPLICABLE).map(([tool, count]) =>
      check(`vectors of ${tool}`, () => askVectors(tool), { count, wrong: [] }),
    ),
  ];
}

async function askVectors(tool) {
  const lines = fs
    .readFileSync(path.join(import.meta.dirname, `../vectors/${tool}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  const vectors = lines.map((line) => JSON.parse(line)).filter(({ tree }) => isPossible(tree));
  const wrong = [];
  let count = 0;
  for (const { id, tree, calls } of vectors) {
    const root = makeTree(
      id,
      tree.map((entry) => (entry.kind === "dir" ? `${entry.path}/` : entry.path)),
    );
    const fill = (value) => JSON.parse(JSON.stringify(value).replaceAll("${ROOT}", JSON.stringify(root).slice(1, -1)));
    for (const { order, args, content, error, result } of calls) {
      const expected = result === undefined ? fill(content ?? `error: ${error}`) : JSON.stringify(fill(result));
      const options = { profile: tool === "list_dir" ? PROFILES[order] : "hyper", roots: ANYWHERE };
      const actual = await callTool(tool, fill(args), options);
      wrong.push(...(actual === expected ? [] : [{ id, args, actual, expected }]));
      count += 1;
    }
    fs.rmSync(root, { recursive: true, force: true });
  }
  return { count, wrong };
}

function isPossible(tree) {
  const names = tree.map(({ path: entry }) => entry?.toLowerCase());
  return tree.every(isPlain) && new Set(names).size === names.length;
}

function isPlain({ path: entry, kind }) {
  const isKnown = kind === "dir" || kind === "file";
  return isKnown && entry !== undefined && !entry.split("/").some((name) => IMPOSSIBLE.test(name));
}

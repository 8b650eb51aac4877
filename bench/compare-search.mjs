// A search by name through a whole tree, compared with the programs that people search with. Ours runs in this process; what
// starting theirs takes is measured on an empty directory, and taken off.
import { spawnSync } from "node:child_process";

import { createToolRouter } from "../dist/index.js";
import { expect } from "./ask-list-dir.mjs";
import { interleave } from "./measure.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {{ find: number, fd: number | undefined, ours: Record<string, number> }} SearchTimes */

const GLOB = "*quote*";

/** The ways to search: arguments of `list_dir` besides the glob, and whether the tree is a root that is held. */
const WAYS = {
  "default page": { arguments: { gitignore: "off" }, isHeld: false },
  "all matches": { arguments: { gitignore: "off", limit: 2000 }, isHeld: false },
  "all matches, `gitignore: collapse`": { arguments: { limit: 2000 }, isHeld: false },
  "all matches, within roots": { arguments: { gitignore: "off", limit: 2000 }, isHeld: true },
};

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<SearchTimes>} Median times. That of `fd` is undefined if it is not installed.
 */
export async function compareSearch({ trees, rounds }) {
  const fd = ["fd", "fdfind"].find((name) => spawnSync(name, ["--version"]).status === 0);
  const ours = Object.entries(WAYS).map(([name, way]) => ({ name, run: () => ask(trees.search, way) }));
  const theirs = [trees.search, trees.empty].flatMap((place) => [
    { name: `find ${place}`, run: () => run("find", [place, "-name", GLOB]) },
    ...(fd === undefined ? [] : [{ name: `fd ${place}`, run: () => run(fd, ["-u", "--glob", GLOB, place]) }]),
  ]);
  const found = run("find", [trees.search, "-name", GLOB]).split("\n").length - 1;
  expect(found === trees.matches, "find finds every match");
  expect(countMatches(await ask(trees.search, WAYS["all matches"])) === found, "so do we");
  expect(countMatches(await ask(trees.search, WAYS["default page"])) === 25, "a page has its length");
  const times = await interleave([...ours, ...theirs], rounds);
  const withoutStart = (/** @type {string} */ name) =>
    (times[`${name} ${trees.search}`] ?? Number.NaN) - (times[`${name} ${trees.empty}`] ?? Number.NaN);
  return {
    find: withoutStart("find"),
    fd: fd === undefined ? undefined : withoutStart("fd"),
    ours: Object.fromEntries(ours.map(({ name }) => [name, times[name] ?? Number.NaN])),
  };
}

/**
 * @param {string} root
 * @param {{ arguments: Record<string, string | number>, isHeld: boolean }} way
 */
async function ask(root, { arguments: more, isHeld }) {
  const router = createToolRouter({ maxOutputBytes: 2 ** 20, ...(isHeld && { roots: [root] }) });
  const payload = { dir_path: root, include: GLOB, ...more };
  const { content } = await router.dispatch({
    toolName: "list_dir",
    callId: "bench",
    payload: { type: "function", arguments: JSON.stringify(payload) },
  });
  return content;
}

/** @param {string} content */
function countMatches(content) {
  return content.split("\n").filter((line) => line.includes("quote")).length;
}

/**
 * @param {string} program
 * @param {readonly string[]} words
 */
function run(program, words) {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8" });
  expect(status === 0 || (status === 1 && stdout === ""), `${program} ends well`);
  return stdout;
}

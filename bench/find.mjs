// Searches: of a tree as large as a checkout with its packages beside `find`, and of a million files that all match beside a map and a
// listing of them.
import { spawnSync } from "node:child_process";

import { ask, watch } from "./ask.mjs";
import { expect, holdRows, inFreshProcess, interleave, slower, worstOf, writeCount } from "./harness.mjs";

const WORDS = "quote name histogram nats auth roles migration widget stream provider".split(" ");

export async function findRows(trees, { treeRounds, searchRounds, probes }) {
  const size = writeCount(trees.entries);
  const batch = await run("compareBatch", { trees, rounds: searchRounds });
  const newest = await run("compareNewest", { trees, rounds: searchRounds });
  const flat = await run("compareFlat", { trees, rounds: treeRounds });
  const tree = await run("compareTree", { trees, rounds: treeRounds });
  const probe = await worstOf(probes, import.meta.url, "probeFlat", { trees });
  const searched = `find_files, ${WORDS.length} words, ${writeCount(trees.searched)} entries`;
  const all = `find_files, all of ${size} match`;
  return [
    slower(`${searched}, no rules, no roots`, batch.plain, "`find`", batch.find, 2.5),
    slower(`${searched}, rules and roots`, batch.guarded, "`find`", batch.find, 3.2),
    slower(
      `newest of ${writeCount(trees.searched)} entries`,
      newest.newest,
      "`find -printf` and `sort`",
      newest.find,
      3,
    ),
    slower(`${all}, one directory`, flat.search, "a map of it", flat.map, 1.5),
    slower(`${all}, a tree`, tree.search, "`list_dir` of all that `include` matches", tree.list, 1.5),
    ...holdRows(`${all}, one directory`, probe, 96),
  ];
}

function search(directory, call, options) {
  return ask("find_files", { dir_path: directory, ...call }, options);
}

export async function compareBatch({ trees, rounds }) {
  const text = await search(trees.search, { words: WORDS, gitignore: "off" });
  expect(text.includes("quote-name.ts"), "the files are found");
  const contestants = {
    plain: () => search(trees.search, { words: WORDS, gitignore: "off" }),
    guarded: () => search(trees.search, { words: WORDS }, { roots: [trees.search] }),
    find: () => runCommand("find", [trees.search]),
  };
  return interleave(contestants, rounds);
}

export async function compareNewest({ trees, rounds }) {
  const contestants = {
    newest: () => search(trees.search, { gitignore: "off" }),
    find: () => runCommand("sh", ["-c", String.raw`find "$0" -type f -printf '%T@ %p\n' | sort -rn`, trees.search]),
  };
  return interleave(contestants, rounds);
}

export async function compareFlat({ trees, rounds }) {
  const contestants = {
    search: () => search(trees.flat, { words: "file", gitignore: "off" }),
    map: () => ask("map_dir", { dir_path: trees.flat, gitignore: "off" }),
  };
  expect((await contestants.search()).includes("more match less well"), "all files match");
  return interleave(contestants, rounds);
}

export async function compareTree({ trees, rounds }) {
  const options = { maxLimit: Infinity, maxOutputBytes: Infinity, deadlineMs: Infinity };
  const contestants = {
    search: () => search(trees.tree, { words: "*", gitignore: "off" }, options),
    list: () =>
      ask("list_dir", { dir_path: trees.tree, include: "*", gitignore: "off", limit: trees.entries }, options),
  };
  return interleave(contestants, rounds);
}

/** One search in a process that has done nothing before but search a small directory. */
export async function probeFlat({ trees }) {
  await search(trees.project, { words: "file" });
  return watch(() => search(trees.flat, { words: "file", gitignore: "off" }));
}

function runCommand(command, words) {
  expect(spawnSync(command, words, { stdio: ["ignore", "ignore", "inherit"] }).status === 0, `${command} runs`);
}

function run(name, task) {
  return inFreshProcess(import.meta.url, name, task);
}

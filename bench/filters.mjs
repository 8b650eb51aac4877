// What filters and the sandbox cost a listing, each compared with the same listing without them, and a search by name through a
// whole tree, compared with the programs that people search with.
import { spawnSync } from "node:child_process";

import { createToolRouter } from "../dist/index.js";
import { ask, askListDir, readPages } from "./ask.mjs";
import { expect, inFreshProcess, interleave, slower, writeCount } from "./harness.mjs";

const DEPTH = 100;

export async function filterRows(trees, { treeRounds, projectRounds, pagingRounds }) {
  const compare = (name, rounds) => inFreshProcess(import.meta.url, name, { trees, rounds });
  const checkout = await compare("compareCheckout", projectRounds);
  const pages = await compare("compareGitignore", treeRounds);
  const drains = await compare("compareDrains", pagingRounds);
  const ordinary = Object.entries(checkout).map(([work, { rules, plain }]) =>
    slower(work, rules, "with `gitignore: off`", plain, 1.5),
  );
  const against = "the same without";
  return [
    ...ordinary,
    slower("tree, first page, `gitignore: collapse`", pages.rules, against, pages.plain, 3),
    slower("whole tree, `exclude: **/node_modules`", drains.excluded, against, drains.plain, 1),
    slower("whole tree, within a held root", drains.held, against, drains.plain, 1.5),
  ];
}

/** First pages of the tree, with and without reading ignore files. */
export async function compareGitignore({ trees, rounds }) {
  const askWith = (gitignore) => askListDir({ dir_path: trees.tree, depth: DEPTH, gitignore });
  const lines = await askWith("collapse");
  expect(lines.includes("node_modules/ [ignored]"), "an ignored directory is shown closed");
  return interleave({ plain: () => askWith("off"), rules: () => askWith("collapse") }, rounds, 20);
}

/** Default listings of an ordinary checkout, with and without its rules. */
export async function compareCheckout({ trees: { checkout }, rounds }) {
  const within = createToolRouter({ roots: [checkout] });
  const compare = async (router, directory) => {
    const askWith = (more) => {
      const payload = { type: "function", arguments: JSON.stringify({ dir_path: directory, ...more }) };
      return router.dispatch({ toolName: "list_dir", callId: "bench", payload });
    };
    const { content } = await askWith({});
    expect(directory !== checkout || content.includes("\nnode_modules/ [ignored]\n"), "the rules apply");
    return interleave({ plain: () => askWith({ gitignore: "off" }), rules: () => askWith({}) }, rounds, 10);
  };
  return {
    "checkout, default listing": await compare(createToolRouter(), checkout),
    "checkout, default listing within roots": await compare(within, checkout),
    "its `src`, default listing within roots": await compare(within, `${checkout}/src`),
  };
}

/** All pages of the tree: plain, with a glob that excludes directories, and inside a sandbox root. */
export async function compareDrains({ trees, rounds }) {
  const drainPages = (options) => async () => {
    let count = 0;
    await readPages({ dirPath: trees.tree, depth: DEPTH, ...options }, () => void (count += 1));
    return count;
  };
  const contestants = {
    plain: drainPages({}),
    excluded: drainPages({ exclude: "**/node_modules" }),
    held: drainPages({ roots: [trees.tree] }),
  };
  return interleave(contestants, rounds, 1, (name, count) => {
    const isRight = name === "excluded" ? count < trees.entries : count === trees.entries;
    expect(isRight, "the glob leaves something out, and nothing else does");
  });
}

const GLOB = "*quote*";

/** The ways to search: arguments of `list_dir` besides the glob, and whether the tree is a root that is held. */
const WAYS = {
  "default page": [{ gitignore: "off" }, false],
  "all matches": [{ gitignore: "off", limit: 2000 }, false],
  "all matches, `gitignore: collapse`": [{ limit: 2000 }, false],
  "all matches, within roots": [{ gitignore: "off", limit: 2000 }, true],
};

export async function searchRows(trees, { searchRounds: rounds }) {
  const times = await inFreshProcess(import.meta.url, "compareSearch", { trees, rounds });
  return Object.keys(WAYS).flatMap((name) => {
    const work = `search for \`${GLOB}\` in ${writeCount(trees.searched)} entries, ${name}`;
    const against = "`fd -u --glob`, without its start";
    return [
      slower(work, times[name], "`find -name`, without its start", times.find, 3),
      times.fd === undefined
        ? { work, against, measured: "not installed (Debian: fd-find)" }
        : slower(work, times[name], against, times.fd),
    ];
  });
}

/** Ours runs in this process; what starting theirs takes is measured on an empty directory, and taken off. */
export async function compareSearch({ trees, rounds }) {
  const contestants = {};
  for (const [name, [more, isHeld]] of Object.entries(WAYS)) {
    const options = { maxOutputBytes: 2 ** 20, ...(isHeld && { roots: [trees.search] }) };
    contestants[name] = () => ask("list_dir", { dir_path: trees.search, include: GLOB, ...more }, options);
  }
  const fd = ["fd", "fdfind"].find((name) => spawnSync(name, ["--version"]).status === 0);
  for (const place of [trees.search, trees.empty]) {
    contestants[`find ${place}`] = () => run("find", [place, "-name", GLOB]);
    if (fd !== undefined) {
      contestants[`fd ${place}`] = () => run(fd, ["-u", "--glob", GLOB, place]);
    }
  }
  const counts = { "default page": 25, "all matches": trees.matches, [`find ${trees.search}`]: trees.matches };
  for (const [name, count] of Object.entries(counts)) {
    const found = (await contestants[name]()).split("\n").filter((line) => line.includes("quote")).length;
    expect(found === count, `${name} finds ${count}, not ${found}`);
  }
  const times = await interleave(contestants, rounds);
  const withoutStart = (name) => times[`${name} ${trees.search}`] - times[`${name} ${trees.empty}`];
  return { ...times, find: withoutStart("find"), fd: fd && withoutStart("fd") };
}

function run(program, words) {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8" });
  expect(status === 0 || (status === 1 && stdout === ""), `${program} ends well`);
  return stdout;
}

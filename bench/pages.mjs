// Pages of the large tree, of the flat directory and of an ordinary project, each compared with the plain way to read as much.
import { spawn, spawnSync } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { localDisk } from "../dist/index.js";
import { askListDir, memoryOf, notingDisk, readPages, watch } from "./ask.mjs";
import {
  amount,
  COMMAND,
  expect,
  faster,
  holdRows,
  inFreshProcess,
  interleave,
  slower,
  worstOf,
  writeCount,
  writeMemory,
} from "./harness.mjs";
import { drain, readAndSortDirectory, readAndSortTree, readWithPromises } from "./plain-ways.mjs";
import { flatName } from "./trees.mjs";

const DEPTH = 100;
const LIMIT = 25;

const EAGER_TREE = "read and sort the tree";
const EAGER_DIRECTORY = "read and sort the directory";
const DRAIN = "bare drain";

/** First pages of the tree: arguments and options, by the name of the order or profile. */
const FIRST_PAGES = {
  "order breadth": [{ order: "breadth" }, {}],
  "order tree": [{ order: "tree" }, {}],
  "codex-sorted": [{}, { profile: "codex-sorted" }],
  "codex-breadth": [{}, { profile: "codex-breadth" }],
};

export async function firstPageRows(trees, { treeRounds: rounds }) {
  const { reads, times } = await inFreshProcess(import.meta.url, "compareFirstPages", { trees, rounds });
  return Object.keys(FIRST_PAGES).flatMap((name) => [
    faster(`tree, first page, ${name}`, times[name], EAGER_TREE, times.eager, 300),
    amount(`tree, first page, ${name}: directories read`, reads[name], writeCount, "<=", 40),
  ]);
}

export async function compareFirstPages({ trees, rounds }) {
  const contestants = { eager: () => readAndSortTree(trees.tree, LIMIT) };
  const reads = {};
  for (const [name, [order, options]] of Object.entries(FIRST_PAGES)) {
    const page = { dir_path: trees.tree, depth: DEPTH, limit: LIMIT, ...order };
    const { read, fileSystem } = notingDisk();
    const lines = await askListDir(page, { ...options, fileSystem });
    reads[name] = read.length;
    expect(lines.at(-1).startsWith(`More than ${LIMIT} entries found`), `${name}: the page is full and says so`);
    if (name === "codex-sorted") {
      const shown = lines.slice(0, LIMIT).map((line) => line.trim().replace(/\/$/, ""));
      const names = contestants.eager().map((path) => path.slice(path.lastIndexOf("/") + 1));
      expect(shown.join("\n") === names.join("\n"), `${name}: as the eager way has it`);
    }
    contestants[name] = () => askListDir(page, options);
  }
  const repeats = Object.fromEntries(Object.keys(FIRST_PAGES).map((name) => [name, 20]));
  return { reads, times: await interleave(contestants, rounds, repeats) };
}

export async function wholeTreeRows(trees, { pagingRounds: rounds }) {
  const { distinct, paged, eager } = await inFreshProcess(import.meta.url, "compareWholeTree", { trees, rounds });
  const work = "whole tree, pages of 1000 with `after`";
  return [
    slower(work, paged, EAGER_TREE, eager, 3),
    amount(`${work}: entries, each once`, distinct, writeCount, "", trees.entries),
  ];
}

export async function compareWholeTree({ trees, rounds }) {
  const listed = { dirPath: trees.tree, depth: DEPTH };
  let distinct = 0;
  let last = "";
  await readPages(listed, ({ path, kind }) => {
    const key = kind === "directory" ? `${path}/` : path;
    // So none can come twice.
    expect(key > last, `${key} comes after ${last}`);
    last = key;
    distinct += 1;
  });
  const contestants = { paged: () => readPages(listed), eager: () => readAndSortTree(trees.tree, LIMIT) };
  return { distinct, ...(await interleave(contestants, rounds)) };
}

export async function flatRows(trees, { flatRounds: rounds, probes }) {
  const times = await inFreshProcess(import.meta.url, "compareFlat", { trees, rounds });
  const rows = [];
  for (const page of ["first", "after"]) {
    const work = page === "first" ? "flat, first page" : `flat, \`after\` entry ${writeCount(trees.entries * 0.9)}`;
    const probe = await worstOf(probes, import.meta.url, "probeFlat", { trees, page });
    rows.push(slower(work, times[page], DRAIN, times.drain, 1.5), ...holdRows(work, probe, 64));
  }
  const work = `flat, \`offset\` ${writeCount(trees.entries / 2)}`;
  return [...rows, slower(work, times.offset, EAGER_DIRECTORY, times.eager, 1)];
}

export async function compareFlat({ trees, rounds }) {
  const half = trees.entries / 2;
  for (const [page, number] of Object.entries({ first: 0, after: trees.entries * 0.9, offset: half - 1 })) {
    // A page in the middle of the directory says so in a line before its entries.
    const first = (await askFlat(trees, page)).find((line) => line !== "…");
    expect(first === flatName(number), `page "${page}" starts with ${flatName(number)}`);
  }
  const pages = {
    first: () => askFlat(trees, "first"),
    drain: () => drain(trees.flat),
    after: () => askFlat(trees, "after"),
  };
  const numbered = {
    offset: () => askFlat(trees, "offset"),
    eager: () => readAndSortDirectory(trees.flat, half - 1, LIMIT),
  };
  return { ...(await interleave(pages, rounds)), ...(await interleave(numbered, rounds)) };
}

/** One page in a process that has done nothing before but list a small directory. */
export async function probeFlat({ trees, page }) {
  await askListDir({ dir_path: trees.project });
  return watch(() => askFlat(trees, page));
}

function askFlat(trees, page) {
  const where = { after: { after: flatName(trees.entries * 0.9 - 1) }, offset: { offset: trees.entries / 2 } };
  // Each time as if for the first time: nothing is remembered, but what is read is kept.
  const fileSystem = localDisk();
  return askListDir({ dir_path: trees.flat, depth: 1, limit: LIMIT, ...where[page] }, { fileSystem });
}

/** What comes after the first page: later pages of the flat directory, all of its pages, and everything by `dirleaf --all`. */
export async function againRows(trees, { pagingRounds: rounds }) {
  const times = await inFreshProcess(import.meta.url, "compareAgain", { trees, rounds });
  const names = await inFreshProcess(import.meta.url, "probeNames", { trees });
  const rows = [
    faster("flat again, any `after`", times.after, DRAIN, times.drain, 100),
    faster("flat again, any `offset`", times.offset, DRAIN, times.drain, 100),
    slower("flat, all pages of 1000", times.pages, EAGER_DIRECTORY, times.sort, 3),
    amount("flat, names in memory", names, writeMemory, "<=", 48 * 2 ** 20),
  ];
  for (const [place, against] of Object.entries({ flat: EAGER_DIRECTORY, tree: EAGER_TREE })) {
    const { all, sort, memory } = await inFreshProcess(import.meta.url, "compareAll", { trees, rounds, place });
    rows.push(
      slower(`\`dirleaf --all <${place}>\``, all, against, sort, 3),
      amount(`\`dirleaf --all <${place}>\`: memory`, memory, writeMemory, "<=", 256 * 2 ** 20),
    );
  }
  return rows;
}

/** How many pages are timed together: one takes less than a clock shows. */
const PAGES = 20;

export async function compareAgain({ trees, rounds }) {
  const fileSystem = localDisk();
  const askAt = (where) => askListDir({ dir_path: trees.flat, limit: LIMIT, ...where }, { fileSystem });
  const places = Array.from({ length: PAGES }, (_, index) => Math.floor(((index + 0.5) * trees.entries) / PAGES));
  await askAt({});
  await askAt({ after: flatName(1) });
  for (const place of places) {
    const first = (await askAt({ offset: place + 1, depth: 2 })).find((line) => line !== "…");
    expect(first === flatName(place), `offset ${place + 1} starts with ${flatName(place)}`);
  }
  const askEach = (toWhere) => async () => {
    for (const place of places) {
      await askAt(toWhere(place));
    }
  };
  const contestants = {
    after: askEach((place) => ({ after: flatName(place) })),
    offset: askEach((place) => ({ offset: place + 1 })),
    drain: () => drain(trees.flat),
    sort: () => readAndSortDirectory(trees.flat, 0, LIMIT),
    // With the rules that a listing reads by default.
    pages: () => readPages({ dirPath: trees.flat, fileSystem: localDisk(), gitignore: undefined }),
  };
  const times = await interleave(contestants, rounds);
  return { ...times, after: times.after / PAGES, offset: times.offset / PAGES };
}

/** The memory that the names of the flat directory take, in a process that has done nothing else. */
export async function probeNames({ trees }) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const fileSystem = localDisk();
  await askListDir({ dir_path: trees.project }, { fileSystem });
  const before = used();
  await askListDir({ dir_path: trees.flat }, { fileSystem });
  await askListDir({ dir_path: trees.flat, after: flatName(1) }, { fileSystem });
  return used() - before;
}

/** `dirleaf --all` as a process, whose output is read and dropped, beside a process that reads and sorts. */
export async function compareAll({ trees, rounds, place }) {
  let memory = 0;
  const contestants = {
    sort: () => (place === "flat" ? readAndSortDirectory(trees.flat, 0, LIMIT) : readAndSortTree(trees.tree, LIMIT)),
    all: () => runAll(trees[place]),
  };
  const times = await interleave(contestants, rounds, 1, (name, result) => {
    if (name === "all") {
      expect(result.lines === trees.entries + 1, `--all prints ${trees.entries} entries, not ${result.lines - 1}`);
      memory = Math.max(memory, result.memory);
    }
  });
  return { ...times, memory };
}

function runAll(directory) {
  return new Promise((resolve, reject) => {
    const words = [COMMAND, "--all", "--gitignore", "off", directory];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    let lines = 0;
    let memory = 0;
    child.on("error", reject);
    child.stdout.setEncoding("utf8").on("data", (text) => {
      lines += text.split("\n").length - 1;
      memory = Math.max(memory, memoryOf(child.pid, "VmHWM") ?? 0);
    });
    child.on("close", () => resolve({ lines, memory }));
  });
}

/** The ordinary cases: a project root in a running process, and the command as its own process. */
export async function ordinaryRows(trees, { projectRounds, processRounds }) {
  const inside = await inFreshProcess(import.meta.url, "compareProject", { trees, rounds: projectRounds });
  const apart = await inFreshProcess(import.meta.url, "compareProcess", { trees, rounds: processRounds });
  const plain = "`fs.promises.readdir`, one after the other";
  return [
    slower("project root, depth 2", inside.dirleaf, plain, inside.promises, 2),
    slower("`dirleaf <project>`, a process", apart.dirleaf, "`node -e 0`", apart.bare, 1.4),
  ];
}

export async function compareProject({ trees, rounds }) {
  const contestants = {
    dirleaf: () => askListDir({ dir_path: trees.project, depth: 2, limit: 1000, gitignore: "off" }),
    promises: () => readWithPromises(trees.project, 2),
  };
  const [lines, count] = [await contestants.dirleaf(), await contestants.promises()];
  expect(lines.length === count, "the whole project is on the page");
  return interleave(contestants, rounds, 10);
}

export function compareProcess({ trees, rounds }) {
  return interleave({ dirleaf: () => runNode(COMMAND, trees.project), bare: () => runNode("-e", "0") }, rounds);
}

function runNode(...words) {
  expect(spawnSync(process.execPath, words).status === 0, `node ${words.join(" ")} ends well`);
}

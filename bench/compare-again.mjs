// What comes after the first page: later pages of the flat directory, all of its pages, and everything by `dirleaf --all`.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { listDir, localDisk } from "../dist/index.js";
import { askListDir, expect } from "./ask-list-dir.mjs";
import { flatName } from "./make-trees.mjs";
import { interleave } from "./measure.mjs";
import { drain, readAndSortDirectory, readAndSortTree } from "./plain-ways.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {"after" | "offset" | "drain" | "sort" | "pages"} Again */

const COMMAND = fileURLToPath(new URL("../dist/cli/main.cjs", import.meta.url));

/** How many pages are timed together: one takes less than a clock tells. */
const PAGES = 20;

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<Record<Again, number>>} Median times of a page, and of all of them.
 */
export async function compareAgain({ trees, rounds }) {
  const fileSystem = localDisk();
  const count = trees.entries;
  /** @param {Record<string, string | number>} where */
  const ask = (where) => askListDir({ dir_path: trees.flat, limit: 25, ...where }, { fileSystem });
  const places = Array.from({ length: PAGES }, (_, index) => Math.floor(((index + 0.5) * count) / PAGES));
  await ask({});
  await ask({ after: flatName(1) });
  for (const place of places) {
    const first = (await ask({ offset: place + 1, depth: 2 })).find((line) => line !== "…");
    expect(first === flatName(place), `offset ${place + 1} starts with ${flatName(place)}`);
  }
  /** @param {(place: number) => Record<string, string | number>} toWhere */
  const pages = (toWhere) => async () => {
    for (const place of places) {
      await ask(toWhere(place));
    }
  };
  const contestants = [
    { name: "after", run: pages((place) => ({ after: flatName(place) })) },
    { name: "offset", run: pages((place) => ({ offset: place + 1 })) },
    { name: "drain", run: () => drain(trees.flat) },
    { name: "sort", run: () => readAndSortDirectory(trees.flat, 0, 25) },
    { name: "pages", run: () => readPages(trees.flat, localDisk()) },
  ];
  const times = await interleave(contestants, rounds);
  times["after"] = (times["after"] ?? Number.NaN) / PAGES;
  times["offset"] = (times["offset"] ?? Number.NaN) / PAGES;
  return /** @type {Record<Again, number>} */ (times);
}

/**
 * @param {string} dirPath
 * @param {import("../dist/index.js").FileSystem} fileSystem
 */
async function readPages(dirPath, fileSystem) {
  /** @type {string | undefined} */
  let after;
  do {
    ({ next: after } = await listDir({ dirPath, fileSystem, limit: 1000, order: "tree", after }));
  } while (after !== undefined);
}

/**
 * `dirleaf --all` as a process, whose output is read and dropped, beside a process that reads and sorts.
 * @param {{ trees: Trees, rounds: number, place: "flat" | "tree" }} task
 * @returns {Promise<{ all: number, sort: number, memory: number }>} Median times, and the most bytes of memory.
 */
export async function compareAll({ trees, rounds, place }) {
  const sort = place === "flat" ? () => readAndSortDirectory(trees.flat, 0, 25) : () => readAndSortTree(trees.tree, 25);
  let memory = 0;
  const times = await interleave(
    [
      { name: "sort", run: sort },
      {
        name: "all",
        run: () => runAll(trees[place]),
        after: ({ lines, bytes }) => {
          expect(lines === trees.entries + 1, `--all prints ${trees.entries} entries, not ${lines - 1}`);
          memory = Math.max(memory, bytes);
        },
      },
    ],
    rounds,
  );
  return { all: times["all"] ?? Number.NaN, sort: times["sort"] ?? Number.NaN, memory };
}

/**
 * @param {string} directory
 * @returns {Promise<{ lines: number, bytes: number }>} How many lines came, and the most memory of the process.
 */
function runAll(directory) {
  return new Promise((resolve, reject) => {
    const words = [COMMAND, "--all", "--gitignore", "off", directory];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    let lines = 0;
    let bytes = 0;
    child.on("error", reject);
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      lines += text.split("\n").length - 1;
      bytes = Math.max(bytes, peakOf(child.pid));
    });
    child.on("close", () => resolve({ lines, bytes }));
  });
}

/** @param {number | undefined} pid */
function peakOf(pid) {
  try {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(peak ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** What the engine and its buffers hold, after a collection. */
function usedMemory() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * The memory that the names of the flat directory take, in a process that has done nothing else.
 * @param {{ trees: Trees }} task
 * @returns {Promise<number>} Bytes.
 */
export async function probeNames({ trees }) {
  const fileSystem = localDisk();
  await askListDir({ dir_path: trees.project }, { fileSystem });
  const before = usedMemory();
  await askListDir({ dir_path: trees.flat }, { fileSystem });
  await askListDir({ dir_path: trees.flat, after: flatName(1) }, { fileSystem });
  return usedMemory() - before;
}

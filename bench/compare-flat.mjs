// The flat directory: pages by cursor against a bare drain, a page by number against collecting and sorting everything,
// and what one page costs a fresh process in memory and its event loop in time.
import fs from "node:fs";

import { localDisk } from "../dist/index.js";
import { askListDir, expect } from "./ask-list-dir.mjs";
import { flatName } from "./make-trees.mjs";
import { interleave } from "./measure.mjs";
import { drain, readAndSortDirectory } from "./plain-ways.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {"first" | "after" | "offset"} FlatPage */

const LIMIT = 25;

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<Record<FlatPage | "drain" | "eager", number>>} Median times.
 */
export async function compareFlat({ trees, rounds }) {
  const half = trees.entries / 2;
  for (const page of /** @type {FlatPage[]} */ (["first", "after", "offset"])) {
    // A page in the middle of the directory says so in a line before its entries.
    const first = (await askFlat(trees, page)).find((line) => line !== "…");
    const expected = flatName({ first: 0, after: trees.entries * 0.9, offset: half - 1 }[page]);
    expect(first === expected, `page "${page}" starts with ${expected}`);
  }
  const pages = [
    { name: "first", run: () => askFlat(trees, "first") },
    { name: "drain", run: () => drain(trees.flat) },
    { name: "after", run: () => askFlat(trees, "after") },
  ];
  const numbered = [
    { name: "offset", run: () => askFlat(trees, "offset") },
    { name: "eager", run: () => readAndSortDirectory(trees.flat, half - 1, LIMIT) },
  ];
  const times = { ...(await interleave(pages, rounds)), ...(await interleave(numbered, rounds)) };
  return /** @type {Record<FlatPage | "drain" | "eager", number>} */ (times);
}

/**
 * One page in a process that has done nothing before but list a small directory.
 * @param {{ trees: Trees, page: FlatPage }} task
 * @returns {Promise<{ memory: number, longestHold: number }>} Bytes at the peak above those before, milliseconds.
 */
export async function probeFlat({ trees, page }) {
  await askListDir({ dir_path: trees.project });
  const before = process.memoryUsage.rss();
  const stopWatching = watchEventLoop();
  await askFlat(trees, page);
  const longestHold = stopWatching();
  return { memory: peakMemory() - before, longestHold };
}

/**
 * @param {Trees} trees
 * @param {FlatPage} page
 */
function askFlat(trees, page) {
  const where = {
    first: {},
    after: { after: flatName(trees.entries * 0.9 - 1) },
    offset: { offset: trees.entries / 2 },
  };
  // Each time as if for the first time: nothing is remembered, but what is read is kept.
  const fileSystem = localDisk();
  return askListDir({ dir_path: trees.flat, depth: 1, limit: LIMIT, ...where[page] }, { fileSystem });
}

/**
 * Watches a one-millisecond timer. Returns a function that stops it and returns the longest time between two ticks. Only
 * this process's processor time counts, since a machine that is busy with other things delays any timer.
 * @returns {() => number}
 */
export function watchEventLoop() {
  let longest = 0;
  let last = performance.now();
  let lastComputed = computedTime();
  const tick = () => {
    const now = performance.now();
    const computed = computedTime();
    longest = Math.max(longest, Math.min(now - last, computed - lastComputed));
    last = now;
    lastComputed = computed;
  };
  const timer = setInterval(tick, 1);
  return () => {
    clearInterval(timer);
    tick();
    return longest;
  };
}

/** The processor time of all threads of this process so far, in milliseconds. */
function computedTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The most memory that this process ever used. Linux reports it for the program itself; `maxRSS` may be that of the process
 * that started it.
 */
export function peakMemory() {
  const status = process.platform === "linux" ? fs.readFileSync("/proc/self/status", "utf8") : "";
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  return (peak === undefined ? process.resourceUsage().maxRSS : Number(peak)) * 1024;
}

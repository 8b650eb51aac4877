// Maps: of the large tree, of the flat directory, of an ordinary project, and of a bucket, each compared with the plain way to
// read as much.
import fs from "node:fs";

import { createToolRouter, localDisk, s3 } from "../dist/index.js";
import { expect } from "./ask-list-dir.mjs";
import { peakMemory, watchEventLoop } from "./compare-flat.mjs";
import { interleave } from "./measure.mjs";
import { drain, readAndSortDirectory } from "./plain-ways.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("../dist/index.js").ToolRouterOptions} ToolRouterOptions */

/**
 * The text of a map, asked for as a host does.
 * @param {string} directory
 * @param {ToolRouterOptions} [options]
 */
async function askMap(directory, options = {}) {
  const payload = /** @type {const} */ ({ type: "function", arguments: JSON.stringify({ dir_path: directory }) });
  const { content } = await createToolRouter(options).dispatch({ toolName: "map_dir", callId: "bench", payload });
  return content;
}

/**
 * A disk that notes which directories are read.
 * @returns {{ fileSystem: import("../dist/index.js").FileSystem, read: string[] }}
 */
function notingDisk() {
  const disk = localDisk();
  /** @type {string[]} */
  const read = [];
  return {
    read,
    fileSystem: {
      ...disk,
      readDirectory(root, path, options) {
        read.push(path);
        return disk.readDirectory(root, path, options);
      },
    },
  };
}

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<{ reads: number, map: number, drain: number }>} Directories read, and median times.
 */
export async function compareMapOfTree({ trees, rounds }) {
  const disk = notingDisk();
  const text = await askMap(trees.tree, { fileSystem: disk.fileSystem });
  expect(text.split("\n").length > 1, "the map shows something");
  const { map = Number.NaN, drain: bare = Number.NaN } = await interleave(
    [
      { name: "map", run: () => askMap(trees.tree) },
      { name: "drain", run: () => drain(trees.flat) },
    ],
    rounds,
  );
  return { reads: disk.read.length, map, drain: bare };
}

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<{ map: number, eager: number }>} Median times.
 */
export async function compareMapOfFlat({ trees, rounds }) {
  const counts = [...(await askMap(trees.flat)).matchAll(/\* \((?<count>[\d,]+)\)/g)];
  const folded = counts.reduce((sum, { groups }) => sum + Number((groups?.["count"] ?? "").replaceAll(",", "")), 0);
  expect(folded > 0 && folded <= trees.entries, "the folds stand for the files");
  const { map = Number.NaN, eager = Number.NaN } = await interleave(
    [
      { name: "map", run: () => askMap(trees.flat) },
      { name: "eager", run: () => readAndSortDirectory(trees.flat, 0, 1) },
    ],
    rounds,
  );
  return { map, eager };
}

/**
 * One map in a process that has done nothing before but map a small directory.
 * @param {{ trees: Trees }} task
 * @returns {Promise<{ memory: number, longestHold: number }>} Bytes at the peak above those before, milliseconds.
 */
export async function probeMapOfFlat({ trees }) {
  await askMap(trees.project);
  const before = process.memoryUsage.rss();
  const stopWatching = watchEventLoop();
  await askMap(trees.flat);
  const longestHold = stopWatching();
  return { memory: peakMemory() - before, longestHold };
}

/**
 * @param {{ project: string, rounds: number }} task
 * @returns {Promise<{ directories: number, map: number, plain: number }>} Directories read, and median times.
 */
export async function compareMapOfProject({ project, rounds }) {
  const disk = notingDisk();
  await askMap(project, { fileSystem: disk.fileSystem });
  const directories = disk.read.map((path) => (path === "" ? project : `${project}/${path}`));
  const readAll = () => {
    for (const directory of directories) {
      fs.readdirSync(directory, { withFileTypes: true });
    }
  };
  const { map = Number.NaN, plain = Number.NaN } = await interleave(
    [
      { name: "map", run: () => askMap(project) },
      { name: "plain", run: readAll },
    ],
    rounds,
  );
  return { directories: directories.length, map, plain };
}

/**
 * How many requests a map of a bucket takes. The bucket is in this process and answers as S3 does, a thousand keys at a time.
 * @param {{ keys: number }} task
 * @returns {Promise<number>}
 */
export async function countMapRequests({ keys }) {
  const all = Array.from({ length: keys }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, "0");
    return `data/month=${String(1 + (index % 12)).padStart(2, "0")}/day=${day}/part-${String(index).padStart(6, "0")}.parquet`;
  }).sort();
  let requests = 0;
  const client = {
    send: async (/** @type {{ input: Record<string, any> }} */ { input }) => {
      requests += 1;
      return answer(all, input);
    },
  };
  const fileSystem = s3({ client: /** @type {any} */ (client) });
  const text = await askMap("s3://bucket", { fileSystem, stores: {} });
  expect(text.includes("data/"), "the map shows the bucket");
  return requests;
}

/**
 * @param {readonly string[]} keys In byte order, ASCII.
 * @param {Record<string, any>} input
 */
function answer(keys, { Prefix = "", Delimiter, StartAfter = "", ContinuationToken, MaxKeys = 1000 }) {
  const after = ContinuationToken ?? StartAfter;
  const most = Math.min(MaxKeys, 1000);
  /** @type {Map<string, boolean>} */
  const items = new Map();
  for (const key of keys) {
    const slash = Delimiter === undefined ? -1 : key.indexOf(Delimiter, Prefix.length);
    const item = slash === -1 ? key : key.slice(0, slash + 1);
    if (key.startsWith(Prefix) && item > after) {
      items.set(item, slash !== -1);
      if (items.size > most) {
        break;
      }
    }
  }
  const some = [...items].slice(0, most);
  const isTruncated = items.size > most;
  return {
    Contents: some.filter(([, isPrefix]) => !isPrefix).map(([Key]) => ({ Key, Size: 1 })),
    CommonPrefixes: some.filter(([, isPrefix]) => isPrefix).map(([key]) => ({ Prefix: key })),
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: some.at(-1)?.[0] }),
  };
}

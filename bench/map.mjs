// Maps: of the large tree, of the flat directory, of an ordinary project, and of a bucket, each compared with the plain way to
// read as much.
import fs from "node:fs";

import { s3 } from "../dist/index.js";
import { ask, notingDisk, watch } from "./ask.mjs";
import { amount, expect, holdRows, inFreshProcess, interleave, slower, worstOf, writeCount } from "./harness.mjs";
import { drain, readAndSortDirectory } from "./plain-ways.mjs";
import { makePathsTree } from "./trees.mjs";

/** The repository whose files are the ordinary project. */
const PROJECT = "codex";

const KEYS = 200_000;

export async function mapRows(trees, { treeRounds, projectRounds, probes }) {
  const size = writeCount(trees.entries);
  const tree = await run("compareMapOfTree", { trees, rounds: treeRounds });
  const flat = await run("compareMapOfFlat", { trees, rounds: treeRounds });
  const probe = await worstOf(probes, import.meta.url, "probeMapOfFlat", { trees });
  const { directory } = makePathsTree(PROJECT, () => {});
  const project = await run("compareMapOfProject", { project: directory, rounds: Math.ceil(projectRounds / 10) });
  const requests = await run("countMapRequests", { keys: KEYS });
  const work = { tree: `map of a tree of ${size}`, flat: `map of a directory of ${size}` };
  const ofProject = `map of a project of ${writeCount(project.directories)} directories`;
  return [
    amount(`${work.tree}: directories read`, tree.reads, writeCount, "<=", 2000),
    slower(work.tree, tree.map, "bare drain of as many files", tree.drain, 1),
    slower(work.flat, flat.map, "read and sort it once", flat.eager, 1.2),
    ...holdRows(work.flat, probe, 96),
    slower(ofProject, project.map, "`readdirSync` of the same directories", project.plain, 3),
    amount(`map of a bucket of ${writeCount(KEYS)} keys: requests`, requests, writeCount, "<=", 16),
  ];
}

function askMap(directory, options) {
  return ask("map_dir", { dir_path: directory }, options);
}

export async function compareMapOfTree({ trees, rounds }) {
  const { read, fileSystem } = notingDisk();
  const text = await askMap(trees.tree, { fileSystem });
  expect(text.split("\n").length > 1, "the map shows something");
  const contestants = { map: () => askMap(trees.tree), drain: () => drain(trees.flat) };
  return { reads: read.length, ...(await interleave(contestants, rounds)) };
}

export async function compareMapOfFlat({ trees, rounds }) {
  const counts = [...(await askMap(trees.flat)).matchAll(/\* \(([\d,]+)\)/g)];
  const folded = counts.reduce((sum, [, count]) => sum + Number(count.replaceAll(",", "")), 0);
  expect(folded > 0 && folded <= trees.entries, "the folds stand for the files");
  const contestants = { map: () => askMap(trees.flat), eager: () => readAndSortDirectory(trees.flat, 0, 1) };
  return interleave(contestants, rounds);
}

/** One map in a process that has done nothing before but map a small directory. */
export async function probeMapOfFlat({ trees }) {
  await askMap(trees.project);
  return watch(() => askMap(trees.flat));
}

export async function compareMapOfProject({ project, rounds }) {
  const { read, fileSystem } = notingDisk();
  await askMap(project, { fileSystem });
  const directories = read.map((path) => (path === "" ? project : `${project}/${path}`));
  const plain = () => directories.forEach((directory) => fs.readdirSync(directory, { withFileTypes: true }));
  return { directories: read.length, ...(await interleave({ map: () => askMap(project), plain }, rounds)) };
}

/** How many requests a map of a bucket takes. The bucket is in this process and answers as S3 does, a thousand keys at a time. */
export async function countMapRequests({ keys }) {
  const all = Array.from(
    { length: keys },
    (_, index) =>
      `data/month=${pad(1 + (index % 12), 2)}/day=${pad(1 + (index % 28), 2)}/part-${pad(index, 6)}.parquet`,
  ).sort();
  let requests = 0;
  const client = {
    send: async ({ input }) => {
      requests += 1;
      return answer(all, input);
    },
  };
  const text = await askMap("s3://bucket", { fileSystem: s3({ client }), stores: {} });
  expect(text.includes("data/"), "the map shows the bucket");
  return requests;
}

function answer(keys, { Prefix = "", Delimiter, StartAfter = "", ContinuationToken, MaxKeys = 1000 }) {
  const after = ContinuationToken ?? StartAfter;
  const most = Math.min(MaxKeys, 1000);
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
    CommonPrefixes: some.filter(([, isPrefix]) => isPrefix).map(([prefix]) => ({ Prefix: prefix })),
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: some.at(-1)[0] }),
  };
}

function run(name, task) {
  return inFreshProcess(import.meta.url, name, task);
}

function pad(number, digits) {
  return String(number).padStart(digits, "0");
}

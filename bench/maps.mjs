// Maps of the large tree, of the flat directory and of an ordinary project, each beside the plain way to read as much.
import fs from "node:fs";

import { ask, notingDisk } from "./ask.mjs";
import { readLines } from "./economy/repositories.mjs";
import { expect, interleave } from "./harness.mjs";
import { readAndSortDirectory } from "./plain-ways.mjs";
import { makeTree } from "./trees.mjs";
import { amount, shown, slower, withoutLimit, writeCount, writeTime } from "./rows.mjs";

const SAME_READS = "`readdirSync` of the same directories";

function map(directory, options) {
  return ask("map_dir", { dir_path: directory }, options);
}

/** The directories that a map reads. */
async function directoriesOf(directory) {
  const { read, fileSystem } = notingDisk();
  expect((await map(directory, { fileSystem })).includes("/ ("), "the map shows closed directories");
  return read;
}

function readPlainly(directories) {
  directories.forEach((directory) => fs.readdirSync(directory, { withFileTypes: true }));
}

export async function mapOfTree({ trees, treeRounds }) {
  const read = await directoriesOf(trees.tree);
  const contestants = {
    map: () => map(trees.tree),
    plain: () => readPlainly(read),
  };
  const times = await interleave(contestants, 3 * treeRounds);
  const work = `map of a tree of ${writeCount(trees.entries)}`;
  return [
    amount(`${work}: directories read`, read.length, writeCount, "<=", 10_000),
    shown(`${work}: time`, writeTime(times.map), "times of different machines can't be compared"),
    slower(work, times.map, SAME_READS, times.plain),
  ];
}

export async function mapOfFlat({ trees, treeRounds }) {
  const contestants = { map: () => map(trees.flat), eager: () => readAndSortDirectory(trees.flat, 1) };
  expect((await contestants.map()).includes("file-"), "the map shows files");
  const times = await interleave(contestants, treeRounds);
  const work = `map of a directory of ${writeCount(trees.entries)}`;
  const row = slower(work, times.map, "read and sort it once", times.eager);
  return [withoutLimit(row, "a map keeps no names for the next one: with them it would take more memory than it may")];
}

export async function mapOfProject({ projectRounds }) {
  const directory = makeTree("codex", readLines("codex.paths"));
  const read = await directoriesOf(directory);
  const contestants = { map: () => map(directory), plain: () => readPlainly(read) };
  const times = await interleave(contestants, Math.ceil(projectRounds / 10));
  const row = slower(`map of a project of ${read.length} directories`, times.map, SAME_READS, times.plain);
  return [withoutLimit(row, "choosing what to show takes longer than reading so few directories")];
}

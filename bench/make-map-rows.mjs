// The rows of maps: what to run for each, and what it must reach.
import { makePathsTree } from "./make-trees.mjs";
import { atMost, numberRow, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeCount, writeMemory, writeTime, writeTimes } from "./write-number.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

/** The repository whose files are the ordinary project. */
const PROJECT = "codex";

const KEYS = 200_000;

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeMapRows(trees, settings) {
  const size = writeCount(trees.entries);
  const { treeRounds, projectRounds } = settings;
  const tree = await runInChild("compareMapOfTree", { trees, rounds: treeRounds });
  const flat = await runInChild("compareMapOfFlat", { trees, rounds: treeRounds });
  const probe = await probeFlat(trees, settings.probes);
  const project = makePathsTree(PROJECT, () => {});
  const ordinary = await runInChild("compareMapOfProject", { project, rounds: Math.ceil(projectRounds / 10) });
  const requests = await runInChild("countMapRequests", { keys: KEYS });
  return [
    numberRow(`map of a tree of ${size}: directories read`, tree.reads, writeCount, atMost(2000, writeCount)),
    slowerRow(
      { work: `map of a tree of ${size}`, ours: tree.map, against: "bare drain of as many files", theirs: tree.drain },
      atMost(1, writeTimes),
    ),
    slowerRow(
      { work: `map of a directory of ${size}`, ours: flat.map, against: "read and sort it once", theirs: flat.eager },
      atMost(1.2, writeTimes),
    ),
    numberRow(
      `map of a directory of ${size}: more memory`,
      probe.memory,
      writeMemory,
      atMost(96 * 2 ** 20, writeMemory),
    ),
    numberRow(
      `map of a directory of ${size}: longest hold of the event loop`,
      probe.longestHold,
      writeTime,
      atMost(50, writeTime),
    ),
    slowerRow(
      {
        work: `map of a project of ${writeCount(ordinary.directories)} directories`,
        ours: ordinary.map,
        against: "`readdirSync` of the same directories",
        theirs: ordinary.plain,
      },
      atMost(3, writeTimes),
    ),
    numberRow(`map of a bucket of ${writeCount(KEYS)} keys: requests`, requests, writeCount, atMost(16, writeCount)),
  ];
}

/**
 * The worst of several fresh processes.
 * @param {Trees} trees
 * @param {number} probes
 */
async function probeFlat(trees, probes) {
  const worst = { memory: 0, longestHold: 0 };
  for (let probe = 0; probe < probes; probe += 1) {
    const { memory, longestHold } = await runInChild("probeMapOfFlat", { trees });
    worst.memory = Math.max(worst.memory, memory);
    worst.longestHold = Math.max(worst.longestHold, longestHold);
  }
  return worst;
}

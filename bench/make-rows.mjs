// The rows that have a bound: what to run for each, and what it must reach.
import { atLeast, atMost, exactly, fasterRow, numberRow, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeCount, writeFaster, writeMemory, writeTime, writeTimes } from "./write-number.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

const EAGER_TREE = "read and sort the tree";
const EAGER_DIRECTORY = "read and sort the directory";

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeFirstPageRows(trees, settings) {
  const { reads, times } = await runInChild("compareFirstPages", { trees, rounds: settings.treeRounds });
  const { eager = Number.NaN, ...ours } = times;
  return Object.entries(ours).flatMap(([name, time]) => {
    const work = `tree, first page, ${name}`;
    return [
      fasterRow({ work, ours: time, against: EAGER_TREE, theirs: eager }, atLeast(300, writeFaster)),
      numberRow(`${work}: directories read`, reads[name] ?? Number.NaN, writeCount, atMost(40, writeCount)),
    ];
  });
}

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeWholeTreeRows(trees, settings) {
  const { distinct, paged, eager } = await runInChild("compareWholeTree", { trees, rounds: settings.pagingRounds });
  const work = "whole tree, pages of 1000 with `after`";
  return [
    slowerRow({ work, ours: paged, against: EAGER_TREE, theirs: eager }, atMost(3, writeTimes)),
    numberRow(`${work}: entries, each once`, distinct, writeCount, exactly(trees.entries, writeCount)),
  ];
}

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeFlatRows(trees, settings) {
  const times = await runInChild("compareFlat", { trees, rounds: settings.flatRounds });
  const rows = [];
  for (const page of /** @type {const} */ (["first", "after"])) {
    const work = page === "first" ? "flat, first page" : `flat, \`after\` entry ${writeCount(trees.entries * 0.9)}`;
    const { memory, longestHold } = await probePage(trees, page, settings.probes);
    const compared = { work, ours: times[page], against: "bare drain", theirs: times.drain };
    rows.push(
      slowerRow(compared, atMost(1.5, writeTimes)),
      numberRow(`${work}: more memory`, memory, writeMemory, atMost(64 * 2 ** 20, writeMemory)),
      numberRow(`${work}: longest hold of the event loop`, longestHold, writeTime, atMost(50, writeTime)),
    );
  }
  const work = `flat, \`offset\` ${writeCount(trees.entries / 2)}`;
  const compared = { work, ours: times.offset, against: EAGER_DIRECTORY, theirs: times.eager };
  return [...rows, slowerRow(compared, atMost(1, writeTimes))];
}

/**
 * The worst of several fresh processes.
 * @param {Trees} trees
 * @param {import("./compare-flat.mjs").FlatPage} page
 * @param {number} probes
 */
async function probePage(trees, page, probes) {
  const worst = { memory: 0, longestHold: 0 };
  for (let probe = 0; probe < probes; probe += 1) {
    const { memory, longestHold } = await runInChild("probeFlat", { trees, page });
    worst.memory = Math.max(worst.memory, memory);
    worst.longestHold = Math.max(worst.longestHold, longestHold);
  }
  return worst;
}

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeOrdinaryRows(trees, settings) {
  const inProcess = await runInChild("compareProject", { trees, rounds: settings.projectRounds });
  const asProcess = await runInChild("compareProcess", { trees, rounds: settings.processRounds });
  return [
    slowerRow(
      {
        work: "project root, depth 2",
        ours: inProcess.dirleaf,
        against: "`fs.promises.readdir`, one after the other",
        theirs: inProcess.promises,
      },
      atMost(2, writeTimes),
    ),
    slowerRow(
      {
        work: "`dirleaf <project>`, a process",
        ours: asProcess.dirleaf,
        against: "`node -e 0`",
        theirs: asProcess.bare,
      },
      atMost(1.4, writeTimes),
    ),
  ];
}

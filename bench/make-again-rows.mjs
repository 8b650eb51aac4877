// The rows about what comes after the first page.
import { atLeast, atMost, fasterRow, numberRow, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeFaster, writeMemory, writeTimes } from "./write-number.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

const DRAIN = "bare drain";

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeAgainRows(trees, settings) {
  const times = await runInChild("compareAgain", { trees, rounds: settings.pagingRounds });
  const names = await runInChild("probeNames", { trees });
  const rows = [
    fasterRow(
      { work: "flat again, any `after`", ours: times.after, against: DRAIN, theirs: times.drain },
      atLeast(100, writeFaster),
    ),
    fasterRow(
      { work: "flat again, any `offset`", ours: times.offset, against: DRAIN, theirs: times.drain },
      atLeast(100, writeFaster),
    ),
    slowerRow(
      {
        work: "flat, all pages of 1000",
        ours: times.pages,
        against: "read and sort the directory",
        theirs: times.sort,
      },
      atMost(3, writeTimes),
    ),
    numberRow("flat, names in memory", names, writeMemory, atMost(48 * 2 ** 20, writeMemory)),
  ];
  for (const place of /** @type {const} */ (["flat", "tree"])) {
    const { all, sort, memory } = await runInChild("compareAll", { trees, rounds: settings.pagingRounds, place });
    const against = place === "flat" ? "read and sort the directory" : "read and sort the tree";
    rows.push(
      slowerRow({ work: `\`dirleaf --all <${place}>\``, ours: all, against, theirs: sort }, atMost(3, writeTimes)),
      numberRow(`\`dirleaf --all <${place}>\`: memory`, memory, writeMemory, atMost(256 * 2 ** 20, writeMemory)),
    );
  }
  return rows;
}

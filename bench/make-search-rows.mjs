// The rows of the search: what it may cost beside the programs that do nothing else.
import { atMost, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeCount, writeTimes } from "./write-number.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

const FD_MISSING = "not installed (Debian: fd-find)";

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeSearchRows(trees, settings) {
  const { find, fd, ours } = await runInChild("compareSearch", { trees, rounds: settings.searchRounds });
  const place = `${writeCount(trees.searched)} entries`;
  return Object.entries(ours).flatMap(([name, time]) => {
    const work = `search for \`*quote*\` in ${place}, ${name}`;
    const against = { find: "`find -name`, without its start", fd: "`fd -u --glob`, without its start" };
    return [
      slowerRow({ work, ours: time, against: against.find, theirs: find }, atMost(3, writeTimes)),
      fd === undefined
        ? { work, against: against.fd, measured: FD_MISSING }
        : slowerRow({ work, ours: time, against: against.fd, theirs: fd }),
    ];
  });
}

// The rows of the peers: their times next to ours, and what each of them lacks. No bound.
import { fasterRow, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makePeerRows(trees, settings) {
  const rows = [];
  for (const [name, root, depth] of /** @type {const} */ ([
    ["tree", trees.tree, 100],
    ["flat", trees.flat, 1],
  ])) {
    for (const kind of /** @type {const} */ (["library", "command"])) {
      const task = { kind, root, depth, rounds: settings.peerRounds };
      const { dirleaf, peers } = await runInChild("comparePeers", task);
      rows.push(...peers.map((peer) => makePeerRow(`${name}, first page, ${kind}`, dirleaf, peer)));
    }
  }
  return rows;
}

/**
 * @param {string} work
 * @param {number} ours
 * @param {import("./compare-peers.mjs").PeerResult} peer
 * @returns {Row}
 */
function makePeerRow(work, ours, { name, lacks, time }) {
  const against = `${name} (${lacks})`;
  if (time === undefined) {
    return { work, ours, against, measured: "not installed" };
  }
  const times = { work, ours, against, theirs: time };
  return ours < time ? fasterRow(times) : slowerRow(times);
}

// The rows of filters and the sandbox: what they may cost, and what they must save.
import { atMost, slowerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeTimes } from "./write-number.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * @param {Trees} trees
 * @param {Settings} settings
 * @returns {Promise<Row[]>}
 */
export async function makeFilterRows(trees, settings) {
  const pages = await runInChild("compareGitignore", { trees, rounds: settings.treeRounds });
  const checkout = await runInChild("compareCheckout", { trees, rounds: settings.projectRounds });
  const drains = await runInChild("compareDrains", { trees, rounds: settings.pagingRounds });
  const against = "the same without";
  const ordinary = Object.entries({
    "checkout, default listing": checkout.top,
    "checkout, default listing within roots": checkout.held,
    "its `src`, default listing within roots": checkout.inside,
  }).map(([work, { gitignore, plain }]) =>
    slowerRow({ work, ours: gitignore, against: "with `gitignore: off`", theirs: plain }, atMost(1.5, writeTimes)),
  );
  return [
    ...ordinary,
    slowerRow(
      { work: "tree, first page, `gitignore: collapse`", ours: pages.gitignore, against, theirs: pages.plain },
      atMost(3, writeTimes),
    ),
    slowerRow(
      { work: "whole tree, `exclude: **/node_modules`", ours: drains.excluded, against, theirs: drains.plain },
      atMost(1, writeTimes),
    ),
    slowerRow(
      { work: "whole tree, within a held root", ours: drains.sandboxed, against, theirs: drains.plain },
      atMost(1.5, writeTimes),
    ),
  ];
}

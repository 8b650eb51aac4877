// `npm run bench`: makes the trees, runs every comparison, prints one table. Ends with 1 where a bound is missed.
// `npm run bench -- --small` takes seconds: trees of 20,000 entries, bounds shown but not judged.
import fs from "node:fs";
import os from "node:os";

import { makeFilterRows } from "./make-filter-rows.mjs";
import { makePeerRows } from "./make-peer-rows.mjs";
import { makeFirstPageRows, makeFlatRows, makeOrdinaryRows, makeWholeTreeRows } from "./make-rows.mjs";
import { makeTrees } from "./make-trees.mjs";
import { parseSettings } from "./settings.mjs";
import { writeTable } from "./table.mjs";
import { writeCount } from "./write-number.mjs";

/** By what the progress line says. */
const PARTS = {
  "first pages of the tree": makeFirstPageRows,
  "the whole tree in pages": makeWholeTreeRows,
  "pages of the flat directory": makeFlatRows,
  "an ordinary project": makeOrdinaryRows,
  "filters and the sandbox": makeFilterRows,
  peers: makePeerRows,
};

/**
 * @param {readonly string[]} words
 * @returns {Promise<number>} The exit code.
 */
async function main(words) {
  const settings = parseSettings(words);
  if (!fs.existsSync(new URL("../dist/index.js", import.meta.url))) {
    throw new Error("there is no build to measure; run `npm run build` first");
  }
  const trees = makeTrees(settings.entries, report);
  // Work beside the benchmark shifts ratios between what computes and what waits for threads: whoever reads must know.
  const load = (os.loadavg()[0] ?? 0).toFixed(1);
  const rows = [];
  for (const [name, makeRows] of Object.entries(PARTS)) {
    report(name);
    rows.push(...(await makeRows(trees, settings)));
  }
  report("");
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} cores, load at the start ${load}`;
  console.log(`${writeCount(settings.entries)} entries, warm caches, medians. ${machine}.\n`);
  console.log(writeTable(rows, settings.judged));
  return settings.judged && rows.some(({ holds }) => holds === false) ? 1 : 0;
}

/**
 * Shows what is going on, in one line that is written over, and only to a person.
 * @param {string} message
 */
function report(message) {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\u{1b}[K${message}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

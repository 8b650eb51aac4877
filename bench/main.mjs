// `npm run bench`: creates the trees, runs every comparison, prints one table. Exits with 1 if a bound is missed.
// `npm run bench -- --small` takes seconds: trees of 20,000 entries, bounds shown but not judged.
// `npm run bench -- --only mcp` runs just one part.
import fs from "node:fs";
import os from "node:os";

import { makeAgainRows } from "./make-again-rows.mjs";
import { makeFilterRows } from "./make-filter-rows.mjs";
import { makeLoadRows } from "./make-load-rows.mjs";
import { makeMapRows } from "./make-map-rows.mjs";
import { makePeerRows } from "./make-peer-rows.mjs";
import { makeFirstPageRows, makeFlatRows, makeOrdinaryRows, makeWholeTreeRows } from "./make-rows.mjs";
import { makeSearchRows } from "./make-search-rows.mjs";
import { makeServerRows } from "./make-server-rows.mjs";
import { makeTrees } from "./make-trees.mjs";
import { parseSettings } from "./settings.mjs";
import { writeTable } from "./table.mjs";
import { writeCount } from "./write-number.mjs";

/** The parts that list the large trees, by name; `--only` takes these names. */
const TREE_PARTS = {
  "first-pages": makeFirstPageRows,
  "whole-tree": makeWholeTreeRows,
  flat: makeFlatRows,
  again: makeAgainRows,
  ordinary: makeOrdinaryRows,
  map: makeMapRows,
  filters: makeFilterRows,
  search: makeSearchRows,
  peers: makePeerRows,
};

/** The part that compares our MCP server with the reference. It has its own trees. */
const SERVER_PART = "mcp";

/** The part that counts what it costs an agent to find files. It needs the token counter of the MCP rows, and no trees. */
const ECONOMY_PART = "economy";

/** The part that counts what a first look at trees of several sizes costs, and draws it for the documents. */
const SIZES_PART = "sizes";

/** The part that puts our MCP server under load. It has its own tree, and takes minutes. */
const LOAD_PART = "load";

/** The part that lists an object store. Runs only on request: it needs Debian programs, and takes minutes. */
const STORE_PART = "stores";

/**
 * @param {readonly string[]} words
 * @returns {Promise<number>} The exit code.
 */
async function main(words) {
  const settings = parseSettings(words, [
    ...Object.keys(TREE_PARTS),
    SERVER_PART,
    ECONOMY_PART,
    SIZES_PART,
    LOAD_PART,
    STORE_PART,
  ]);
  if (!fs.existsSync(new URL("../dist/index.js", import.meta.url))) {
    throw new Error("there is no build to measure; run `npm run build` first");
  }
  const rows = [];
  const parts = Object.entries(TREE_PARTS).filter(([name]) => settings.only === undefined || settings.only === name);
  const trees = parts.length > 0 ? makeTrees(settings.entries, report) : undefined;
  // Other work on the machine shifts the ratio between computing and waiting for threads, so readers must know about it.
  const load = (os.loadavg()[0] ?? 0).toFixed(1);
  for (const [name, makeRows] of trees === undefined ? [] : parts) {
    report(name);
    rows.push(...(await makeRows(trees, settings)));
  }
  // In the quick mode only on request, because the reference takes long to install.
  const hasServerPart = settings.only === SERVER_PART || (settings.only === undefined && settings.judged);
  if (hasServerPart) {
    rows.push(...(await makeServerRows(settings, report)));
  }
  if (settings.only === ECONOMY_PART || (settings.only === undefined && settings.judged)) {
    const { makeEconomyRows } = await import("./make-economy-rows.mjs");
    rows.push(...(await makeEconomyRows(settings, report)));
  }
  if (settings.only === SIZES_PART || (settings.only === undefined && settings.judged)) {
    const { makeSizeRows } = await import("./make-size-rows.mjs");
    rows.push(...(await makeSizeRows(settings, report)));
  }
  if (settings.only === LOAD_PART || (settings.only === undefined && settings.judged)) {
    rows.push(...(await makeLoadRows(settings, report)));
  }
  if (settings.only === STORE_PART) {
    const { makeStoreRows } = await import("./make-store-rows.mjs");
    rows.push(...(await makeStoreRows(settings, report)));
  }
  report("");
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} cores, load at the start ${load}`;
  const sizes = trees === undefined ? "" : `${writeCount(settings.entries)} entries, `;
  const missing =
    hasServerPart || settings.only !== undefined
      ? ""
      : ` Without the rows of \`--only ${SERVER_PART}\`, \`--only ${ECONOMY_PART}\` and \`--only ${LOAD_PART}\`.`;
  console.log(`${sizes}warm caches, medians. ${machine}.${missing}\n`);
  console.log(writeTable(rows, settings.judged));
  return settings.judged && rows.some(({ holds }) => holds === false) ? 1 : 0;
}

/**
 * Shows progress in one line that is overwritten, and only on a terminal.
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

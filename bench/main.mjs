// `npm run bench`: creates the trees, runs every part, prints one table. Exits with 1 if a bound is missed.
// `npm run bench -- --small` takes seconds: trees of 20,000 entries, bounds shown but not judged.
// `npm run bench -- --only mcp` runs just one part.
import fs from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";

import { beside, writeCount, writeTable } from "./harness.mjs";
import { makeTrees } from "./trees.mjs";

/**
 * The parts by the names that `--only` takes: the module, and its function that returns rows. Parts with `trees` list the large
 * trees; `long` ones are left out with `--small`, unless asked for; `asked` ones always are.
 */
const PARTS = {
  "first-pages": { module: "pages", rows: "firstPageRows", trees: true },
  "whole-tree": { module: "pages", rows: "wholeTreeRows", trees: true },
  flat: { module: "pages", rows: "flatRows", trees: true },
  again: { module: "pages", rows: "againRows", trees: true },
  ordinary: { module: "pages", rows: "ordinaryRows", trees: true },
  map: { module: "map", rows: "mapRows", trees: true },
  filters: { module: "filters", rows: "filterRows", trees: true },
  search: { module: "filters", rows: "searchRows", trees: true },
  find: { module: "find", rows: "findRows", trees: true },
  peers: { module: "peers", rows: "peerRows", trees: true },
  // The MCP server beside the reference, which takes long to install.
  mcp: { module: "mcp", rows: "serverRows", long: true },
  // What it costs an agent to find files, and what a first look at trees of several sizes costs.
  economy: { module: "economy", rows: "economyRows", long: true },
  sizes: { module: "economy", rows: "sizeRows", long: true },
  // The MCP server under load. Takes minutes.
  load: { module: "load", rows: "loadRows", long: true },
  // An object store. Needs Debian programs, and takes minutes.
  stores: { module: "stores", rows: "storeRows", asked: true },
};

/** How large the trees are and how often everything runs. */
const FULL = {
  judged: true,
  // The size of the tree and of the flat directory.
  entries: 1_000_000,
  // Rounds for what reads the whole tree, pages through it, reads the flat directory, an ordinary project, starts a process.
  treeRounds: 5,
  pagingRounds: 3,
  flatRounds: 9,
  projectRounds: 300,
  processRounds: 60,
  searchRounds: 15,
  peerRounds: 5,
  // Fresh processes that measure one page's memory and event loop.
  probes: 5,
  // Calls to MCP servers: in one round, and before memory is measured.
  startRounds: 25,
  callRounds: 5,
  calls: 3000,
  httpCalls: 3000,
  httpMemoryCalls: 100_000,
  memoryCalls: 10_000,
  memoryProbes: 3,
  loadCalls: 100_000,
  // Files in the huge directory of the load test.
  loadFiles: 100_000,
  storeKeys: 200_000,
  // A page far into the directory.
  storePage: 1000,
  storeRounds: 20,
};

const SMALL = {
  ...FULL,
  judged: false,
  entries: 20_000,
  projectRounds: 40,
  processRounds: 20,
  searchRounds: 7,
  peerRounds: 3,
  probes: 2,
  startRounds: 5,
  callRounds: 3,
  calls: 300,
  httpCalls: 100,
  httpMemoryCalls: 1000,
  memoryCalls: 1000,
  memoryProbes: 1,
  loadCalls: 2000,
  loadFiles: 20_000,
  storeKeys: 5000,
  storePage: 20,
  storeRounds: 5,
};

/** Returns the exit code. */
async function main(words) {
  const options = { small: { type: "boolean", default: false }, only: { type: "string" } };
  const { small, only } = parseArgs({ args: words, options }).values;
  if (only !== undefined && !Object.hasOwn(PARTS, only)) {
    throw new Error(`--only must be one of ${Object.keys(PARTS).join(", ")}, not '${only}'`);
  }
  if (!fs.existsSync(beside("../dist/index.js"))) {
    throw new Error("there is no build to measure; run `npm run build` first");
  }
  const settings = small ? SMALL : FULL;
  const runsByDefault = ({ asked, long }) => asked !== true && !(small && long === true);
  const chosen = Object.keys(PARTS).filter((name) => (only === undefined ? runsByDefault(PARTS[name]) : name === only));
  const trees = chosen.some((name) => PARTS[name].trees) ? makeTrees(settings.entries, report) : undefined;
  // Other work on the machine shifts the ratio between computing and waiting for threads, so readers must know about it.
  const load = os.loadavg()[0].toFixed(1);
  const rows = [];
  for (const name of chosen) {
    report(name);
    const { [PARTS[name].rows]: makeRows } = await import(`./${PARTS[name].module}.mjs`);
    rows.push(...(await (PARTS[name].trees ? makeRows(trees, settings) : makeRows(settings, report))));
  }
  report("");
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${os.cpus().length} cores`;
  const sizes = trees === undefined ? "" : `${writeCount(settings.entries)} entries, `;
  const missing = Object.keys(PARTS).filter((name) => only === undefined && small && PARTS[name].long);
  const without = missing.length === 0 ? "" : ` Without the parts ${missing.join(", ")}; \`--only\` runs them.`;
  console.log(`${sizes}warm caches, medians. ${machine}, load at the start ${load}.${without}\n`);
  console.log(writeTable(rows, settings.judged));
  return settings.judged && rows.some(({ holds }) => holds === false) ? 1 : 0;
}

/** Shows progress in one line that is overwritten, and only on a terminal. */
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

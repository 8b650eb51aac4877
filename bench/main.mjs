// `npm run bench`: creates the trees, runs every part, prints one table. Exits with 1 if a limit is missed.
// `npm run bench -- --small` only shows that everything runs: trees of 20,000 entries, limits not judged.
// `npm run bench -- --only mcp` runs just one part. `--clones <folder>` has the clones that the parts `economy` and `swebench` read
// (docs/benchmarks.md says how to make them).
import fs from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";

import { beside, inFreshProcess } from "./harness.mjs";
import { installReference } from "./reference.mjs";
import { makeTrees } from "./trees.mjs";
import { writeCount, writeTable } from "./rows.mjs";

/**
 * The parts, each a module. Every function that it exports runs in a fresh process and returns rows. Parts with `trees` list the
 * large trees, those with `reference` need the packages in `reference/`; `long` ones are left out with `--small`, unless asked for,
 * and `asked` ones always are. Parts that take minutes say so before they begin.
 */
const PARTS = {
  pages: { trees: true },
  maps: { trees: true },
  searches: { trees: true },
  names: {},
  memory: { trees: true },
  peers: { trees: true },
  mcp: { reference: true, long: true },
  economy: { reference: true, long: true, minutes: 10 },
  swebench: { reference: true, asked: true },
  finders: { reference: true, long: true },
  load: { long: true },
  // Needs Debian's packages of Ceph.
  stores: { asked: true },
};

/** How large the trees are, and how often everything runs. */
const FULL = {
  // The size of the tree and of the flat directory.
  entries: 1_000_000,
  // Rounds for what reads the whole tree, pages through it, reads the flat directory, lists a project, starts a process, searches.
  treeRounds: 5,
  pagingRounds: 3,
  flatRounds: 9,
  projectRounds: 300,
  processRounds: 60,
  searchRounds: 15,
  // MCP servers: starts, rounds of calls, calls in one round, and calls before memory is measured.
  startRounds: 25,
  callRounds: 5,
  calls: 3000,
  memoryCalls: 10_000,
  loadCalls: 100_000,
  // Files in the huge directory of the load test.
  loadFiles: 100_000,
  storeKeys: 200_000,
  // A page far into the directory.
  storePage: 1000,
  storeRounds: 8,
};

const SMALL = Object.fromEntries(Object.entries(FULL).map(([name, count]) => [name, Math.max(2, count / 50)]));

/** What a part must reach that ended with an error. */
const FAILED = "no error";

/** Returns the exit code. */
async function main(words) {
  const options = {
    small: { type: "boolean", default: false },
    only: { type: "string" },
    clones: { type: "string" },
    data: { type: "string" },
  };
  const { small, only, clones, data } = parseArgs({ args: words, options }).values;
  if (only !== undefined && !Object.hasOwn(PARTS, only)) {
    throw new Error(`--only must be one of ${Object.keys(PARTS).join(", ")}, not '${only}'`);
  }
  if (!fs.existsSync(beside("../dist/index.js"))) {
    throw new Error("there is no build to measure; run `npm run build` first");
  }
  const isDefault = ({ asked, long }) => asked !== true && !(small && long === true);
  const chosen = Object.keys(PARTS).filter((name) => (only === undefined ? isDefault(PARTS[name]) : name === only));
  const settings = small ? SMALL : FULL;
  for (const name of chosen.filter((part) => PARTS[part].minutes !== undefined)) {
    console.error(`${name} takes about ${PARTS[name].minutes} minutes`);
  }
  const trees = chosen.some((name) => PARTS[name].trees) ? makeTrees(settings.entries) : undefined;
  if (chosen.some((name) => PARTS[name].reference)) {
    installReference();
  }
  // Other work on the machine slows down the two sides of a ratio to different degrees, so readers must know about it.
  const load = os.loadavg()[0].toFixed(1);
  const rows = [];
  for (const part of chosen) {
    for (const name of Object.keys(await import(`./${part}.mjs`))) {
      console.error(`${part}: ${name}`);
      try {
        rows.push(...(await inFreshProcess(`./${part}.mjs`, name, { ...settings, trees, clones, data })));
      } catch (error) {
        // The other rows are shown all the same.
        rows.push({ work: `${part}: ${name}`, measured: error.message.split("\n", 1)[0], bound: FAILED, holds: false });
      }
    }
  }
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${os.availableParallelism()} cores`;
  const size = trees === undefined ? "" : `${writeCount(settings.entries)} entries, `;
  console.log(`${size}warm caches, medians. ${machine}, load at the start ${load}. Parts: ${chosen.join(", ")}.\n`);
  console.log(writeTable(rows, !small));
  return rows.some(({ holds, bound }) => holds === false && (!small || bound === FAILED)) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));

// Runs the package and its tests in other runtimes: `npm run prove -- runtimes [--only bun] [--all]`. The runtimes come from
// npm with their own lock file. All of them run the package, and the newest Node some folders of the tests; with `--all`, every Node runs
// all tests.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { askRuntime, compareAnswers } from "./check-package.mjs";
import { vectorCalls } from "./library-calls.mjs";
import { makePlaces } from "./make-places.mjs";
import { QUICK, runSuite } from "./run-suite.mjs";
import { installRuntimes, NEWEST_NODE, THIS_NODE } from "./runtimes.mjs";
import { endProcesses } from "../run-process.mjs";
import { runProof } from "../run-proof.mjs";
import { QUIETLY } from "../../packaging/install-locked.mjs";
import { packPackage } from "../../packaging/pack-package.mjs";

/** A runtime takes ten seconds on two cores, and the whole suite two minutes. */
const LONGEST_MS = 2_400_000;

const { values } = parseArgs({ options: { only: { type: "string" }, all: { type: "boolean", default: false } } });
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-runtimes-")));
// Tests that give up root must still be able to enter this folder.
fs.chmodSync(folder, 0o755);
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  TMPDIR: folder,
  NO_COLOR: "1",
  DENO_DIR: path.join(folder, "deno"),
  DENO_NO_UPDATE_CHECK: "1",
};

/** Installs the package into an empty folder, as a user would, beside the program that calls it. */
function installPackage() {
  const consumer = path.join(folder, "consumer");
  fs.mkdirSync(consumer);
  fs.writeFileSync(path.join(consumer, "package.json"), '{"private":true,"type":"module"}\n');
  execFileSync("npm", ["install", ...QUIETLY, path.join(folder, packPackage(folder).filename)], {
    cwd: consumer,
    stdio: ["ignore", "ignore", "inherit"],
  });
  fs.copyFileSync(path.join(import.meta.dirname, "answer-calls.mjs"), path.join(consumer, "answer-calls.mjs"));
  return consumer;
}

/**
 * The mount, while there is one.
 * @type {Awaited<ReturnType<typeof makePlaces>>["mount"]}
 */
let mount;

const NO_SUITE = { run: 0, passed: 0, problems: [] };

/** What a runtime did: a row of the table. */
async function proveRuntime(runtime, context, byThisNode) {
  const since = Date.now();
  const answered = await askRuntime(runtime, context);
  const wrong = compareAnswers(runtime, answered, byThisNode);
  const runsTests = values.all ? runtime.name.startsWith("node") : runtime.name === NEWEST_NODE;
  const suite = runsTests
    ? await runSuite(runtime, values.all ? [] : QUICK, { folder, env: { ...env, TMPDIR: os.tmpdir() } })
    : NO_SUITE;
  [...wrong, ...suite.problems].forEach((problem) => console.log(`FAILED: ${runtime.name}: ${problem}`));
  const row = {
    runtime: `${runtime.name} ${runtime.version}`,
    package: `${answered.length - wrong.length} of ${answered.length}`,
    tests: `${suite.passed} of ${suite.run}`,
    seconds: Math.round((Date.now() - since) / 1000),
  };
  const isRight = wrong.length + suite.problems.length === 0;
  console.log(`${isRight ? "ok" : "FAILED"}: ${row.runtime}: ${row.package} of the package, ${row.tests} tests`);
  return { row, isRight };
}

async function main() {
  const runtimes = installRuntimes().filter(({ name }) => values.only === undefined || name === values.only);
  if (runtimes.length === 0) {
    throw new Error(`there is no runtime ${values.only}`);
  }
  const consumer = installPackage();
  const places = await makePlaces(folder);
  ({ mount } = places);
  const vectors = path.join(folder, "vectors");
  fs.mkdirSync(vectors);
  const context = { consumer, folder, places, vectors: vectorCalls(vectors), env };
  const byThisNode = await askRuntime(THIS_NODE, context);
  const wrong = compareAnswers(THIS_NODE, byThisNode, byThisNode);
  wrong.forEach((problem) => console.log(`FAILED: this Node: ${problem}`));
  const proved = [];
  for (const runtime of runtimes) {
    proved.push(await proveRuntime(runtime, context, byThisNode));
  }
  console.table(proved.map(({ row }) => row));
  return wrong.length === 0 && proved.every(({ isRight }) => isRight) ? 0 : 1;
}

async function cleanUp() {
  endProcesses();
  await mount?.unmount();
  // Node's own can't remove paths that are too long. A mount that is still there is left alone.
  spawnSync("rm", ["-rf", "--one-file-system", folder], { stdio: "ignore" });
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });

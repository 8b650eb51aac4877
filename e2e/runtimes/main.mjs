// Runs the package in other runtimes, and the tests of what reads the disk in the newest Node: `npm run e2e -- runtimes [bun …]`. The runtimes
// come from npm with their own lock file.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { QUIETLY } from "../../scripts/install-locked.mjs";
import { packPackage } from "../../scripts/pack-package.mjs";
import { chooseFrom, endProof, makeProofFolder, runProof } from "../checks.mjs";
import { runProcess } from "../processes.mjs";
import { askRuntime, compareAnswers } from "./ask-runtime.mjs";
import { makePlaces } from "./make-places.mjs";
import { installRuntimes, NEWEST_NODE, THIS_NODE } from "./runtimes.mjs";

/** A runtime takes ten seconds on two cores, and much longer beside the other proofs. */
const LONGEST_MS = 1_200_000;

/** Folders of tests that depend on how a runtime reads the disk. */
const TESTS = ["test/access", "test/disk", "test/filters"];

const project = path.join(import.meta.dirname, "../..");
const folder = makeProofFolder("runtimes");
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  TMPDIR: folder,
  NO_COLOR: "1",
  // In CI no test may be left out here either.
  DIRLEAF_REQUIRE_ALL: process.env.DIRLEAF_REQUIRE_ALL,
  DENO_DIR: path.join(folder, "deno"),
  DENO_NO_UPDATE_CHECK: "1",
};

/** Installs the package into an empty folder, as a user would, beside the program that calls it. */
function installPackage() {
  const consumer = path.join(folder, "consumer");
  fs.mkdirSync(consumer);
  fs.writeFileSync(path.join(consumer, "package.json"), '{"private":true,"type":"module"}\n');
  const words = ["install", ...QUIETLY, path.join(folder, packPackage(folder).filename)];
  execFileSync("npm", words, { cwd: consumer, stdio: ["ignore", "ignore", "inherit"] });
  for (const file of ["answer-calls.mjs", "../calls.mjs", "../workspace.mjs"]) {
    fs.copyFileSync(path.join(import.meta.dirname, file), path.join(consumer, path.basename(file)));
  }
  return consumer;
}

/** What went wrong with the tests in a runtime. */
async function runTests({ program }) {
  const words = [path.join(project, "node_modules/vitest/vitest.mjs"), "run", "--mode", "whole", ...TESTS];
  const options = { cwd: project, env: { ...env, TMPDIR: os.tmpdir() }, timeoutMs: LONGEST_MS };
  const { code, stdout, stderr } = await runProcess(program, words, options);
  return code === 0 && /Tests +\d+ passed/.test(stdout) ? [] : [`the tests ended with ${code}: ${stdout}${stderr}`];
}

async function main() {
  const all = installRuntimes();
  const chosen = chooseFrom(all.map(({ name }) => name));
  const consumer = installPackage();
  const places = makePlaces(folder);
  const command = path.join(consumer, "node_modules/dirleaf/dist/cli/main.cjs");
  const context = { consumer, command, folder, places, env };
  const byThisNode = await askRuntime({ ...context, runtime: THIS_NODE });
  const rows = [];
  for (const runtime of [THIS_NODE, ...all.filter(({ name }) => chosen.includes(name))]) {
    const own = { ...context, runtime };
    const answered = runtime === THIS_NODE ? byThisNode : await askRuntime(own);
    const tested = runtime.name === NEWEST_NODE ? await runTests(runtime) : [];
    const wrong = [...compareAnswers(own, answered, byThisNode), ...tested];
    wrong.forEach((problem) => console.log(`FAILED: ${runtime.name}: ${problem}`));
    rows.push({ runtime: `${runtime.name} ${runtime.version}`, answers: answered.length, failed: wrong.length });
  }
  console.table(rows);
  return rows.every(({ failed }) => failed === 0) ? 0 : 1;
}

await runProof({ main, cleanUp: () => endProof(folder), longestMs: LONGEST_MS });

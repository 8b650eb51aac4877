// Runs the tests of the project in one runtime with vitest, and compares what failed with what is known not to work there.
import fs from "node:fs";
import path from "node:path";

import { runProcess } from "../run-process.mjs";

const project = path.join(import.meta.dirname, "../..");

/** What depends on how a runtime reads the disk. The package answers the contract's vectors and the other calls in every runtime anyway. */
export const QUICK = ["access", "disk", "filters"];

/** How much is shown of what a run printed. */
const MOST_PRINTED = 4000;

/** Longer than the whole suite takes on a slow machine. */
const LONGEST_MS = 900_000;

/**
 * Tests that can't pass in a runtime, by the reason. `file` alone is not run there at all.
 * @returns {Record<string, string[]>}
 */
function readBaseline({ name }) {
  const file = path.join(import.meta.dirname, `baseline-${name}.json`);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
}

/** The test files in folders of `test/`, or all. */
function testFiles(folders) {
  return fs
    .readdirSync(path.join(project, "test"), { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => folders.length === 0 || folders.includes(file.split(path.sep)[0]))
    .map((file) => path.join("test", file));
}

/**
 * @param {import("./runtimes.mjs").Runtime} runtime
 * @param {readonly string[]} folders Below `test/`; none for the whole suite.
 */
export async function runSuite(runtime, folders, { folder, env }) {
  const known = Object.values(readBaseline(runtime)).flat();
  const report = path.join(folder, `suite-${runtime.name}.json`);
  const words = [
    ...runtime.tools,
    path.join(project, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=json",
    `--outputFile=${report}`,
    "--mode",
    "whole",
    ...testFiles(folders).filter((file) => !known.includes(file)),
  ];
  const { code, timedOut, stdout, stderr } = await runProcess(runtime.program, words, {
    cwd: project,
    env,
    timeoutMs: LONGEST_MS,
  });
  if (timedOut || !fs.existsSync(report)) {
    throw new Error(`the tests ended without a report (${timedOut ? "out of time" : code}): ${stdout}\n${stderr}`);
  }
  return judge(JSON.parse(fs.readFileSync(report, "utf8")), known, code, `${stdout}\n${stderr}`);
}

function judge({ testResults }, known, code, printed) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      name: [path.relative(project, name), ...ancestorTitles, title].join(" > "),
      status,
      why: failureMessages?.[0]?.split("\n")[0] ?? "",
    })),
  );
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const isKnown = new Set(known);
  const failed = tests.filter(({ status }) => status === "failed");
  const problems = [
    ...broken.map(({ name, message }) => `${path.relative(project, name)} did not run: ${message}`),
    ...failed.filter(({ name }) => !isKnown.has(name)).map(({ name, why }) => `${name}: ${why}`),
  ];
  const expectsFailures = failed.some(({ name }) => isKnown.has(name));
  if (problems.length === 0 && code !== 0 && !expectsFailures) {
    problems.push(`the run ended with ${code}, although every test passed: ${printed.slice(0, MOST_PRINTED)}`);
  }
  // Some of them depend on how busy the machine is, so this is only a hint.
  const better = tests.filter(({ name, status }) => status === "passed" && isKnown.has(name));
  better.forEach(({ name }) => console.log(`passes here, although it is on the list: ${name}`));
  const run = tests.filter(({ status }) => status === "passed" || status === "failed").length;
  return { run, passed: run - failed.length, known: failed.length, problems };
}

// Runs the tests of the project in another Node with vitest.
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
  const report = path.join(folder, `suite-${runtime.name}.json`);
  const words = [
    path.join(project, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=json",
    `--outputFile=${report}`,
    "--mode",
    "whole",
    ...testFiles(folders),
  ];
  const { code, timedOut, stdout, stderr } = await runProcess(runtime.program, words, {
    cwd: project,
    env,
    timeoutMs: LONGEST_MS,
  });
  if (timedOut || !fs.existsSync(report)) {
    throw new Error(`the tests ended without a report (${timedOut ? "out of time" : code}): ${stdout}\n${stderr}`);
  }
  return judge(JSON.parse(fs.readFileSync(report, "utf8")), code, `${stdout}\n${stderr}`);
}

function judge({ testResults }, code, printed) {
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
  const failed = tests.filter(({ status }) => status === "failed");
  const problems = [
    ...broken.map(({ name, message }) => `${path.relative(project, name)} did not run: ${message}`),
    ...failed.map(({ name, why }) => `${name}: ${why}`),
  ];
  if (problems.length === 0 && code !== 0) {
    problems.push(`the run ended with ${code}, although every test passed: ${printed.slice(0, MOST_PRINTED)}`);
  }
  const run = tests.filter(({ status }) => status === "passed" || status === "failed").length;
  return { run, passed: run - failed.length, problems };
}

// One run of the official conformance suite against a server.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { runProcess } from "../processes.mjs";

/**
 * Runs the whole suite for one version of the protocol. The suite itself fails if something fails that the baseline does not
 * list, and if something listed passes. Returns the suite's counts.
 */
export async function checkSuite({ node, conformance }, { url, specVersion, baseline, leastPassed, env }) {
  const args = [conformance, "server", "--url", url, "--suite", "all", "--spec-version", specVersion];
  const file = path.join(import.meta.dirname, baseline);
  const { code, stdout, stderr } = await runProcess(node, [...args, "--expected-failures", file], { env });
  const end = stdout.slice(stdout.indexOf("=== SUMMARY ==="));
  if (code !== 0) {
    throw new Error(`the suite found something:\n${end.slice(end.indexOf("Total:"))}${stderr}`);
  }
  const [, passed, failed] = /Total: (\d+) passed, (\d+) failed/.exec(end) ?? [];
  // The suite ignores listed checks that it did not reach, but a list of what does not apply must not contain them.
  const listed = fs.readFileSync(file, "utf8").match(/^ +- \S+$/gm);
  const met = end.match(/^ +~ \S+$/gm) ?? [];
  const stale = listed
    .map((line) => line.trim().slice(2))
    .filter((name) => !met.some((line) => line.endsWith(` ${name}`)));
  assert.deepEqual(stale, [], `${baseline} lists what the suite did not meet`);
  // A suite that does not run has no failures either.
  assert.ok(Number(passed) >= leastPassed, `${passed} checks passed, fewer than the ${leastPassed} of before`);
  return `${passed} passed, ${failed} do not apply`;
}

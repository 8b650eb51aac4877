// On a machine that has only Node, the tests pass, and the run says what it left out.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { temporaryFolder } from "./support/make-tree.ts";
import { onlyInDepth } from "./support/needs.ts";

const project = path.join(import.meta.dirname, "..");

/** Runs the completion tests, which need shells, without any. */
function runWithoutShells(variables: Readonly<Record<string, string>>): { status: number | null; lastLine: string } {
  const bare = temporaryFolder();
  fs.symlinkSync(process.execPath, path.join(bare, "node"));
  const words = [path.join(project, "node_modules/vitest/vitest.mjs"), "run", "test/cli/completion.test.ts"];
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: project,
    env: { PATH: bare, HOME: bare, ...variables },
    encoding: "utf8",
  });
  return { status, lastLine: stderr.trimEnd().split("\n").at(-1) ?? "" };
}

const LEFT_OUT =
  "2 tests for want of bash (apt-get install bash); " +
  "2 tests for want of zsh (apt-get install zsh); 2 tests for want of fish (apt-get install fish).";

const OUTCOMES = [
  { variables: {}, status: 0, lastLine: `Not run: ${LEFT_OUT}` },
  { variables: { DIRLEAF_REQUIRE_ALL: "1" }, status: 1, lastLine: `Failed, because not everything ran: ${LEFT_OUT}` },
];

test.for(OUTCOMES)(
  "tests that need a missing program are skipped, and the run ends with a line about them: $variables",
  ({ variables, status, lastLine }, { skip }) => {
    onlyInDepth(skip);
    expect(runWithoutShells(variables)).toEqual({ status, lastLine });
  },
);

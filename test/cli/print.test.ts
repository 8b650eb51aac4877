// No control character from a file name reaches the terminal.
import { expect, test } from "vitest";

import { makeEntries, temporaryFolder } from "../support/make-tree.ts";
import { ACTING, runCli, runInWindow } from "../support/run-cli.ts";

const HOSTILE = [
  "\x1b]0;title\x07",
  "\x9b31m",
  "\u202egnp.exe",
  "\x7f\b\b",
  "cr\rx",
  "\x1b[2J",
  "zero\u200bwidth",
  "tag\u{e0001}",
];

function hostileTree(): string {
  const root = temporaryFolder();
  makeEntries(
    root,
    HOSTILE.flatMap((name) => [
      { path: name, kind: "file" as const },
      { path: `${name}-link`, kind: "symlink" as const, target: name },
    ]),
  );
  return root;
}

test.for([
  [],
  ["--details"],
  ["--json"],
  ["call", "list_directory", '{"path":"."}'],
  ["--profile", "codex-sorted", "call", "list_dir", '{"dir_path":"."}'],
  ["call", "list_dir", '{"dir_path":"/\u009b31m"}'],
  ["call", "a\x1b[31m", "{}"],
  ["a\x1b[31m"],
  ["--a\x1b[31m"],
  ["mcp", "--a\x1b[31m"],
])("prints no control character to a terminal: %j", async (words, { skip }) => {
  const { text } = await runInWindow(skip, words, { cwd: hostileTree(), env: { NO_COLOR: "1" }, withErrors: true });
  expect(text).not.toBe("");
  expect(text).not.toMatch(ACTING);
});

test("in a pipe the profiles codex-* print names as they are", async () => {
  const json = JSON.stringify({ dir_path: hostileTree() });
  const { stdout } = await runCli(["call", "list_dir", json, "--profile", "codex-sorted"]);
  expect(HOSTILE.filter((name) => !stdout.includes(`${name}\n`))).toEqual([]);
});

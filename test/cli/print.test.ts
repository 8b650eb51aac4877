// No control character from a file name reaches the terminal.
import { expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeEntries, temporaryFolder } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { ACTING, runCli, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

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

const COMMANDS = [
  "",
  "--long",
  "--json",
  "--json --long",
  "--all",
  "--all --long --json",
  "--profile codex-sorted",
  "--profile codex-breadth",
  `call list_directory '{"path":"."}'`,
  `--profile codex-sorted call list_dir '{"dir_path":"."}'`,
  `call list_dir '{"dir_path":"/\u009b31m"}'`,
  `call "$(printf 'a\\033[31m')" '{}'`,
  `"$(printf 'a\\033[31m')"`,
  `"--$(printf 'a\\033[31m')"`,
  `mcp "--$(printf 'a\\033[31m')"`,
];

test.for(COMMANDS.slice(0, inDepth(4, Infinity)))(
  "prints no control character to a terminal: %s",
  async (how, { skip }) => {
    needProgram(skip, "script");
    const { text } = await cli.inTerminal(`"$NODE" "$DIRLEAF" ${how}`, { cwd: hostileTree(), env: { NO_COLOR: "1" } });
    expect(text).not.toBe("");
    expect(text).not.toMatch(ACTING);
  },
);

test("in a pipe the profiles of the original keep their bytes", async () => {
  const { stdout } = await runCli(["--profile", "codex-sorted", hostileTree()]);
  expect(HOSTILE.filter((name) => !stdout.includes(`${name}\n`))).toEqual([]);
});

// The completion scripts, run by their shells.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { COMMANDS } from "../../src/cli/command-line.ts";
import { optionsOf } from "../../src/cli/option-table.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { runCli, type Outcome } from "../support/run-cli.ts";

const scripts = new Map<string, Promise<Outcome>>();

/** The command is run once for each shell. */
async function scriptFor(shell: string): Promise<string> {
  const printed = scripts.get(shell) ?? runCli(["completion", shell]);
  scripts.set(shell, printed);
  const { status, stdout } = await printed;
  expect(status).toBe(0);
  return stdout;
}

/** Runs a shell script. */
function runShell(shell: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(shell, args, { encoding: "utf8", cwd, env: { ...process.env, HOME: cwd } });
  expect(stderr).toBe("");
  return stdout;
}

/** The lines of each answer, where `@@@` ends one. */
function readAnswers(stdout: string): string[][] {
  return stdout
    .split("@@@\n")
    .slice(0, -1)
    .map((answer) => answer.split("\n").filter((line) => line !== ""));
}

/** What bash offers for the last word after `dirleaf` in each of these lines, in order. */
async function completeInBash(lines: readonly string[], cwd: string): Promise<string[][]> {
  const asked = lines.map((line) => `ask '${line.replaceAll(" ", "' '")}'`);
  const script = `${await scriptFor("bash")}
ask() { COMP_WORDS=(dirleaf "$@"); COMP_CWORD=$#; COMPREPLY=(); _dirleaf; printf '%s\\n' "\${COMPREPLY[@]}" @@@; }
${asked.join("\n")}`;
  return readAnswers(runShell("bash", ["-c", script], cwd)).map((offers) => offers.toSorted());
}

/** What fish offers for each of these lines. */
async function completeInFish(lines: readonly string[], cwd: string): Promise<string[][]> {
  fs.writeFileSync(path.join(cwd, ".script.fish"), await scriptFor("fish"));
  const asked = lines.map((line) => `complete -C '${line}'; echo @@@`);
  const stdout = runShell("fish", ["--no-config", "-c", ["source .script.fish", ...asked].join("\n")], cwd);
  return readAnswers(stdout).map((offers) => offers.flatMap((offer) => offer.split("\t")[0] || []));
}

const ALL_OF_LIST = optionsOf("list").map(({ name }) => `--${name}`);
const ALL_OF_MAP = optionsOf("map").map(({ name }) => `--${name}`);
const ALL_OF_FIND = optionsOf("find").map(({ name }) => `--${name}`);

describe("completion", () => {
  test.for(["bash", "zsh", "fish"] as const)("prints a script that %s can read", async (shell, { skip }) => {
    needProgram(skip, shell);
    const file = path.join(temporaryFolder(), "script");
    fs.writeFileSync(file, await scriptFor(shell));
    expect(runShell(shell, ["-n", file], path.dirname(file))).toBe("");
  });

  test("bash offers options, values, commands, their words, and directories", async ({ skip }) => {
    needProgram(skip, "bash");
    const cwd = makeTree("dir one/", "file", "sub/", "schema-dir/");
    const expected: [words: string, offers: unknown][] = [
      ["--", ALL_OF_LIST.toSorted()],
      ["--or", ["--order"]],
      ["--order ", ["breadth", "tree"]],
      ["--limit ", []],
      ["-n ", []],
      ["-", expect.arrayContaining(["-I", "-L", "-a", "-n"])],
      ["sub d", ["dir one"]],
      ["d", ["dir one"]],
      ["sch", ["schema", "schema-dir"]],
      ["schema list_d", ["list_dir", "list_directory"]],
      ["--endpoint x call ", ["find_files", "list_dir", "list_directory", "map_dir"]],
      ["completion z", ["zsh"]],
      ["map --", ALL_OF_MAP.toSorted()],
      ["find --", ALL_OF_FIND.toSorted()],
      // Words can be anything.
      ["find s", []],
      ["find word -C s", ["schema-dir", "sub"]],
      ["mcp s", ["schema-dir", "sub"]],
      ["-- sch", ["schema-dir"]],
      ["map ", ["dir one", "schema-dir", "sub"]],
      ["help ", COMMANDS.map(({ name }) => name as string).toSorted()],
    ];
    const offered = await completeInBash(
      expected.map(([words]) => words),
      cwd,
    );
    expect(expected.map(([words], index) => [words, offered[index]])).toEqual(expected);
  });

  test("fish offers the same", async ({ skip }) => {
    needProgram(skip, "fish");
    const cwd = makeTree("file", "sub/");
    const containing = (names: readonly string[]) => expect.arrayContaining([...names]) as unknown;
    const expected: [line: string, offers: unknown][] = [
      ["dirleaf --", containing(ALL_OF_LIST)],
      ["dirleaf --order ", ["breadth", "tree"]],
      ["dirleaf s", containing(["schema", "sub/"])],
      ["dirleaf ", expect.not.arrayContaining(["file"])],
      ["dirleaf schema ", ["find_files", "list_dir", "list_directory", "map_dir"]],
      ["dirleaf find --", containing(ALL_OF_FIND)],
      ["dirleaf find s", []],
      ["dirleaf find word -C s", ["sub/"]],
      ["dirleaf map --", containing(ALL_OF_MAP)],
      ["dirleaf map --", expect.not.arrayContaining(["--limit"])],
      ["dirleaf -", containing(["-I", "-L", "-a", "-n"])],
    ];
    const offered = await completeInFish(
      expected.map(([line]) => line),
      cwd,
    );
    expect(expected.map(([line], index) => [line, offered[index]?.toSorted()])).toEqual(expected);
  });
});

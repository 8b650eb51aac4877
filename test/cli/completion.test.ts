// The completion scripts, run by their shells.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { COMMANDS } from "../../src/cli/parse-command.ts";
import { optionsOf } from "../../src/cli/option-table.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

const scripts = new Map<string, string>();

/** The command is run once for each shell. */
function scriptFor(shell: string): string {
  const script = scripts.get(shell) ?? cli.run(["completion", shell]).stdout;
  scripts.set(shell, script);
  return script;
}

/** Runs a shell script. */
function runShell(shell: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr } = spawnSync(shell, args, { encoding: "utf8", cwd, env: { ...process.env, HOME: cwd } });
  expect(stderr).toBe("");
  return stdout;
}

/** What bash offers for the last of these words. */
function completeInBash(words: readonly string[], cwd: string): string[] {
  const script = `${scriptFor("bash")}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dirleaf; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return runShell("bash", ["-c", script, "bash", "dirleaf", ...words], cwd)
    .split("\n")
    .filter((line) => line !== "");
}

function completeInFish(line: string, cwd: string): string[] {
  fs.writeFileSync(path.join(cwd, ".script.fish"), scriptFor("fish"));
  const stdout = runShell("fish", ["--no-config", "-c", `source .script.fish; complete -C '${line}'`], cwd);
  return stdout.split("\n").flatMap((offer) => offer.split("\t")[0] || []);
}

const ALL_OF_LIST = optionsOf("list").map(({ name }) => `--${name}`);
const ALL_OF_MAP = optionsOf("map").map(({ name }) => `--${name}`);
const ALL_OF_FIND = optionsOf("find").map(({ name }) => `--${name}`);

describe("completion", () => {
  test.for(["bash", "zsh", "fish"] as const)("prints a script that %s can read", (shell, { skip }) => {
    needProgram(skip, shell);
    const { status, stdout } = cli.run(["completion", shell]);
    expect(status).toBe(0);
    const file = path.join(temporaryFolder(), "script");
    fs.writeFileSync(file, stdout);
    expect(runShell(shell, ["-n", file], path.dirname(file))).toBe("");
  });

  test("bash offers options, values, commands, their words, and directories", ({ skip }) => {
    needProgram(skip, "bash");
    const cwd = makeTree("dir one/", "file", "sub/", "schema-dir/");
    const offers = (...words: string[]) => completeInBash(words, cwd).sort();
    expect(offers("--")).toEqual(ALL_OF_LIST.toSorted());
    expect(offers("--or")).toEqual(["--order"]);
    expect(offers("--order", "")).toEqual(["breadth", "tree"]);
    expect(offers("--gitignore", "c")).toEqual(["collapse"]);
    expect(offers("--limit", "")).toEqual([]);
    expect(offers("-n", "")).toEqual([]);
    expect(offers("--sort", "")).toEqual(["name", "size", "time"]);
    expect(offers("-")).toEqual(expect.arrayContaining(["-A", "-I", "-L", "-a", "-l", "-m", "-n"]));
    expect(offers("sub", "d")).toEqual(["dir one"]);
    expect(offers("tokens", "s")).toEqual(["schema-dir", "sub"]);
    expect(offers("d")).toEqual(["dir one"]);
    expect(offers("sch")).toEqual(["schema", "schema-dir"]);
    expect(offers("schema", "list_d")).toEqual(["list_dir", "list_directory"]);
    expect(offers("--profile", "leaf", "call", "")).toEqual(["find_files", "list_dir", "list_directory", "map_dir"]);
    expect(offers("completion", "z")).toEqual(["zsh"]);
    expect(offers("map", "--")).toEqual(ALL_OF_MAP.toSorted());
    expect(offers("map", "--budget", "3", "s")).toEqual(["schema-dir", "sub"]);
    expect(offers("find", "--")).toEqual(ALL_OF_FIND.toSorted());
    // Words can be anything.
    expect(offers("find", "s")).toEqual([]);
    expect(offers("find", "word", "-C", "s")).toEqual(["schema-dir", "sub"]);
    expect(offers("find", "--dir", "")).toEqual(["dir one", "schema-dir", "sub"]);
    expect(offers("mcp", "--ht")).toEqual(["--http"]);
    expect(offers("mcp", "s")).toEqual(["schema-dir", "sub"]);
    expect(offers("--", "sch")).toEqual(["schema-dir"]);
    expect(offers("map", "")).toEqual(["dir one", "schema-dir", "sub"]);
    expect(offers("help", "")).toEqual(COMMANDS.map(({ name }) => name as string).toSorted());
  });

  test("fish offers the same", ({ skip }) => {
    needProgram(skip, "fish");
    const cwd = makeTree("file", "sub/");
    expect(completeInFish("dirleaf --", cwd)).toEqual(expect.arrayContaining(ALL_OF_LIST));
    expect(completeInFish("dirleaf --order ", cwd).toSorted()).toEqual(["breadth", "tree"]);
    expect(completeInFish("dirleaf s", cwd)).toEqual(expect.arrayContaining(["schema", "sub/"]));
    expect(completeInFish("dirleaf ", cwd)).not.toContain("file");
    expect(completeInFish("dirleaf schema ", cwd).toSorted()).toEqual([
      "find_files",
      "list_dir",
      "list_directory",
      "map_dir",
    ]);
    expect(completeInFish("dirleaf find --", cwd)).toEqual(expect.arrayContaining(ALL_OF_FIND));
    expect(completeInFish("dirleaf find s", cwd)).toEqual([]);
    expect(completeInFish("dirleaf find word -C s", cwd)).toEqual(["sub/"]);
    expect(completeInFish("dirleaf map --", cwd)).toEqual(expect.arrayContaining(ALL_OF_MAP));
    expect(completeInFish("dirleaf map --", cwd)).not.toContain("--limit");
    expect(completeInFish("dirleaf -", cwd)).toEqual(expect.arrayContaining(["-A", "-I", "-L", "-a", "-m", "-n"]));
    expect(completeInFish("dirleaf --sort ", cwd).toSorted()).toEqual(["name", "size", "time"]);
    expect(completeInFish("dirleaf sub s", cwd)).toContain("sub/");
    expect(completeInFish("dirleaf mcp --ht", cwd)).toEqual(["--http"]);
  });

  test("zsh offers the same, in a terminal", ({ skip }) => {
    needProgram(skip, "zsh");
    const cwd = makeTree("file", "sub/");
    fs.writeFileSync(path.join(cwd, ".script.zsh"), scriptFor("zsh"));
    // Completion works only in a line editor, so zsh runs another zsh in its own terminal and types.
    const script = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; stty -echo; autoload -U compinit; compinit -u -D; source ./.script.zsh; bindkey '^I' complete-word"
zpty -w shell "zstyle ':completion:*' list-prompt ''; LISTMAX=10000; unsetopt menu_complete auto_menu; echo READY"
text=""
while [[ $text != *READY* ]]; do zpty -r shell chunk; text+=$chunk; done
ask() {
  # Ctrl-U removes what was typed before.
  zpty -wn shell $'\\025'"$1"$'\\t'
  text=""
  local end=$((SECONDS + 30))
  while [[ $text != *"$2"* ]] && (( SECONDS < end )); do zpty -rt shell chunk && text+=$chunk || sleep 0.02; done
  print -r -- "$text"
}
ask 'dirleaf --orde' --order
print -- @@@
ask 'dirleaf schema list_dire' list_directory
print -- @@@
ask 'dirleaf --gitignore col' collapse
print -- @@@
ask 'dirleaf mcp --htt' --http
print -- @@@
ask 'dirleaf map --budg' --budget
print -- @@@
ask 'dirleaf sub su' 'sub sub'
print -- @@@
ask 'dirleaf find word -C su' '-C sub'
zpty -d shell
`;
    const [option, tool, value, server, map, second, searched] = runShell("zsh", ["-f", "-c", script], cwd).split(
      "@@@",
    );
    expect(option).toContain("--order");
    expect(tool).toContain("list_directory");
    expect(value).toContain("collapse");
    expect(server).toContain("--http");
    expect(map).toContain("--budget");
    expect(second).toContain("sub sub");
    expect(searched).toContain("-C sub");
  });
});

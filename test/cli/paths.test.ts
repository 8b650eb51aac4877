// `--paths` and `-0`: what other programs read.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

import { notesOnMap } from "../../src/cli/map-command.ts";
import { notesOn } from "../../src/cli/print-answer.ts";
import { makeTree } from "../support/make-tree.ts";
import { runCli, runInWindow } from "../support/run-cli.ts";

const tree = () => makeTree("a b/login.ts", "a b/x/deep.ts", "-login", "src/login/index.ts", "two\nlines", "z@");

describe("--paths", () => {
  test("prints one path a line for a listing, relative to the working directory, and everything with --all", async () => {
    const cwd = tree();
    const paths = async (words: readonly string[], directory = cwd) => {
      const { stdout, stderr } = await runCli(words, { cwd: directory });
      return [stdout.split("\n").slice(0, -1), stderr];
    };
    expect(await paths(["--paths", "-L", "1", "--exclude", "two*"])).toEqual([["./-login", "a b/", "src/", "z"], ""]);
    expect(await paths(["--paths", "a b", "src"])).toEqual([
      ["a b/login.ts", "a b/x/", "a b/x/deep.ts", "src/login/", "src/login/index.ts"],
      "",
    ]);
    expect(await paths(["--paths", "../src"], `${cwd}/a b`)).toEqual([["../src/login/", "../src/login/index.ts"], ""]);
    expect(await paths(["--all", "--paths", "--include", "*.ts"])).toEqual([
      ["a b/login.ts", "a b/x/deep.ts", "src/login/index.ts"],
      "",
    ]);
    // A directory as an answer shows it.
    expect((await runCli(["--all", "-0", '"a\\nb"'], { cwd: makeTree("a\nb/c") })).stdout).toBe("a\nb/c\0");
    expect((await runCli(["--paths", '"a"'], { cwd: makeTree('"a"/c', "a/d") })).stdout).toBe('"a"/c\n');
    // What a page leaves out is said, and not among the paths.
    expect(await paths(["--paths", "-n", "1", "src"])).toEqual([
      ["src/login/"],
      "dirleaf: More than 1 entries found; continue with --offset 2\n",
    ]);
  });

  test("prints what a search finds, best first, with its exit code, and notes on standard error", async () => {
    const cwd = tree();
    expect(await runCli(["find", "deep", "absent", "--paths"], { cwd })).toEqual({
      status: 0,
      stdout: "a b/x/deep.ts\n",
      stderr: "dirleaf: [nothing matches absent]\n",
    });
    expect((await runCli(["find", "deep", "-C", "a b", "--paths"], { cwd })).stdout).toBe("a b/x/deep.ts\n");
    expect(await runCli(["find", "absent", "--paths"], { cwd })).toMatchObject({ status: 1, stdout: "" });
    const found = (await runCli(["find", "login", "-0"], { cwd })).stdout;
    expect(found.split("\0").toSorted()).toEqual(["", "./-login", "a b/login.ts", "src/login/", "src/login/index.ts"]);
    // Other programs take them as they are.
    expect(execFileSync("xargs", ["-0", "ls", "-d"], { cwd, input: found, encoding: "utf8" })).toContain(
      "a b/login.ts\n",
    );
  });

  test("says which directories could not be read", () => {
    const locked = { path: "a b/locked", kind: "directory", problem: "permission denied" } as const;
    expect(notesOn({ empty: true }, [{ path: "a b", kind: "directory" }, locked])).toEqual([
      "[empty]",
      "[not readable: a b/locked/ (permission denied)]",
    ]);
    const closed = { name: "locked", problem: "permission denied" } as const;
    const map = { files: [], folds: [], closed: [closed], open: [] };
    expect(notesOnMap({ root: "/r", ...map })).toEqual(["[not readable: locked/ (permission denied)]"]);
  });

  test("prints what a map names, and counts its folds", async () => {
    const cwd = tree();
    expect((await runCli(["map", "--paths", "src"], { cwd })).stdout).toBe("src/login/\nsrc/login/index.ts\n");
    const many = makeTree(...Array.from({ length: 40 }, (_, index) => `walk-${index}.ts`));
    const { stdout, stderr } = await runCli(["map", "--paths", "--budget", "20"], { cwd: many });
    const [, folded] = /^dirleaf: \[(\d+) more in folds; --budget <n> names more\]\n$/.exec(stderr) ?? [];
    expect(stdout.split("\n").length - 1 + Number(folded)).toBe(40);
  });

  test("escapes control characters on a terminal, and keeps them in a pipe", async ({ skip }) => {
    const cwd = tree();
    expect((await runCli(["-0L1", "--include", "two*"], { cwd })).stdout).toBe("two\nlines\0");
    const { text } = await runInWindow(skip, ["--paths", "--include", "two*"], { cwd });
    expect(text).toBe("two\\u000alines\n");
  });
});

// The command as a process: the bundle that the package ships, run by Node.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, test } from "vitest";

import { makeTree, makeFolder } from "../support/make-tree.ts";

let bundle: string;

beforeAll(async () => {
  const folder = makeFolder();
  bundle = path.join(folder, "main.cjs");
  const input = path.join(import.meta.dirname, "../../src/cli/main.ts");
  const build = await rolldown({ input, platform: "node" });
  await build.write({ dir: folder, format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" });
});

function run(args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], { encoding: "utf8", ...options });
  return { status, stdout, stderr };
}

describe("dirleaf", () => {
  test("lists the working directory, or a directory relative to it", () => {
    const cwd = makeTree("a/", "a/b", "c");
    expect(run([], { cwd })).toEqual({ status: 0, stdout: `Absolute path: ${cwd}\na/\n  b\nc\n`, stderr: "" });
    expect(run(["a"], { cwd })).toEqual({ status: 0, stdout: `Absolute path: ${cwd}/a\nb\n`, stderr: "" });
    expect(run(["a/.."], { cwd }).stdout).toBe(`Absolute path: ${cwd}\na/\n  b\nc\n`);
  });

  test("takes every option of list_dir", () => {
    const cwd = makeTree("a/", "a/b/", "a/b/c", "d");
    const lines = (...args: string[]) => run(args, { cwd }).stdout.trimEnd().split("\n").slice(1);
    expect(lines("--depth", "1")).toEqual(["a/", "d"]);
    expect(lines("--limit=1", "--offset", "2")).toEqual(["d", "More than 1 entries found"]);
    expect(lines("--order", "tree", "--limit", "2")).toEqual(["a/", "  b/", "More than 2 entries found"]);
    expect(lines("--after", "a/b/", "--depth", "3")).toEqual(["a/", "  b/", "    c", "d"]);
    expect(lines("--profile", "codex-breadth", "--limit", "2", "--offset", "2")).toEqual(["  b/", "d"]);
  });

  test("answers a call of a tool, its JSON as an argument or on standard input", () => {
    const cwd = makeTree("a");
    const stdout = `{"directory":"${cwd}","count":1,"summary":"Showing 1-1 of 1 files","files":["a"]}\n`;
    expect(run(["call", "list_directory", '{"path":"."}'], { cwd })).toEqual({ status: 0, stdout, stderr: "" });
    expect(run(["call", "list_directory", "-"], { cwd, input: '{"path":"."}' })).toEqual({
      status: 0,
      stdout,
      stderr: "",
    });
    expect(run(["--profile", "codex-sorted", "call", "list_dir", `{"dir_path":"${cwd}"}`]).stdout).toBe(
      `Absolute path: ${cwd}\na\n`,
    );
  });

  test.each([
    [["--limit", "0"], "limit must be greater than zero\n"],
    [["--after", "x", "--order", "breadth"], "after needs order tree\n"],
    [["--offset", "9"], "offset exceeds directory entry count\n"],
    [["call", "nope", "{}"], "unsupported call: nope\n"],
    [["call", "list_dir", "{"], /^failed to parse function arguments: /],
    [["missing"], /^failed to read directory: .*does not exist/],
  ])("ends with 1 where the answer is an error: %j", (args, message) => {
    const { status, stdout, stderr } = run(args, { cwd: makeTree("a") });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test.each([
    [["--limit", "many"], "--limit must be a whole number"],
    [["--limit", "-1"], "--limit"],
    [["--nope"], "--nope"],
    [["--profile", "x"], "--profile must be one of"],
    [["a", "b"], "one directory at a time"],
    [["call", "list_dir"], "call takes a tool and its arguments"],
    [["call", "list_dir", "{}", "{}"], "call takes a tool and its arguments"],
    [["--depth", "1", "call", "list_dir", "{}"], "--depth goes into the JSON"],
    [["--order", "tree", "--profile", "codex-sorted"], "--order needs --profile leaf"],
  ])("ends with 2 where the words are wrong: %j", (args, message) => {
    const { status, stdout, stderr } = run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain("dirleaf --help");
  });

  test("says nothing where its reader has gone", () => {
    const script = '"$0" "$1" / | true; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath, bundle], { encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  });

  test("says why its output can't be written", () => {
    const { status, stderr } = spawnSync("bash", ["-c", '"$0" "$1" / > /dev/full', process.execPath, bundle], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^dirleaf: .*ENOSPC.*\n$/);
  });

  test("lists an absolute directory even where the working directory is gone", () => {
    const root = makeTree("a/", "b");
    const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1" "$2"; "$0" "$1"; echo "$?"';
    const options = { cwd: root, encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath, bundle, root], options);
    expect(stdout).toBe(`Absolute path: ${root}\na/\nb\n1\n`);
    expect(stderr).toMatch(/^dirleaf: [^\n]*\n$/);
  });

  test("has a help that fits a screen", () => {
    const { status, stdout } = run(["--help"]);
    const lines = stdout.trimEnd().split("\n");
    expect(status).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

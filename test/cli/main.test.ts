// What the command prints, and its exit codes.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { COMMANDS } from "../../src/cli/command-line.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { makeTree } from "../support/make-tree.ts";
import { runCli as run, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

describe("dirleaf", () => {
  test("lists the working directory, or a directory relative to it", async () => {
    const cwd = makeTree("a/", "a/b", "c");
    expect(await run([], { cwd })).toEqual({ status: 0, stdout: `Absolute path: ${cwd}\na/\n  b\nc\n`, stderr: "" });
    expect(await run(["a"], { cwd })).toEqual({ status: 0, stdout: `Absolute path: ${cwd}/a\nb\n`, stderr: "" });
    expect((await run(["a/.."], { cwd })).stdout).toBe(`Absolute path: ${cwd}\na/\n  b\nc\n`);
  });

  test("takes every option of list_dir", async () => {
    const cwd = makeTree("a/", "a/b/", "a/b/c", "d");
    const lines = async (...args: string[]) => (await run(args, { cwd })).stdout.trimEnd().split("\n").slice(1);
    expect(await lines("--depth", "1")).toEqual(["a/", "d"]);
    expect(await lines("--limit=1", "--offset", "2")).toEqual([
      "…",
      "d",
      "More than 1 entries found; continue with offset 3",
    ]);
    expect(await lines("--order", "tree", "--limit", "2")).toEqual([
      "a/",
      "  b/",
      "More than 2 entries found; continue with after: a/b/",
    ]);
    expect(await lines("--after", "a/b/", "--depth", "3")).toEqual(["a/b/", "  c", "d"]);
    expect(await lines("--depth", "3", "--include", "c", "--include=d")).toEqual(["a/b/", "  c", "d"]);
    expect(await lines("--exclude", "a", "--exclude", "d")).toEqual(["[no entry matches the filters]"]);
  });

  test("names the option whose glob is invalid, as the user wrote it", async () => {
    const { status, stdout, stderr } = await run(["-I", ""], { cwd: makeTree("a") });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^dirleaf: -I:? .*\nTry 'dirleaf --help'\.\n$/);
  });

  test("lists a directory that is named like a command", async () => {
    const cwd = makeTree("call/", "call/a", "mcp/", "mcp/b", "help/", "tree/");
    expect((await run(["tree"], { cwd })).stdout).toBe(`Absolute path: ${cwd}/tree\n[empty]\n`);
    // Only the first word can be a command.
    expect(await run(["tree", "ls"], { cwd })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("/ls does"),
    });
    expect((await run(["./call"], { cwd })).stdout).toBe(`Absolute path: ${cwd}/call\na\n`);
    expect((await run(["--", "call"], { cwd })).stdout).toBe(`Absolute path: ${cwd}/call\na\n`);
    expect((await run(["--depth", "1", "--", "mcp"], { cwd })).stdout).toBe(`Absolute path: ${cwd}/mcp\nb\n`);
    expect((await run(["./help"], { cwd })).stdout).toBe(`Absolute path: ${cwd}/help\n[empty]\n`);
  });

  test("prints its version, and the tools as models see them", async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "../../package.json"), "utf8")) as {
      version: string;
    };
    expect(await run(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    const specs = createToolRouter().specs();
    expect(JSON.parse((await run(["schema"])).stdout)).toEqual(specs);
    const [named] = createToolRouter({ tools: ["list_directory"] }).specs();
    expect(JSON.parse((await run(["schema", "list_directory"])).stdout)).toEqual(named);
    const original = createToolRouter({ profile: "codex-sorted" }).specs();
    expect(JSON.parse((await run(["schema", "--profile", "codex-sorted", "list_dir"])).stdout)).toEqual(original[0]);
  });

  test("answers a tool call, with its JSON as an argument or on standard input", async () => {
    // Relative paths are relative to the process's working directory.
    const cwd = makeTree("a");
    const stdout = `{"directory":"${cwd}","count":1,"summary":"Showing 1-1 of 1 files","files":["a"]}\n`;
    expect(cli.run(["call", "list_directory", '{"path":"."}'], { cwd })).toEqual({ status: 0, stdout, stderr: "" });
    expect(cli.run(["call", "list_directory", "-"], { cwd, input: '{"path":"."}' })).toEqual({
      status: 0,
      stdout,
      stderr: "",
    });
    expect((await run(["--profile", "codex-sorted", "call", "list_dir", `{"dir_path":"${cwd}"}`])).stdout).toBe(
      `Absolute path: ${cwd}\na\n`,
    );
  });

  test("opens the store that a call names, however its JSON is written", async () => {
    const words = ["--endpoint", "http://127.0.0.1:1", "call", "list_dir"];
    const { stderr } = await run([...words, String.raw`{"dir_path":"s3:\/\/bucket"}`]);
    expect(stderr).toBe((await run([...words, '{"dir_path":"s3://bucket"}'])).stderr);
    expect(stderr).toMatch(/^failed to read directory: s3:\/\/bucket: /);
  });

  test.each([
    [["--offset", "9"], "--offset is beyond the last entry\n"],
    [["call", "list_dir", "{"], /^failed to parse function arguments: /],
    [["missing"], /^failed to read directory: .*does not exist/],
  ])("exits with 1 if the answer is an error: %j", async (args, message) => {
    const { status, stdout, stderr } = await run(args, { cwd: makeTree("a") });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test.each([
    [["--limit", "many"], "--limit must be a whole number from 1, not 'many'"],
    [
      ["call", "list_dr", "{}"],
      "call takes one of map_dir, find_files, list_dir, list_directory, not 'list_dr'; did you mean 'list_dir'?",
    ],
    [["-R"], "-R is not an option of a listing\n"],
    [["find", "-n", "3"], "-n is not an option of 'dirleaf find'\n"],
    [["-n"], "-n needs a value: -n <n>"],
    [["-I", "-x"], "-I needs a value; one that begins with '-' is written '--exclude=-x'"],
    [[""], "an argument must not be empty: leave out ''"],
    [["find", "a", ""], "an argument must not be empty: leave out ''"],
    [["find", " "], "an argument must not be empty: leave out ' '"],
    [["fnd", "x"], "'fnd' is neither a directory nor a command; did you mean 'dirleaf find'?"],
    [["mpa"], "did you mean 'dirleaf map'?"],
    [["maps", "src"], "did you mean 'dirleaf map'?"],
    [["mpa", "--budget", "9"], "--budget is not an option of a listing; did you mean 'dirleaf map'?"],
    [["ls"], "did you mean 'dirleaf -L 1'?"],
    [["tree"], "did you mean 'dirleaf --all'?"],
    [["--after", "a", "--order", "breadth"], "--after needs order tree"],
    [["call", "list_dir"], "call takes a tool and its arguments"],
    [["--depth", "1", "call", "list_dir", "{}"], "--depth is not an option of 'dirleaf call'"],
    [["--after", "--json"], "'--after=--json'"],
    [["schema", "list_dir", "x"], "schema takes at most one tool"],
    [["--dept", "3"], "--dept is not an option of a listing; did you mean '--depth'?"],
    [["--order", "tre"], "--order must be one of breadth, tree, not 'tre'; did you mean 'tree'?"],
    [
      ["help", "lst"],
      "help takes one of list, map, find, tokens, call, schema, mcp, setup, web, completion, help, not 'lst'",
    ],
  ])("exits with 2 if the arguments are wrong: %j", async (args, message) => {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\nTry 'dirleaf (?:call |schema |completion |find |help |map |tokens )?--help'\.\n$/);
  });

  test("loads only what it runs", () => {
    const cwd = makeTree("a");
    const hook = path.join(cwd, "hook.cjs");
    fs.writeFileSync(hook, 'process.on("exit", () => console.error(Object.keys(require.cache).join("\\n")));');
    const loaded = (...words: string[]) => {
      const { stderr } = cli.run(words, { cwd, env: { NODE_OPTIONS: `--require ${hook}` } });
      const files = stderr.split("\n").map((file) => path.basename(file).replace(/-[\w-]{8}\.cjs$/, ""));
      return files.filter((name) => name !== "" && name !== "hook.cjs");
    };
    expect(loaded()).toEqual(["main.cjs", "start", "list"]);
    expect(loaded("find", "a")).toContain("find-command");
    expect(loaded("map")).not.toContain("find-command");
  });

  test("says why its output can't be written", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", '"$0" "$1" "$2" > /dev/full', process.execPath, cli.bundle, makeTree("a")],
      {
        encoding: "utf8",
      },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^dirleaf: ENOSPC.*\n$/);
  });

  test("lists an absolute directory even if the working directory is gone", () => {
    const root = makeTree("a/", "b");
    const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1" "$2"; "$0" "$1"; echo "$?"';
    const options = { cwd: root, encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, cli.bundle, root], options);
    expect(stdout).toBe(`Absolute path: ${root}\na/ [empty]\nb\n1\n`);
    expect(stderr).toBe("dirleaf: the working directory no longer exists; change to another one\n");
  });

  test("refuses a path that begins with ~, which a shell would have replaced", async () => {
    const { status, stdout, stderr } = await run(["~/no-such-directory"], { cwd: makeTree("~/no-such-directory") });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe("the directory must be an absolute path; ~ is not expanded; give the full path\n");
    expect((await run(["./~"], { cwd: makeTree("~/a") })).stdout).toMatch(/\/~\na\n$/);
  });

  test.each([["--help"], ["schema", "-h"], ...COMMANDS.map(({ name }) => ["help", name])])(
    "has help that fits a narrow window: %s %s",
    async (...args) => {
      const { status, stdout } = await run(args);
      const lines = stdout.trimEnd().split("\n");
      expect(status).toBe(0);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    },
  );
});

// The MCP server as a process, called by the official client, in both eras of the protocol and on both transports.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/client";

import { runCommand } from "../../src/cli/run-command.ts";
import type { TerminalProcess } from "../../src/cli/terminal-process.ts";
import { DEFAULT_TOOL_NAMES, TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { makeEntries, makeFolder, makeTree, toEntries } from "../support/make-tree.ts";
import { connect, WAYS } from "../support/mcp-connection.ts";
import { onlyInDepth } from "../support/needs.ts";
import { commandFile } from "../support/started-command.ts";

/** The text of a tool result. */
function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content.map(({ text }) => text).join("");
}

/** A tree that no test changes, and another one that a link in it leads to. */
let root: string;
let out: string;

beforeAll(() => {
  [root, out] = [makeFolder(), makeFolder()];
  makeEntries(out, toEntries(["secret"]));
  fs.symlinkSync(out, `${root}/link`);
  const long = Array.from({ length: 2000 }, (_, index) => `many/a-file-with-quite-a-long-name-${index}.txt`);
  makeEntries(root, toEntries(["text/nested/child.txt", "text/root.txt", "pair/a", "pair/b", ...long]));
});

describe.each(WAYS)("dirleaf mcp, $era, $transport", (way) => {
  /** One server for all tests that only call it. */
  let client: Client;
  const ends: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    client = await connect(way, ["--tools", TOOL_NAMES.join()], root, (end) => ends.push(end));
  });

  afterAll(async () => {
    for (const end of ends) {
      await end();
    }
  });

  test("offers its tools as read-only", async () => {
    const result = await client.listTools();
    expect(result.tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const { annotations, title, _meta } of result.tools) {
      expect(title).toMatch(/^(?:Map|Find|List) /);
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(_meta).toEqual({ "anthropic/alwaysLoad": true });
    }
    expect(result.tools.map(({ outputSchema }) => outputSchema !== undefined)).toEqual([false, false, false, true]);
    expect(result.tools.at(-1)?.description).toContain("10000 bytes a page");
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
    // Claude Code would move larger results to a file.
    const other = await connect(way, ["--max-bytes", "100000"], root);
    const { tools } = await other.listTools();
    expect(tools.map(({ name }) => name)).toEqual(DEFAULT_TOOL_NAMES);
    expect(tools[0]?._meta).toMatchObject({ "anthropic/maxResultSizeChars": 100_000 });
  });

  test("says what its tools are for, and which directories may be listed", async () => {
    // A host that started the server may say with each call where it works.
    const own = way.transport === "http" ? root : `the directory you work in, or else ${root}`;
    const all = client.getInstructions() as string;
    expect(all).toMatch(
      /^To see which files there are, use this server instead of find, ls -R, tree, fd and rg --files\. /,
    );
    expect(all.endsWith(`[ignored] marks what git ignores. dirleaf lists nothing outside ${own}.`)).toBe(true);
  });

  test("offers a prompt that asks for a map", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: "map", arguments: [{ name: "dir_path", required: false }] }]);
    const textFor = async (given: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name: "map", arguments: given });
      return messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
    };
    expect(await textFor({})).toBe('Call map_dir with dir_path ".", then say in a few lines what is where.');
    expect(await textFor({ dir_path: "" })).toBe(await textFor({}));
    expect(await textFor({ dir_path: 'a "b"' })).toContain(String.raw`dir_path "a \"b\"",`);
    await expect(client.getPrompt({ name: "other" })).rejects.toMatchObject({ code: -32602 });
    const without = await connect(way, ["--tools", "list_dir"], root);
    expect(without.getServerCapabilities()?.prompts).toBe(undefined);
  });

  test("list_directory answers with the same JSON twice, for hosts that show a model only one of them", async () => {
    const result = await client.callTool({ name: "list_directory", arguments: { path: "pair" } });
    const page = { directory: `${root}/pair`, count: 2, summary: "Showing 1-2 of 2 files", files: ["a", "b"] };
    expect(textOf(result)).toBe(JSON.stringify(page));
    expect(JSON.stringify(result.structuredContent)).toBe(JSON.stringify(page));
  });

  test("lists nothing outside its roots", async () => {
    for (const outside of [path.dirname(root), out, `${root}/link`, `${root}/../${path.basename(out)}`]) {
      const result = await client.callTool({ name: "list_dir", arguments: { dir_path: outside } });
      expect(result.isError).toBe(true);
      expect(textOf(result)).not.toContain("secret");
    }
  });

  test("an unknown tool is a protocol error that names it", async () => {
    const other = await connect(way, ["--tools", "list_dir"], makeTree("a"));
    expect((await other.listTools()).tools).toHaveLength(1);
    await expect(other.callTool({ name: "list_directory", arguments: { path: "." } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("list_directory"),
    });
  });

  test("structured content can be switched off", async () => {
    const other = await connect(way, ["--no-structured", "--tools", "list_directory"], makeTree("a"));
    expect((await other.listTools()).tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    const result = await other.callTool({ name: "list_directory", arguments: { path: "." } });
    expect(result.structuredContent).toBeUndefined();
  });
});

describe("the process", () => {
  const INITIALIZE = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };

  /** Who calls, as each request of the new protocol says it. The answer is longer than in the old one. */
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };

  test.each([
    [[], 3, 4400],
    [["--tools", "list_dir,list_directory"], 2, 3000],
  ])("the answer to tools/list is short: %j", async (words, count, mostBytes) => {
    const child = spawn(process.execPath, [commandFile(), "mcp", ...words], { cwd: makeTree("a") });
    child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } })}\n`);
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { result } = JSON.parse(line) as { result: { tools: unknown[] } };
    expect(result.tools).toHaveLength(count);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(mostBytes);
    await once(child, "close");
  });

  test("standard output carries only the protocol, and the end of input ends the process", async () => {
    const child = spawn(process.execPath, [commandFile(), "mcp"], { cwd: makeTree("a") });
    let stdout = "";
    child.stdout.on("data", (data) => (stdout += data));
    child.stdin.write(`not JSON\n${JSON.stringify(INITIALIZE)}\n`);
    await once(child.stdout, "data");
    child.stdin.end();
    const [status] = await once(child, "close");
    expect(status).toBe(0);
    const messages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages.map(({ jsonrpc }) => jsonrpc)).toEqual(messages.map(() => "2.0"));
  });

  test("does not start if a root is missing or a file: exits with 2, and says so in one line", ({ skip }) => {
    onlyInDepth(skip);
    const cwd = makeTree("file", "dir/");
    const run = (words: string[]) =>
      spawnSync(process.execPath, [commandFile(), "mcp", ...words], { cwd, encoding: "utf8", input: "" });
    for (const [words, says] of [
      [["/nonexistent/x"], "'/nonexistent/x' does not exist"],
      [["dir", "file"], `'${cwd}/file' is not a directory`],
      [["--http", "--port", "0", "dir/../file/x"], `'${cwd}/file/x' is not a directory`],
    ] as const) {
      const { status, stdout, stderr } = run([...words]);
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: "",
        stderr: `dirleaf mcp: ${says}; name a directory that may be listed\n`,
      });
    }
    expect(run(["dir"])).toMatchObject({ status: 0, stderr: "" });
    // A host's settings go through no shell.
    expect(run(["~/code"]).stderr).toBe(
      `dirleaf mcp: '${cwd}/~/code' does not exist; ~ is not expanded; give the full path\n`,
    );
  });
});

test("a person who starts it on a terminal is told what it is, and how it ends", async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  Object.assign(stdin, { isTTY: true }).end();
  const host = { cwd: () => makeTree("a"), env: {}, stdin, stdout, stderr, once: () => {}, off: () => {} };
  expect(await runCommand(["mcp"], host as unknown as TerminalProcess)).toBe(0);
  expect([String(stderr.read()), stdout.read()]).toEqual([
    "dirleaf mcp: waiting for an MCP host, which usually starts this command; press Ctrl-D to stop\n",
    null,
  ]);
});

describe("invalid arguments", () => {
  /** Runs the command in this process. It must refuse before it uses its streams. */
  async function refusal(words: readonly string[], token?: string): Promise<string> {
    const stderr = new PassThrough();
    const host = { cwd: () => makeTree("a"), env: { DIRLEAF_TOKEN: token }, stderr } as unknown as TerminalProcess;
    expect(await runCommand(["mcp", ...words], host)).toBe(2);
    return String(stderr.read());
  }

  test.each<[words: string[], says: string, token?: string]>([
    [["--port", "1"], "--port needs --http"],
    [["--http", "--host", "0.0.0.0"], "0.0.0.0 can be reached from other machines: give a token"],
    [["--http", "--host", "0.0.0.0"], "the token must have at least 16 characters", "short"],
    [["--http"], "the token must consist of visible ASCII characters", "sixteen letters \u00f6"],
    [["--http", "--allow-host", "https://x.example"], "--allow-host must be a name or an address"],
    [["--tools", "rm"], "no tool is named 'rm'; the tools are map_dir, find_files, list_dir, list_directory"],
    [["--tools", "rm", "--profile", "hyper"], "no tool is named 'rm'"],
    [["--profile", "x"], "--profile must be one of leaf, codex-sorted, codex-breadth, hyper, or a list of them"],
    [["--profile", "codex-sorted,codex-breadth"], "with at most one for each tool"],
    [["--max-bytes", "255"], "--max-bytes must be a whole number from 256, not '255'"],
    [["--max-running", "0"], "--max-running must be a whole number from 1, not '0'"],
    [["--prot", "1"], "--prot is not an option of 'dirleaf mcp'; did you mean '--port'?"],
    [["--endpoint", "nowhere"], "--endpoint must be an http:// or https:// URL, not 'nowhere'"],
    [["--deny", "{a,b}".repeat(20)], "the globs are too long"],
    [[""], "an argument must not be empty"],
    [["--http", "--token-file", "gone"], "--token-file can't be read"],
  ])("%j", async (words, says, token) => {
    const stderr = await refusal(words, token);
    expect(stderr).toMatch(/^dirleaf mcp: .*\n$/);
    expect(stderr).toContain(says);
  });

  test.each([
    [["node", "/absent/main.js"], /^dirleaf: ENOENT/],
    // A `TypeError` of Node's.
    [["node", "a\0b"], /^dirleaf: The argument 'path' must be a string/],
  ])("are not what is wrong if our own page is missing: %j", async (argv, says) => {
    const stderr = new PassThrough();
    const host = { cwd: () => makeTree("a"), env: {}, stderr, argv };
    const exitCode = await runCommand(["mcp", "--ui"], host as unknown as TerminalProcess);
    expect([exitCode, String(stderr.read())]).toEqual([1, expect.stringMatching(says)]);
  });
});

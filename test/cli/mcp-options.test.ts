// The words after `dirleaf mcp`: what the server is told where they are right. What is wrong is in mcp-command.test.ts.
import { describe, expect, test } from "vitest";

import { toHttpOptions, toMcpOptions } from "../../src/cli/mcp-command.ts";
import { parseCommand } from "../../src/cli/run-command.ts";
import type { TerminalProcess } from "../../src/cli/terminal-process.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";

async function parseIn(env: Readonly<Record<string, string>>, words: readonly string[]) {
  const command = await parseCommand(["mcp", ...words]);
  const host = { cwd: () => "/base", env } as unknown as TerminalProcess;
  return { tools: toMcpOptions(command, host), http: toHttpOptions(command.options, host) };
}

const parse = (...words: string[]) => parseIn({}, words);

describe("the arguments after mcp", () => {
  test("name roots relative to the working directory, except in a store", async () => {
    expect((await parse()).tools).toMatchObject({ workingDirectory: "/base", roots: undefined });
    expect((await parse("a", "../b/", "/c/./d", "s3://bucket/x")).tools.roots).toEqual([
      "/base/a",
      "/b",
      "/c/./d",
      "s3://bucket/x",
    ]);
  });

  test("may be repeated: the last one counts, or all of them for lists", async () => {
    const twice = ["--max-bytes", "300", "--max-bytes=400"];
    const both = ["--deny", "a", "--deny", "b", "--tools", "list_dir , list_directory"];
    const { tools } = await parse(...twice, ...both);
    expect(tools).toMatchObject({
      maxOutputBytes: 400,
      deny: ["a", "b"],
      tools: ["list_dir", "list_directory"],
    });
  });

  test("give a file that holds the token, or else a variable does", async () => {
    const folder = makeFiles(temporaryFolder(), { token: "  from-the-file\r\n" });
    const file = ["--token-file", `${folder}/token`];
    const parseWith = (token: string, ...words: string[]) => parseIn({ DIRLEAF_TOKEN: token }, words);
    expect((await parse("--http", ...file)).http?.token).toBe("from-the-file");
    expect((await parse("--http", "--port", "0")).http).toMatchObject({
      port: 0,
      token: undefined,
      allowedHosts: undefined,
    });
    expect((await parseWith("variable", "--http")).http?.token).toBe("variable");
    expect((await parseWith("variable", "--http", ...file)).http?.token).toBe("from-the-file");
    // It may be set for another server.
    expect((await parseWith("variable")).http).toBeUndefined();
    await expect(parseWith("", "--http")).rejects.toThrow("DIRLEAF_TOKEN must not be empty");
  });

  test("set defaults of list_dir by the names of its arguments", async () => {
    const words = ["--depth", "3", "--depth=1", "--limit", "007", "--no-hidden", "--gitignore", "omit"];
    expect((await parse(...words)).tools.defaults).toEqual({ depth: 1, limit: 7, hidden: false, gitignore: "omit" });
    expect((await parse("--hidden")).tools.defaults).toEqual({ hidden: true });
    expect((await parse()).tools.defaults).toEqual({});
  });
});

test("names are cached unless the operator says otherwise", async () => {
  expect((await parse()).tools.cacheBytes).toBeUndefined();
  expect((await parse("--no-cache")).tools.cacheBytes).toBe(0);
});

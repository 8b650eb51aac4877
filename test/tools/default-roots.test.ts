// What a router may list if nobody says so: its working directory. A root that is not there is refused when the router is made.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { createToolMount, type MountableServer } from "../../src/mcp/mount-tools.ts";
import { createToolRouter, listDir, localDisk, memory, type ToolRouterOptions } from "../../src/index.ts";
import { callTool } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

/** The answer of a router, which is that of the tools in somebody's MCP server, too. */
const list = async (options: ToolRouterOptions, dirPath?: string) => {
  const call = dirPath === undefined ? {} : { dir_path: dirPath };
  const answer = await callTool("list_dir", call, createToolRouter(options));
  const handlers = new Map<string, Parameters<MountableServer["registerTool"]>[2]>();
  createToolMount(options)({ registerTool: (name, _, handler) => handlers.set(name, handler) });
  const mcpReq = { id: 1, signal: new AbortController().signal, notify: async () => {} };
  const result = await handlers.get("list_dir")?.(call, { mcpReq });
  expect(`${result?.isError === true ? "error: " : ""}${result?.content[0]?.text}`).toBe(answer);
  return answer;
};

describe("without roots a router lists", () => {
  const outside = (path: string) => `error: access denied: ${path} is outside the directories that may be listed`;

  test.each<[string, ToolRouterOptions]>([
    ["by default", {}],
    ["that is named", { fileSystem: localDisk() }],
    ["that is part of another file system", { fileSystem: { ...localDisk() } }],
    ["beside a store", { stores: { mem: memory([]) } }],
  ])("only its working directory on the local disk: %s", async (_, options) => {
    expect(await list(options, "/etc")).toBe(outside("/etc"));
    expect(await list(options)).toContain(`Absolute path: ${process.cwd()}\n`);
    const folder = makeTree("a/x", "b/y");
    const workingDirectory = `${folder}/a`;
    expect(await list({ ...options, workingDirectory })).toBe(`Absolute path: ${folder}/a\nx`);
    expect(await list({ ...options, workingDirectory }, "../b")).toBe(outside("../b"));
  });

  test("all of any other file system, and of stores", async () => {
    expect(await list({ fileSystem: memory(["/a/x"]) }, "/")).toBe("Absolute path: /\na/\n  x");
    const store = { ...memory(["/b/x"]), isAbsolute: () => true, resolve: (_: string, path: string) => path };
    const mem = { ...store, readDirectory: () => memory(["/b/x"]).readDirectory("/b", {}) };
    expect(await list({ stores: { mem } }, "mem://b")).toBe("Absolute path: mem://b\nx");
  });

  test("nothing where the list of roots is empty", async () => {
    const folder = makeTree("x");
    expect(await list({ roots: [] }, folder)).toBe(outside(folder));
    await expect(listDir({ dirPath: folder, roots: [] })).rejects.toThrow(/is outside/);
  });

  test('the whole disk if roots are "any", and functions for programs always do', async () => {
    const folder = makeTree("x");
    expect(await list({ roots: "any" }, folder)).toBe(`Absolute path: ${folder}\nx`);
    expect(await listDir({ dirPath: folder })).toMatchObject({ root: folder });
  });
});

describe("a root that is not a directory is refused when the tools are set up:", () => {
  test.each(["router", "MCP mount"])("%s", (made) => {
    const make = (options: ToolRouterOptions) =>
      made === "router" ? createToolRouter(options) : createToolMount(options);
    const folder = makeTree("file", "dir/");
    fs.symlinkSync("gone", `${folder}/nowhere`);
    fs.symlinkSync("loop", `${folder}/loop`);
    for (const [name, problem] of [
      ["nope", "does not exist"],
      ["nowhere", "does not exist"],
      ["file", "is not a directory"],
      ["file/x", "is not a directory"],
      ["loop", "leads through a loop of symbolic links"],
    ]) {
      expect(() => make({ roots: [`${folder}/dir`, `${folder}/${name}`] })).toThrow(
        new TypeError(`'${folder}/${name}' ${problem}; name a directory that may be listed`),
      );
    }
    expect(() => make({ roots: ["~/x"], workingDirectory: folder })).toThrow(/give the full path$|absolute path$/);
    expect(() => make({ roots: ["dir"], workingDirectory: folder })).not.toThrow();
    // Without roots, the working directory is one.
    expect(() => make({ workingDirectory: `${folder}/nope` })).toThrow(`'${folder}/nope' does not exist`);
    // Only the local disk is asked.
    expect(() => make({ roots: ["/nope"], fileSystem: memory([]) })).not.toThrow();
  });

  test('"any" is a word, and no other is', () => {
    expect(() => createToolRouter({ roots: "all" as "any" })).toThrow(/^roots must be .*; or "any"/);
  });
});

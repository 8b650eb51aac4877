// Which tools a router offers, under which profiles, and how it describes them.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callTool } from "../support/call-tool.ts";

const fileSystem = memory(["/repo/a.txt"]);

function specsOf(options: ToolRouterOptions) {
  return createToolRouter({ fileSystem, ...options }).specs();
}

function namesOf(options: ToolRouterOptions): string[] {
  return specsOf(options).map(({ name }) => name);
}

describe("createToolRouter", () => {
  test("bounds what maps and searches read, and measures as the operator does", async () => {
    const tree = memory([
      { path: "/repo/new.txt", modifiedMs: Date.now() - 150_000 },
      "/repo/a/b/c.txt",
      "/repo/x/y/z.txt",
    ]);
    const counted: string[] = [];
    const options: ToolRouterOptions = {
      fileSystem: tree,
      maxDirectories: 3,
      countTokens: (text) => counted.push(text),
    };
    expect(await callTool("map_dir", { dir_path: "/repo" }, options)).toContain("a/b/ (0+) x/y/ (0+)");
    expect(counted.splice(0)).not.toEqual([]);
    const newest = await callTool("find_files", { dir_path: "/repo" }, options);
    expect(newest).toContain("new.txt [2m]");
    expect(newest).toContain("stopped after 3 directories");
    counted.length = 0;
    await callTool("find_files", { dir_path: "/repo", words: ["new"] }, options);
    expect(counted).not.toEqual([]);
  });

  test("offers only the named tools", async () => {
    expect(namesOf({})).toEqual(["map_dir", "find_files", "list_dir"]);
    expect(namesOf({ tools: ["list_directory", "map_dir"] })).toEqual(["map_dir", "list_directory"]);
    expect(namesOf({ tools: [] })).toEqual([]);
    expect(namesOf({ experimentalSupportedTools: ["list_directory"] })).toEqual(["list_directory"]);
    expect(namesOf({ tools: ["list_dir"], experimentalSupportedTools: ["map_dir"] })).toEqual(["list_dir"]);
    const router = createToolRouter({ tools: ["list_directory"], fileSystem });
    const payload = { type: "function", arguments: '{"dir_path":"/repo"}' } as const;
    expect(await router.dispatch({ toolName: "list_dir", callId: "1", payload })).toEqual({
      content: "unsupported call: list_dir",
      success: false,
      code: "unknown_tool",
    });
  });

  test("refuses the name of a tool that does not exist, except in the profiles codex-*", () => {
    const named = { tools: ["list_dir", "grep_files"] };
    const refusal = new TypeError(
      "no tool is named 'grep_files'; the tools are map_dir, find_files, list_dir, list_directory",
    );
    expect(() => createToolRouter(named)).toThrow(refusal);
    expect(() => createToolRouter({ ...named, profile: "hyper" })).toThrow(refusal);
    expect(namesOf({ ...named, profile: "codex-breadth" })).toEqual(["list_dir"]);
    expect(namesOf({ ...named, profile: ["hyper", "codex-sorted"] })).toEqual(["list_dir"]);
  });

  test.each([
    ["leaf", ["map_dir", "find_files", "list_dir"]],
    ["codex-sorted", ["list_dir"]],
    ["codex-breadth", ["list_dir"]],
    ["hyper", ["list_directory"]],
    [
      ["hyper", "codex-sorted"],
      ["list_dir", "list_directory"],
    ],
    [
      ["hyper", "leaf"],
      ["map_dir", "find_files", "list_dir", "list_directory"],
    ],
    [
      ["codex-sorted", "leaf"],
      ["map_dir", "find_files", "list_dir"],
    ],
  ] as const)("profile %j offers the tools that it is for", (profile, offered) => {
    expect(namesOf({ profile })).toEqual(offered);
  });

  test("gives each tool its own profile", async () => {
    const options = { profile: ["leaf", "hyper", "codex-sorted"] as const, fileSystem: memory(["/r/d/x"]) };
    const ask = (tool: string, args: object) => callTool(tool, args, options);
    expect(await ask("list_directory", { path: "/r" })).toContain('"files":["d"]');
    expect(await ask("list_dir", { dir_path: '/"r"' })).toMatch(/^error: failed to read directory: /);
    expect(await ask("map_dir", { dir_path: '/"r"' })).toMatch(/^Absolute path: /);
    const none = { ...options, profile: "hyper", tools: ["list_dir"] } as const;
    expect(await callTool("list_dir", { dir_path: '/"r"' }, none)).toMatch(/^Absolute path: /);
  });

  test("mentions no tool in a description that is not on offer", () => {
    const all = ["map_dir", "find_files", "list_dir", "list_directory"];
    for (const profile of ["leaf", "codex-sorted", "hyper", ["codex-sorted", "hyper"]] as const) {
      for (let chosen = 1; chosen < 16; chosen += 1) {
        const tools = all.filter((_, index) => (chosen >> index) % 2 === 1);
        const missing = new Set(all.filter((name) => !tools.includes(name)));
        const words = JSON.stringify(specsOf({ profile, tools })).split(/\W+/);
        expect(words.filter((word) => missing.has(word))).toEqual([]);
      }
    }
  });

  test("describes the tools briefly, with bounds and defaults in the descriptions", () => {
    const specs = createToolRouter().specs();
    expect(JSON.stringify(specs).length).toBeLessThan(4800);
    const hasNoDefault = new Set(["after", "include", "exclude", "fold", "words", "modified_within"]);
    for (const { description, parameters, strict, type } of specs) {
      expect({ type, strict }).toEqual({ type: "function", strict: false });
      expect(description.length).toBeGreaterThan(50);
      for (const [name, property] of Object.entries(parameters.properties)) {
        const isRequired = parameters.required?.includes(name) === true;
        expect(isRequired || hasNoDefault.has(name) || property.description?.includes("Default")).toBe(true);
        expect(Object.keys(property).filter((key) => !["type", "description", "enum", "items"].includes(key))).toEqual(
          [],
        );
      }
    }
  });
});

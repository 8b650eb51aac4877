// The operator's own defaults: what a call that leaves arguments out gets, and what the model is told of it.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { ToolDefaults } from "../../src/operator/operator-options.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";

const fileSystem = memory(["/r/.env", "/r/a/b/c", "/r/a/d", "/r/e"]);

async function lines(args: object, defaults: ToolDefaults): Promise<string[]> {
  const answer = await callListDir({ dir_path: "/r", ...args }, { fileSystem, defaults });
  return answer.split("\n").slice(1);
}

function specOf(tool: string, options: ToolRouterOptions) {
  return createToolRouter({ tools: [tool], ...options })
    .specs()
    .find(({ name }) => name === tool);
}

function descriptions(defaults: ToolDefaults, profile: "leaf" | "codex-sorted" | "codex-breadth" = "leaf") {
  const properties = specOf("list_dir", { defaults, profile })?.parameters.properties ?? {};
  return Object.fromEntries(Object.entries(properties).map(([name, { description }]) => [name, description]));
}

describe("a default of the operator", () => {
  test("applies to calls that omit the argument, and only to those", async () => {
    expect(await lines({}, { depth: 1 })).toEqual([".env", "a/", "e"]);
    expect(await lines({ depth: 3 }, { depth: 1 })).toEqual([".env", "a/", "  b/", "    c", "  d", "e"]);
    expect(await lines({}, { depth: 3, limit: 2 })).toEqual([
      ".env",
      "a/",
      "…",
      "More than 2 entries found; continue with offset 3",
    ]);
    expect(await lines({ limit: 9 }, { limit: 2 })).toEqual([".env", "a/", "  b/", "  d", "e"]);
    expect(await lines({}, { hidden: false, depth: 1 })).toEqual(["a/", "e"]);
    expect(await lines({ hidden: true }, { hidden: false, depth: 1 })).toEqual([".env", "a/", "e"]);
  });

  test("for the depth does not apply to a search, but the others do", async () => {
    expect(await lines({ include: ["d", "*v"] }, { depth: 1, hidden: false })).toEqual([
      "a/",
      "  d",
      "[nothing matches *v]",
    ]);
    expect(await lines({ include: "d*", depth: 1 }, { depth: 3 })).toEqual(["[no entry matches the filters]"]);
  });

  test("is what the model is told, and other defaults stay as they are", () => {
    const plain = descriptions({});
    expect(descriptions({ depth: 1, limit: 50, gitignore: "collapse", hidden: false })).toEqual({
      ...plain,
      depth: "Levels to show. Default 1.",
      limit: "Most entries. Default 50.",
      gitignore: "off shows git-ignored entries, collapse marks them, omit hides them. Default collapse.",
      hidden: "Show names that begin with a dot. Default false.",
    });
    expect(descriptions({ depth: undefined })).toEqual(plain);
  });

  test("applies to map_dir, too: the budget, what git ignores, and dot names", async () => {
    const map = async (args: object, defaults: ToolDefaults) =>
      callTool("map_dir", { dir_path: "/r", ...args }, { fileSystem, defaults });
    expect(await map({}, { hidden: false })).toBe("Absolute path: /r\ne\na/\n  d\n  b/\n    c");
    expect(await map({ hidden: true }, { hidden: false })).toBe(await map({}, {}));
    expect(await map({}, { budget: 1 })).toBe(await map({ budget: 1 }, {}));
    expect(await map({}, { budget: 1 })).not.toBe(await map({}, {}));
    expect(await map({ budget: 500 }, { budget: 1 })).toBe(await map({}, {}));
    // A map has no depth and no limit.
    expect(await map({}, { depth: 1, limit: 1 })).toBe(await map({}, {}));
    const told = specOf("map_dir", { defaults: { budget: 800 } })?.parameters.properties["budget"];
    expect(told?.description).toBe("Most tokens. Default 800.");
  });

  test("applies to list_directory, too: what git ignores, and dot names", async () => {
    const list = async (args: object, defaults: ToolDefaults) =>
      JSON.parse(await callListDirectory({ path: root, ...args }, { defaults })).files;
    const root = makeFiles(temporaryFolder(), { ".git/HEAD": "", ".gitignore": "built\n", "built/x": "", kept: "" });
    expect(await list({}, { gitignore: "omit" })).toEqual(["kept"]);
    expect(await list({ gitignore: "off" }, { gitignore: "omit" })).toEqual(["built/", "kept"]);
    expect(await list({}, { hidden: true, limit: 1 })).toEqual([".git/", ".gitignore", "built/", "kept"]);
    expect(await list({ showHidden: false }, { hidden: true })).toEqual(["built/", "kept"]);
    const told = specOf("list_directory", { defaults: { gitignore: "omit", hidden: true } })?.parameters.properties;
    expect(told?.["gitignore"]?.description).toBe(
      "off shows git-ignored entries, collapse marks them, omit hides them. Default omit.",
    );
    expect(told?.["showHidden"]?.description).toBe("Dot names. Default true.");
  });

  test.each([
    [{ depth: 0 }, "defaults.depth must be a whole number from 1, not 0"],
    [{ limit: "5" }, "defaults.limit must be a whole number from 1, not '5'"],
    [{ limit: null }, "defaults.limit must be a whole number from 1, not null"],
    [{ hidden: 0 }, "defaults.hidden must be true or false, not 0"],
    [{ gitignore: "fold" }, `defaults.gitignore must be "off" or "collapse" or "omit", not 'fold'`],
    [{ toString: 1 }, "there is no option defaults.toString; the options are budget, gitignore, hidden, limit, depth"],
    [{ limt: 1 }, "there is no option defaults.limt; did you mean defaults.limit?"],
    [[1], "defaults must be an object, not [ 1 ]"],
  ])("is refused where it can't be set: %j", (defaults, message) => {
    expect(() => createToolRouter({ defaults: defaults as ToolDefaults })).toThrow(new TypeError(message));
  });
});

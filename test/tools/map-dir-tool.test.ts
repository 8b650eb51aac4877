// The tool `map_dir` for operators: the bounds of its work are settings of the router, and what models write is understood.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { readMap } from "../support/read-map.ts";

const LETTERS = "abcdefghijkl";
const walks = Array.from(LETTERS, (one) => Array.from("vwxyz", (other) => `/r/src/walk-${one}${other}.ts`)).flat();
const fileSystem = memory(["/r/README.md", "/r/a/b/c", "/r/a/d", ...walks]);

async function map(fields: object, options: ToolRouterOptions = {}): Promise<string> {
  return callTool("map_dir", { dir_path: "/r", ...fields }, { fileSystem, ...options });
}

describe("map_dir", () => {
  test("reads no more directories than the operator allows, and says where it stopped", async () => {
    const cut = await map({ budget: 40 }, { maxDirectories: 2 });
    expect(cut).toContain("src/ (0+)");
    expect(await map({ budget: 40 }, { maxDirectories: 1 })).toContain("a/ (0+)");
  });

  test("counts tokens as the operator does", async () => {
    const countTokens = (text: string) => text.length;
    const text = await map({ budget: 900 }, { countTokens });
    expect(text.length).toBeLessThanOrEqual(900);
    expect(text.length).toBeGreaterThan(600);
  });

  test.each([120, 250, 300])(
    "with include, opens directories until another does not fit into %d tokens",
    async (budget) => {
      const files = Array.from({ length: 30 }, (_, index) => ["f0", "f1", "f2"].map((name) => `/r/d${index}/${name}`));
      const text = await map({ include: "f*", budget }, { fileSystem: memory(files.flat()) });
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
      expect(text).toMatch(/ d\d+\/ \(3\)/);
      const opened = text.replace(/ d\d+\/ \(3\)/, "");
      expect(estimateTokens(`${opened}\nd29/\n  f0 f1 f2`)).toBeGreaterThan(budget);
    },
  );

  test("shows less where the bytes of an answer would not do for its budget", async () => {
    const text = await map({ budget: 2000 }, { maxOutputBytes: 300 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300);
    expect(readMap(text).closed.map(({ name }) => name)).toContain("src");
  });

  test.each([
    [{ maxDirectories: 0 }, "maxDirectories must be a whole number from 1"],
    [{ maxRequests: 1.5 }, "maxRequests must be a whole number from 1"],
    [{ countTokens: 3 }, "countTokens must be a function, not 3"],
  ])("refuses bounds that are none: %j", (options, message) => {
    expect(() => createToolRouter(options as unknown as ToolRouterOptions)).toThrow(message);
  });

  test.each(["walk-*", "walk-* (60)", "walk-* (1,060+)", "walk-* (60, 1,007+ below)"])(
    "opens a fold as a map shows it: %j",
    async (fold) => {
      const text = await map({ dir_path: "/r/src", fold });
      expect(text).toContain("\n[only walk-*]\n");
      const { files, folds } = readMap(text);
      expect(files.length + folds.reduce((sum, { count }) => sum + count, 0)).toBe(60);
    },
  );

  test("a fold does not tell that something is denied", async () => {
    const denied = { fileSystem: memory(["/r/secret"]), deny: ["secret"] };
    expect(await map({ fold: "walk-*" }, denied)).toBe("Absolute path: /r\n[only walk-*]\n[empty]");
  });

  test("what a fold stands for, list_dir lists", async () => {
    const { folds } = readMap(await map({ dir_path: "/r/src", budget: 40 }));
    expect(folds.length).toBeGreaterThan(0);
    for (const { glob, count } of folds) {
      const fields = { dir_path: "/r/src", include: `/${glob}`, depth: 1, limit: 1000 };
      expect((await callListDir(fields, { fileSystem })).split("\n")).toHaveLength(count + 1);
    }
  });

  test.each([
    [{ budget: 0 }, "budget must be greater than zero"],
    [{ budget: -3 }, "budget must be greater than zero"],
    [{ budget: "many" }, 'failed to parse function arguments: `budget` must be a non-negative integer, got "many"'],
    [{ budget: 1.5 }, "failed to parse function arguments: `budget` must be a non-negative integer, got 1.5"],
    [{ fold: ["a*"] }, "failed to parse function arguments: `fold` must be a string, got a list"],
    [{ dir_path: "" }, "dir_path must be an absolute path"],
  ])("says what is wrong with a call: %j", async (fields, message) => {
    expect(await map(fields, { workingDirectory: "/" })).toBe(`error: ${message}`);
  });
});

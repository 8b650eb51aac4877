// The tool `map_dir` for operators: the bounds of its work are settings of the router, and what models write is understood.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { readMap } from "../support/read-map.ts";

const LETTERS = "abcdefghijkl";
const walks = Array.from(LETTERS, (one) => Array.from("vwxyz", (other) => `/r/src/walk-${one}${other}.ts`)).flat();
const fileSystem = memory(["/r/README.md", "/r/a/b/c", "/r/a/d", ...walks]);

async function map(fields: object, options: ToolRouterOptions = {}): Promise<string> {
  return callTool("map_dir", { dir_path: "/r", ...fields }, { fileSystem, ...options });
}

describe("map_dir", () => {
  test("shows less where the bytes of an answer would not do for its budget", async () => {
    const text = await map({ budget: 2000 }, { maxOutputBytes: 300 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300);
    expect(readMap(text).closed.map(({ name }) => name)).toContain("src");
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

// All of the contract's expected answers, through the router and on a real disk.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { callTool } from "../support/call-tool.ts";
import { makeEntries, temporaryFolder, type TreeEntry } from "../support/make-tree.ts";

interface ListDirCall {
  readonly order: "path" | "breadth";
  readonly args: object;
  readonly content?: string;
  readonly error?: string;
}

interface ListDirectoryCall {
  readonly args: object;
  readonly result: object;
}

interface Vector<Call> {
  readonly id: string;
  readonly tree: readonly TreeEntry[];
  readonly calls: readonly Call[];
}

function load<Call>(name: string): Vector<Call>[] {
  const lines = fs
    .readFileSync(path.join(import.meta.dirname, "../vectors", name), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Vector<Call>);
}

const PROFILES = { path: "codex-sorted", breadth: "codex-breadth" } as const;

describe("list_dir", () => {
  const vectors = load<ListDirCall>("list_dir.jsonl");
  test("are all there", () => {
    expect(vectors.flatMap(({ calls }) => calls)).toHaveLength(1440);
  });
  test.each(vectors)("$id", async ({ tree, calls }) => {
    const root = temporaryFolder();
    makeEntries(root, tree);
    for (const { order, args, content, error } of calls) {
      const json = JSON.stringify(args).replaceAll("${ROOT}", root);
      const expected = (content ?? `error: ${error}`).replaceAll("${ROOT}", root);
      expect(await callTool("list_dir", json, { profile: PROFILES[order] }), json).toBe(expected);
    }
  });
});

describe("list_directory", () => {
  const vectors = load<ListDirectoryCall>("list_directory.jsonl");
  test("are all there", () => {
    expect(vectors.flatMap(({ calls }) => calls)).toHaveLength(300);
  });
  test.each(vectors)("$id", async ({ tree, calls }) => {
    const root = temporaryFolder();
    makeEntries(root, tree);
    for (const { args, result } of calls) {
      const json = JSON.stringify(args).replaceAll("${ROOT}", root);
      const expected = JSON.stringify(result).replaceAll("${ROOT}", root);
      expect(await callTool("list_directory", json, { profile: "hyper" }), json).toBe(expected);
    }
  });
});

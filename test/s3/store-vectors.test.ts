// The contract's expected answers, for trees that keys can represent, through the router and from a store.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { s3 } from "../../src/s3/s3.ts";
import { callTool } from "../support/call-tool.ts";
import { fakeStore } from "../support/fake-store.ts";
import type { TreeEntry } from "../support/make-tree.ts";

interface Call {
  readonly order?: "path" | "breadth";
  readonly args: object;
  readonly content?: string;
  readonly error?: string;
  readonly result?: object;
}

interface Vector {
  readonly id: string;
  readonly tree: readonly TreeEntry[];
  readonly calls: readonly Call[];
}

/** How many of each tool's trees and calls apply: 63 trees of `list_dir` have links, pipes or names that are not text. */
const APPLICABLE = { list_dir: [57, 684], list_directory: [30, 300] } as const;

const PROFILES = { path: "codex-sorted", breadth: "codex-breadth" } as const;

const ROOT = "s3://bucket/tree";

function load(tool: string): Vector[] {
  const file = path.join(import.meta.dirname, "../vectors", `${tool}.jsonl`);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  const vectors = lines.map((line) => JSON.parse(line) as Vector);
  return vectors.filter(({ tree }) =>
    tree.every((entry) => entry.path !== undefined && (entry.kind === "file" || entry.kind === "dir")),
  );
}

describe.each(["list_dir", "list_directory"] as const)("%s", (tool) => {
  const vectors = load(tool);

  test("has the expected number that apply", () => {
    expect([vectors.length, vectors.flatMap(({ calls }) => calls).length]).toEqual(APPLICABLE[tool]);
  });

  test.each(vectors)("$id", async ({ tree, calls }) => {
    const keys = tree.map((entry) => `tree/${entry.path}${entry.kind === "dir" ? "/" : ""}`);
    const fileSystem = s3({ client: fakeStore(tree.length === 0 ? ["tree/"] : keys).client });
    for (const { order = "path", args, content, error, result } of calls) {
      const json = JSON.stringify(args).replaceAll("${ROOT}", ROOT);
      const answer = result === undefined ? (content ?? `error: ${error}`) : JSON.stringify(result);
      const profile = tool === "list_dir" ? PROFILES[order] : "hyper";
      const options = { fileSystem, profile, workingDirectory: ROOT } as const;
      expect(await callTool(tool, json, options), json).toBe(answer.replaceAll("${ROOT}", ROOT));
    }
  });
});

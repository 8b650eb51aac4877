// The contract's expected answers, for trees that keys can represent, through the router and from a real store.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import { s3 } from "../../src/s3/s3.ts";
import { callTool } from "../../test/support/call-tool.ts";
import type { TreeEntry } from "../../test/support/make-tree.ts";
import { isBucketTree, makeBucket, ownerClient, putTree } from "./support/store.ts";

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

const client = ownerClient();
const fileSystem = s3({ client });
let bucket: string;

beforeAll(async () => {
  bucket = await makeBucket(client);
});

function load(tool: string): Vector[] {
  const file = path.join(import.meta.dirname, "../../test/vectors", `${tool}.jsonl`);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Vector).filter(({ tree }) => isBucketTree(tree));
}

describe.each(["list_dir", "list_directory"] as const)("%s", (tool) => {
  const vectors = load(tool);

  test("has the expected number that apply", () => {
    expect([vectors.length, vectors.flatMap(({ calls }) => calls).length]).toEqual(APPLICABLE[tool]);
  });

  test.each(vectors)("$id", async ({ tree, calls }) => {
    const root = await putTree(bucket, tree);
    for (const { order = "path", args, content, error, result } of calls) {
      const json = JSON.stringify(args).replaceAll("${ROOT}", root);
      const answer = result === undefined ? (content ?? `error: ${error}`) : JSON.stringify(result);
      const profile = tool === "list_dir" ? PROFILES[order] : "hyper";
      const options = { fileSystem, profile, workingDirectory: root } as const;
      expect(await callTool(tool, json, options), json).toBe(answer.replaceAll("${ROOT}", root));
    }
  });
});

// All of the contract's expected answers, through the router and on a real disk.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { Profile } from "../../src/tools/profile.ts";
import { makeEntries, temporaryFolder, type TreeEntry } from "../support/make-tree.ts";
import { callTool } from "../support/call-tool.ts";

const CONTRACT_TOOLS = ["list_dir", "list_directory"] as const;

type ContractTool = (typeof CONTRACT_TOOLS)[number];

interface Call {
  /** For `list_dir` only. */
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

function loadVectors(tool: ContractTool): Vector[] {
  const file = path.join(import.meta.dirname, "../vectors", `${tool}.jsonl`);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Vector);
}

/** What calls were answered, and what the contract expects: each time the arguments and the answer. */
interface Compared {
  readonly answers: readonly [json: string, answer: string][];
  readonly expected: readonly [json: string, answer: string][];
}

/** Makes calls through the profiles of the originals. */
function contractCaller(
  options: ToolRouterOptions = {},
): (tool: ContractTool, root: string, calls: readonly Call[]) => Promise<Compared> {
  const make = (profile: Profile) => createToolRouter({ roots: "any", ...options, profile });
  const routers = { path: make("codex-sorted"), breadth: make("codex-breadth"), hyper: make("hyper") };
  return async (tool, root, calls) => {
    const answers: [string, string][] = [];
    const expected: [string, string][] = [];
    for (const { order = "path", args, content, error, result } of calls) {
      const json = JSON.stringify(args).replaceAll("${ROOT}", root);
      const answer = result === undefined ? (content ?? `error: ${error}`) : JSON.stringify(result);
      answers.push([json, await callTool(tool, json, routers[tool === "list_dir" ? order : "hyper"])]);
      expected.push([json, answer.replaceAll("${ROOT}", root)]);
    }
    return { answers, expected };
  };
}

const COUNTS = { list_dir: 1440, list_directory: 300 };

const ask = contractCaller();

describe.each(CONTRACT_TOOLS)("%s", (tool) => {
  const vectors = loadVectors(tool);

  test("are all there", () => {
    expect(vectors.flatMap(({ calls }) => calls)).toHaveLength(COUNTS[tool]);
  });

  test.each(vectors)("$id", async ({ tree, calls }) => {
    const root = temporaryFolder();
    makeEntries(root, tree);
    const { answers, expected } = await ask(tool, root, calls);
    expect(answers).toEqual(expected);
  });
});

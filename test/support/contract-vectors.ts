// The contract's expected answers: trees, and calls with what they are answered.
import fs from "node:fs";
import path from "node:path";

import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import type { Profile } from "../../src/tools/profile.ts";
import { callTool } from "./call-tool.ts";
import type { TreeEntry } from "./make-tree.ts";

export const CONTRACT_TOOLS = ["list_dir", "list_directory"] as const;

type ContractTool = (typeof CONTRACT_TOOLS)[number];

interface Call {
  /** For `list_dir` only. */
  readonly order?: "path" | "breadth";
  readonly args: object;
  readonly content?: string;
  readonly error?: string;
  readonly result?: object;
}

export interface Vector {
  readonly id: string;
  readonly tree: readonly TreeEntry[];
  readonly calls: readonly Call[];
}

export function loadVectors(tool: ContractTool): Vector[] {
  const file = path.join(import.meta.dirname, "../vectors", `${tool}.jsonl`);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Vector);
}

/** What calls were answered, and what the contract expects: each time the arguments and the answer. */
export interface Compared {
  readonly answers: readonly [json: string, answer: string][];
  readonly expected: readonly [json: string, answer: string][];
}

/** Makes calls through the profiles of the originals. */
export function contractCaller(
  options: ToolRouterOptions = {},
): (tool: ContractTool, root: string, calls: readonly Call[]) => Promise<Compared> {
  const make = (profile: Profile) => createToolRouter({ ...options, profile });
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

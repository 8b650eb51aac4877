// Every error that a program gets has a code, and the document on the API lists them all.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { createAiSdkTools } from "../../src/adapters/ai-sdk.ts";
import { readError } from "../../src/core/problem.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import { s3 } from "../../src/s3/s3.ts";
import { CallQueue } from "../../src/tooling/tool-router.ts";
import { FunctionCallError, type FunctionCallErrorCode } from "../../src/tooling/function-call-error.ts";
import type { Tool } from "../../src/tooling/tool.ts";
import { createRouterWithQueue, createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";

const fileSystem = memory(["/r/a", `/r/${"x".repeat(300)}`]);

const list = (options: Partial<ListDirOptions>) => listDir({ dirPath: "/r", fileSystem, ...options });

const failing = (code: string) => {
  const readDirectory = () => Promise.reject(readError(code, "of the disk"));
  return list({ fileSystem: { ...fileSystem, readDirectory } });
};

function toolThat(handle: Tool["handle"]): Tool {
  const parameters = { type: "object", properties: {} } as const;
  return { name: "say", description: "", parameters, supportsParallelCalls: true, handle };
}

function ask(toolName: string, options: ToolRouterOptions, queue: CallQueue = new CallQueue()) {
  const payload = { type: "function", arguments: '{"dir_path":"/r"}' } as const;
  return createRouterWithQueue({ fileSystem, ...options }, queue).dispatch({ toolName, callId: "1", payload });
}

async function askTwice(): Promise<unknown> {
  const queue = new CallQueue(1, 1);
  const slow = toolThat(() => new Promise((resolve) => setTimeout(resolve, 50, { content: "", success: true })));
  const first = ask("say", { extraTools: [slow] }, queue);
  await ask("list_dir", {}, queue).finally(() => first);
  return first;
}

const FAILURES: Readonly<Record<FunctionCallErrorCode, () => Promise<unknown>>> = {
  invalid_argument: () => list({ limit: 0 }),
  offset_past_end: () => list({ offset: 9 }),
  access_denied: () => list({ roots: ["/other"] }),
  not_found: () => list({ dirPath: "/r/nothing" }),
  not_a_directory: () => list({ dirPath: "/r/a" }),
  permission_denied: () => failing("EACCES"),
  unreadable: () => failing("EIO"),
  answer_too_long: () => ask("list_dir", { maxOutputBytes: 256, deny: ["a"] }),
  timed_out: () => failing("ETIMEDOUT"),
  cancelled: () => list({ signal: AbortSignal.abort() }),
  busy: askTwice,
  unknown_tool: async () => Promise.reject(await ask("nothing", {})),
  tool_error: () =>
    ask("say", { extraTools: [toolThat(() => Promise.reject(new FunctionCallError("respond_to_model", "no")))] }),
  internal: () => ask("say", { extraTools: [toolThat(() => Promise.reject(new Error("a bug")))] }),
};

test.each(Object.entries(FAILURES))("%s", async (code, fail) => {
  await expect(fail()).rejects.toMatchObject({ code });
});

describe("an option that can't be used is invalid_option", () => {
  test.each<readonly [string, () => unknown]>([
    ["an unknown one", () => createToolRouter({ root: "/" } as ToolRouterOptions)],
    ["a wrong value", () => createToolRouter({ maxLimit: 0 })],
    ["a tool that does not exist", () => createToolRouter({ tools: ["rm"] })],
    ["a root that does not exist", () => createToolRouter({ roots: ["/nothing/here"] })],
    ["a deny rule", () => createToolRouter({ deny: ["~/.ssh"] })],
    ["a path in memory", () => memory(["a"])],
    ["of the disk", () => localDisk({ cache: 1 } as object)],
    ["of a store", () => s3({ clients: {} } as object)],
  ])("%s", (_, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "invalid_option" }));
  });
});

test("an adapter that throws keeps the code, and so does an answer that is not thrown", async () => {
  const { list_dir: tool } = createAiSdkTools({ fileSystem });
  await expect(tool.execute({ dir_path: "/no" }, { toolCallId: "1" })).rejects.toMatchObject({ code: "not_found" });
  const payload = { type: "json", arguments: { dir_path: "/no" } } as const;
  const answer = await createToolRouter({ fileSystem }).respond({ toolName: "list_dir", callId: "1", payload });
  expect(answer).toMatchObject({ success: false, code: "not_found" });
});

test("docs/api.md lists the codes", () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, "../../docs/api.md"), "utf8");
  const [table = ""] = /^\| code \|[^]*?\n\n/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(listed).toEqual([...Object.keys(FAILURES), "invalid_option"]);
});

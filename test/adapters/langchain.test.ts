// LangChain's own tool class, without an agent around it. proofs/frameworks tests with an agent.
import { ToolMessage } from "@langchain/core/messages";
import { isStructuredTool, type StructuredToolInterface } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { expect, test } from "vitest";

import { createLangChainTools } from "../../src/adapters/langchain.ts";
import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const fileSystem = memory(["/repo/a.txt"]);

function toolCall(args: Record<string, unknown>) {
  return { type: "tool_call" as const, id: "call-1", name: "list_dir", args };
}

function listDir(): StructuredToolInterface {
  return createLangChainTools({ fileSystem }).find(({ name }) => name === "list_dir") as StructuredToolInterface;
}

test("models see the tools word for word", () => {
  const tools = createLangChainTools();
  expect(tools.every((tool) => isStructuredTool(tool))).toBe(true);
  expect(tools.map((tool) => convertToOpenAITool(tool))).toEqual(
    createToolRouter()
      .specs()
      .map(({ name, description, parameters }) => ({ type: "function", function: { name, description, parameters } })),
  );
});

test.each([
  [{ dir_path: "" }, "dir_path must be an absolute path"],
  // LangChain would reject these by the schema, in its own words.
  [{ dir_path: 5 }, "failed to parse function arguments: `dir_path` must be a string, got 5"],
  [
    { dir_path: "/repo", limit: "many" },
    'failed to parse function arguments: `limit` must be a non-negative integer, got "many"',
  ],
])("the mistake %j is answered in the tool's words, and marked", async (args, content) => {
  const message: unknown = await listDir().invoke(toolCall(args));
  expect(message).toBeInstanceOf(ToolMessage);
  expect(message).toMatchObject({ content, status: "error", tool_call_id: "call-1", name: "list_dir" });
});

test("a call that is aborted rejects", async () => {
  const call = listDir().invoke(toolCall({ dir_path: "/repo" }), { signal: AbortSignal.abort() });
  await expect(call).rejects.toThrow("cancelled");
});

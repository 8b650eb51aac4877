// The format that the AI SDK expects. proofs/frameworks tests against the SDK itself.
import { expect, test } from "vitest";

import { createAiSdkTools, type AiSdkTool } from "../../src/adapters/ai-sdk.ts";
import { DEFAULT_TOOL_NAMES, type DefaultToolName } from "../../src/tools/tool-list.ts";
import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const fileSystem = memory(["/repo/a.txt"]);
const call = { toolCallId: "1" };

const weather = {
  name: "weather",
  description: "Tells whether there is sun.",
  parameters: { type: "object", properties: {} },
  supportsParallelCalls: true,
  handle: async () => ({ content: "sun", success: true }),
} as const;

test("the tools are keyed by their names", () => {
  const tools = createAiSdkTools({ fileSystem });
  expect(Object.keys(tools)).toEqual(DEFAULT_TOOL_NAMES);
  for (const { name, description, parameters } of createToolRouter().specs()) {
    const { description: shown, inputSchema } = tools[name as DefaultToolName] as AiSdkTool;
    expect(shown).toBe(description);
    expect(inputSchema["~standard"].jsonSchema.input()).toEqual(parameters);
  }
  expect(Object.keys(createAiSdkTools({ tools: ["list_directory"] }))).toEqual(["list_directory"]);
});

test("an abort stops the call", async () => {
  const { list_dir: listDir } = createAiSdkTools({ fileSystem });
  const aborted = listDir?.execute({ dir_path: "/repo" }, { ...call, abortSignal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow(/cancelled/);
});

test("the types know the names of the tools: ours, those that are named, and those of the program", () => {
  const ours: Record<DefaultToolName, AiSdkTool> = createAiSdkTools({ fileSystem });
  expect(Object.keys(ours)).toEqual(DEFAULT_TOOL_NAMES);
  const named = createAiSdkTools({ fileSystem, tools: ["map_dir"], extraTools: [weather] });
  expect(Object.keys(named)).toEqual(["map_dir", "weather"]);
  expect(named.map_dir.description + named.weather.description).toContain("sun");
  // @ts-expect-error: no tool has this name.
  expect(named.map_dri).toBeUndefined();
});

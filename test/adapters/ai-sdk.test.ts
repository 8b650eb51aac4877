// The format that the AI SDK expects. proofs/frameworks tests against the SDK itself.
import { expect, test } from "vitest";

import { createAiSdkTools, type AiSdkTool } from "../../src/adapters/ai-sdk.ts";
import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const fileSystem = memory(["/repo/a.txt"]);
const call = { toolCallId: "1" };

test("the tools are keyed by their names", () => {
  const tools = createAiSdkTools({ fileSystem });
  expect(Object.keys(tools)).toEqual(["map_dir", "find_files", "list_dir", "list_directory"]);
  for (const { name, description, parameters } of createToolRouter().specs()) {
    const { description: shown, inputSchema } = tools[name] as AiSdkTool;
    expect(shown).toBe(description);
    expect(inputSchema["~standard"].jsonSchema.input()).toEqual(parameters);
  }
  expect(Object.keys(createAiSdkTools({ experimentalSupportedTools: ["list_directory"] }))).toEqual(["list_directory"]);
});

test("a mistake is thrown, with the tool's own words as message and as string", async () => {
  const thrown = createAiSdkTools({ fileSystem })["list_dir"]?.execute({ dir_path: "/repo", limit: 0 }, call);
  const error: unknown = await thrown?.catch((reason: unknown) => reason);
  expect((error as Error).message).toBe("limit must be greater than zero");
  expect(String(error)).toBe("limit must be greater than zero");
});

test("an abort stops the call", async () => {
  const { list_dir: listDir } = createAiSdkTools({ fileSystem });
  const aborted = listDir?.execute({ dir_path: "/repo" }, { ...call, abortSignal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow(/cancelled/);
});

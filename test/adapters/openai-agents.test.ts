// The format that the OpenAI Agents SDK expects. proofs/frameworks tests against the SDK itself.
import { expect, test } from "vitest";

import { createOpenAIAgentsTools } from "../../src/adapters/openai-agents.ts";
import { memory } from "../../src/disk/memory.ts";

const fileSystem = memory(["/repo/a.txt"]);

test("tools are function tools that are enabled and need no approval", async () => {
  for (const tool of createOpenAIAgentsTools({ fileSystem })) {
    expect(tool).toMatchObject({ type: "function", strict: false, parameters: { additionalProperties: true } });
    expect(await tool.needsApproval()).toBe(false);
    expect(await tool.isEnabled()).toBe(true);
  }
});

test("null is a mistake in the profiles of the original, but means left out in strict mode", async () => {
  const json = '{"dir_path":"/repo","limit":null}';
  const options = { fileSystem, profile: "codex-sorted" } as const;
  const [plain] = createOpenAIAgentsTools(options);
  expect(await plain?.invoke(undefined, json)).toMatch(/`limit` must be a non-negative integer, got null/);
  const [strict] = createOpenAIAgentsTools({ ...options, strict: true });
  expect(await strict?.invoke(undefined, json)).toBe("Absolute path: /repo\na.txt");
  expect(strict?.parameters).toMatchObject({ additionalProperties: false });
});

test("the approval policy is the one that the SDK made", () => {
  const needsApproval = async () => false;
  const tools = createOpenAIAgentsTools({ fileSystem, tool: () => ({ needsApproval }) });
  expect(tools.map((tool) => tool.needsApproval)).toEqual(tools.map(() => needsApproval));
});

test("a call that is aborted rejects", async () => {
  const [listDir] = createOpenAIAgentsTools({ fileSystem });
  const details = { signal: AbortSignal.abort(), toolCall: { callId: "1" } };
  await expect(listDir?.invoke(undefined, '{"dir_path":"/repo"}', details)).rejects.toThrow("cancelled");
});

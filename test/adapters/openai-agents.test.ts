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

test("the approval policy is the one that the SDK made", () => {
  const needsApproval = async () => false;
  const tools = createOpenAIAgentsTools({ fileSystem, tool: () => ({ needsApproval }) });
  expect(tools.map((tool) => tool.needsApproval)).toEqual(tools.map(() => needsApproval));
});

test("a call that is aborted rejects", async () => {
  const [mapDir] = createOpenAIAgentsTools({ fileSystem });
  const details = { signal: AbortSignal.abort(), toolCall: { callId: "1" } };
  await expect(mapDir?.invoke(undefined, '{"dir_path":"/repo"}', details)).rejects.toThrow("cancelled");
});

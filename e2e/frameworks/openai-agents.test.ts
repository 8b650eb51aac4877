// The OpenAI Agents SDK, through the Responses API.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import OpenAI from "openai";
import { createOpenAIAgentsTools, type OpenAIAgentsTool } from "dirleaf/openai-agents";

import { startMockModel, type MockCall, type MockModel } from "./mock-model.ts";
import { testFramework } from "./test-framework.ts";

/** Asks an agent that has these tools. */
async function converse(call: MockCall, tools: OpenAIAgentsTool[], signal?: AbortSignal): Promise<MockModel> {
  await using mock = await startMockModel(call);
  const openAIClient = new OpenAI({ baseURL: `${mock.url}/v1`, apiKey: "none", maxRetries: 0 });
  const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });
  await runner.run(new Agent({ name: "guide", model: "mock", tools }), "What is there?", { signal });
  return mock;
}

testFramework({
  name: "OpenAI Agents",
  marksErrors: false,
  onDefect: "thrown",
  toParameters: (parameters) => ({ ...parameters, additionalProperties: true }),
  converse: (call, options, signal) => converse(call, createOpenAIAgentsTools({ ...options, tool }), signal),
  converseStrictly: (call, options) => converse(call, createOpenAIAgentsTools({ ...options, tool, strict: true })),
});

testFramework({
  name: "OpenAI Agents, without its tool()",
  marksErrors: false,
  onDefect: "thrown",
  toParameters: (parameters) => ({ ...parameters, additionalProperties: true }),
  converse: (call, options, signal) => converse(call, createOpenAIAgentsTools(options), signal),
});

test("text that is not JSON is answered by the SDK itself, and the run goes on", async () => {
  const { shown } = await converse({ tool: "list_dir", json: '{"dir_path"' }, createOpenAIAgentsTools({ tool }));
  assert.equal(shown.length, 1);
  assert.match(shown[0]?.text ?? "", /valid JSON/);
});

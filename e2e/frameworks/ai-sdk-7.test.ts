// Vercel's AI SDK 7, with its own mock model, and with its OpenAI provider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { memory } from "dirleaf";
import { createAiSdkTools } from "dirleaf/ai-sdk";

import { startMockModel } from "./mock-model.ts";
import { mockAiSdkTurn } from "./mock-ai-sdk-turn.ts";
import { readAiSdkCalls } from "./read-ai-sdk-calls.ts";
import { testFramework } from "./test-framework.ts";

testFramework({
  name: "AI SDK 7",
  marksErrors: true,
  onDefect: "shown",
  toParameters: (parameters) => ({ ...parameters, additionalProperties: false }),
  async converse(call, options, abortSignal) {
    const model = new MockLanguageModelV4({ doGenerate: mockAiSdkTurn(call) });
    const tools = createAiSdkTools(options);
    await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: "What is there?", abortSignal });
    return readAiSdkCalls(model.doGenerateCalls);
  },
});

test("its OpenAI provider passes answers on unchanged, and wraps mistakes in JSON, since it can't mark them", async () => {
  const shown: string[] = [];
  for (const limit of [1, 0]) {
    await using mock = await startMockModel({ tool: "list_dir", json: JSON.stringify({ dir_path: "/repo", limit }) });
    const model = createOpenAI({ baseURL: `${mock.url}/v1`, apiKey: "none" })("gpt-5-mini");
    const tools = createAiSdkTools({ fileSystem: memory(["/repo/a.txt"]) });
    await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: "What is there?" });
    shown.push(...mock.shown.map(({ text }) => text));
  }
  assert.deepEqual(shown, ["Absolute path: /repo\na.txt", '{"error":"limit must be greater than zero"}']);
});

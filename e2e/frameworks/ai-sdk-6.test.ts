// Vercel's AI SDK 6, with its own mock model.
import { generateText, stepCountIs } from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import { createAiSdkTools } from "dirleaf/ai-sdk";

import { mockAiSdkTurn } from "./mock-ai-sdk-turn.ts";
import { readAiSdkCalls } from "./read-ai-sdk-calls.ts";
import { testFramework } from "./test-framework.ts";

testFramework({
  name: "AI SDK 6",
  marksErrors: true,
  onDefect: "shown",
  toParameters: (parameters) => ({ ...parameters, additionalProperties: false }),
  async converse(call, options, abortSignal) {
    const model = new MockLanguageModelV3({ doGenerate: mockAiSdkTurn(call) });
    const tools = createAiSdkTools(options);
    await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: "What is there?", abortSignal });
    return readAiSdkCalls(model.doGenerateCalls);
  },
});

// Vercel's AI SDK 6, with its own mock model.
import { generateText, stepCountIs } from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import { createAiSdkTools } from "dirleaf/ai-sdk";

import { readAiSdkCalls } from "./read-ai-sdk-calls.ts";
import { testFramework } from "./test-framework.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

testFramework({
  name: "AI SDK 6",
  marksErrors: true,
  toParameters: (parameters) => ({ ...parameters, additionalProperties: false }),
  async converse({ tool, json }, options, abortSignal) {
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) =>
        prompt.some(({ role }) => role === "tool")
          ? {
              content: [{ type: "text", text: "done" }],
              finishReason: { unified: "stop", raw: "stop" },
              usage,
              warnings: [],
            }
          : {
              content: [{ type: "tool-call", toolCallId: "1", toolName: tool, input: json }],
              finishReason: { unified: "tool-calls", raw: "tool_calls" },
              usage,
              warnings: [],
            },
    });
    const tools = createAiSdkTools(options);
    await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: "What is there?", abortSignal });
    return readAiSdkCalls(model.doGenerateCalls);
  },
});

// Anthropic's client library: with our own answers, and with its tool runner.
import Anthropic from "@anthropic-ai/sdk";
import { ToolError } from "@anthropic-ai/sdk/resources/beta/messages";
import { createAnthropicTools } from "dirleaf/anthropic";

import { startMockModel, type MockModel } from "./mock-model.ts";
import { testFramework } from "./test-framework.ts";

const request = { model: "mock", max_tokens: 1024 };

function clientOf(mock: MockModel): Anthropic {
  return new Anthropic({ baseURL: mock.url, apiKey: "none", maxRetries: 0 });
}

testFramework({
  name: "Anthropic, Messages",
  marksErrors: true,
  onDefect: "thrown",
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const client = clientOf(mock);
    const { tools, answerToolUses } = createAnthropicTools(options);
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "What is there?" }];
    const { content } = await client.messages.create({ ...request, messages, tools });
    messages.push({ role: "assistant", content }, { role: "user", content: await answerToolUses(content, { signal }) });
    await client.messages.create({ ...request, messages, tools });
    return mock;
  },
});

testFramework({
  name: "Anthropic, toolRunner",
  marksErrors: true,
  onDefect: "shown",
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const { runnableTools: tools } = createAnthropicTools({ ...options, ToolError });
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: "user", content: "What is there?" }];
    await clientOf(mock).beta.messages.toolRunner({ ...request, messages, tools }, { signal });
    return mock;
  },
});

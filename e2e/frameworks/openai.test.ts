// OpenAI's client library: both APIs with our own answers, and its tool runner.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { createOpenAITools } from "dirleaf/openai";

import { startMockModel, type MockCall, type MockModel } from "./mock-model.ts";
import { testFramework } from "./test-framework.ts";

const model = "mock";

function clientOf(mock: MockModel): OpenAI {
  return new OpenAI({ baseURL: `${mock.url}/v1`, apiKey: "none", maxRetries: 0 });
}

async function converse(
  call: MockCall,
  options: Parameters<typeof createOpenAITools>[0],
  signal?: AbortSignal,
): Promise<MockModel> {
  await using mock = await startMockModel(call);
  const client = clientOf(mock);
  const { responsesTools: tools, answerFunctionCalls } = createOpenAITools(options);
  const { id, output } = await client.responses.create({ model, input: "What is there?", tools });
  const input = await answerFunctionCalls(output, { signal });
  await client.responses.create({ model, input, tools, previous_response_id: id });
  return mock;
}

testFramework({
  name: "OpenAI, Responses",
  marksErrors: false,
  onDefect: "thrown",
  takesText: true,
  converse,
  converseStrictly: (call, options) => converse(call, { ...options, strict: true }),
});

testFramework({
  name: "OpenAI, Chat Completions",
  marksErrors: false,
  onDefect: "thrown",
  takesText: true,
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const client = clientOf(mock);
    const { chatTools: tools, answerToolCalls } = createOpenAITools(options);
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: "What is there?" }];
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    const message = choices[0]?.message;
    assert.ok(message);
    messages.push(message, ...(await answerToolCalls(message.tool_calls, { signal })));
    await client.chat.completions.create({ model, messages, tools });
    return mock;
  },
});

testFramework({
  name: "OpenAI, runTools",
  marksErrors: false,
  onDefect: "thrown",
  takesText: true,
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const runner = clientOf(mock).chat.completions.runTools(
      {
        model,
        messages: [{ role: "user", content: "What is there?" }],
        tools: createOpenAITools(options).runnableTools,
      },
      { signal },
    );
    await runner.finalContent();
    return mock;
  },
});

// OpenAI's client library: both APIs with our own answers, and its tool runner.
import { test } from "node:test";
import assert from "node:assert/strict";
import OpenAI from "openai";
import { createToolRouter, memory } from "dirleaf";
import { createOpenAITools } from "dirleaf/openai";

import { startMockModel, type MockModel } from "./mock-model.ts";
import { testFramework } from "./test-framework.ts";

const model = "mock";

function clientOf(mock: MockModel): OpenAI {
  return new OpenAI({ baseURL: `${mock.url}/v1`, apiKey: "none", maxRetries: 0 });
}

testFramework({
  name: "OpenAI, Responses",
  marksErrors: false,
  onDefect: "thrown",
  takesText: true,
  async converse(call, options, signal) {
    await using mock = await startMockModel(call);
    const client = clientOf(mock);
    const { responsesTools: tools, answerFunctionCalls } = createOpenAITools(options);
    const { id, output } = await client.responses.create({ model, input: "What is there?", tools });
    const input = await answerFunctionCalls(output, { signal });
    await client.responses.create({ model, input, tools, previous_response_id: id });
    return mock;
  },
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

test("strict mode: every argument is required, and null means left out", async () => {
  const fileSystem = memory(["/repo/nested/child.txt", "/repo/root.txt"]);
  const { responsesTools: tools, answerFunctionCalls } = createOpenAITools({ fileSystem, strict: true });
  for (const { parameters, strict } of tools) {
    assert.equal(strict, true);
    assert.deepEqual(parameters.required, Object.keys(parameters.properties));
    assert.equal("additionalProperties" in parameters && parameters.additionalProperties, false);
  }
  const listDir = tools.find(({ name }) => name === "list_dir");
  const allNull = Object.fromEntries((listDir?.parameters.required ?? []).map((name) => [name, null]));
  const json = JSON.stringify({ ...allNull, dir_path: "/repo" });
  await using mock = await startMockModel({ tool: "list_dir", json });
  const client = clientOf(mock);
  const { id, output } = await client.responses.create({ model, input: "What is there?", tools });
  const input = await answerFunctionCalls(output);
  await client.responses.create({ model, input, tools, previous_response_id: id });
  const payload = { type: "function", arguments: '{"dir_path":"/repo"}' } as const;
  const expected = await createToolRouter({ fileSystem }).respond({ toolName: "list_dir", callId: "1", payload });
  assert.deepEqual(mock.shown, [{ text: expected.content }]);
  assert.deepEqual(
    mock.definitions.map(({ strict }) => strict),
    tools.map(() => true),
  );
});

// The formats of OpenAI's APIs. proofs/frameworks tests against the client library itself.
import { expect, test } from "vitest";

import { createOpenAITools } from "../../src/adapters/openai.ts";
import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";

const fileSystem = memory(["/repo/a.txt"]);
const LISTING = "Absolute path: /repo\na.txt";

function functionCall(name: string, json: string) {
  return { type: "function_call", name, arguments: json, call_id: `${name} ${json}` };
}

function toolCall(name: string, json: string) {
  return { type: "function", id: `${name} ${json}`, function: { name, arguments: json } };
}

test("definitions for both APIs", () => {
  const { responsesTools, chatTools } = createOpenAITools();
  const specs = createToolRouter().specs();
  expect(responsesTools).toEqual(specs);
  expect(chatTools).toEqual(specs.map(({ type, ...definition }) => ({ type, function: definition })));
});

test("answers the function calls in a response, and ignores other tools", async () => {
  const { answerFunctionCalls } = createOpenAITools({ fileSystem });
  const output = [
    { type: "reasoning" },
    functionCall("list_dir", '{"dir_path":"/repo"}'),
    functionCall("read_file", "{}"),
    functionCall("list_dir", "{"),
  ];
  expect(await answerFunctionCalls(output)).toEqual([
    { type: "function_call_output", call_id: 'list_dir {"dir_path":"/repo"}', output: LISTING },
    {
      type: "function_call_output",
      call_id: "list_dir {",
      output: expect.stringMatching(/^failed to parse function arguments/) as string,
    },
  ]);
});

test("answers the tool calls in a message, and ignores other tools", async () => {
  const { answerToolCalls } = createOpenAITools({ fileSystem });
  const toolCalls = [{ type: "custom" }, toolCall("read_file", "{}"), toolCall("list_dir", '{"dir_path":"/repo"}')];
  expect(await answerToolCalls(toolCalls)).toEqual([
    { role: "tool", tool_call_id: 'list_dir {"dir_path":"/repo"}', content: LISTING },
  ]);
  expect(await answerToolCalls(null)).toEqual([]);
});

test("a call that is aborted rejects", async () => {
  const { answerFunctionCalls, answerToolCalls, runnableTools } = createOpenAITools({ fileSystem });
  const controller = new AbortController();
  controller.abort();
  const json = '{"dir_path":"/repo"}';
  for (const answer of [
    answerFunctionCalls([functionCall("list_dir", json)], controller),
    answerToolCalls([toolCall("list_dir", json)], controller),
    runnableTools[0]?.function.function(json, { controller }),
  ]) {
    await expect(answer).rejects.toThrow("cancelled");
  }
});

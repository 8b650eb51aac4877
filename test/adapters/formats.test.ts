// The formats that agent frameworks expect. e2e/frameworks tests against the frameworks themselves.
import { ToolMessage } from "@langchain/core/messages";
import { isStructuredTool, type StructuredToolInterface } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { describe, expect, test } from "vitest";

import { createAiSdkTools, type AiSdkTool } from "../../src/adapters/ai-sdk.ts";
import { createAnthropicTools } from "../../src/adapters/anthropic.ts";
import { createLangChainTools } from "../../src/adapters/langchain.ts";
import { createMastraTools } from "../../src/adapters/mastra.ts";
import { createOpenAITools } from "../../src/adapters/openai.ts";
import { createOpenAIAgentsTools } from "../../src/adapters/openai-agents.ts";
import { memory } from "../../src/disk/memory.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { DEFAULT_TOOL_NAMES, type DefaultToolName } from "../../src/tools/tool-list.ts";

const fileSystem = memory(["/repo/a.txt"]);
const LISTING = "Absolute path: /repo\na.txt";
const JSON_TEXT = '{"dir_path":"/repo"}';
const ARGUMENTS = { dir_path: "/repo" };
const specs = createToolRouter().specs();

function functionCall(name: string, json: string) {
  return { type: "function_call", name, arguments: json, call_id: `${name} ${json}` };
}

function toolCall(name: string, json: string) {
  return { type: "function", id: `${name} ${json}`, function: { name, arguments: json } };
}

const langChainCall = (args: object) => ({ type: "tool_call" as const, id: "call-1", name: "list_dir", args });

function langChainListDir(): StructuredToolInterface {
  return createLangChainTools({ fileSystem }).find(({ name }) => name === "list_dir") as StructuredToolInterface;
}

const openai = createOpenAITools({ fileSystem });

test.each<[string, (controller: AbortController) => Promise<unknown> | undefined]>([
  [
    "AI SDK",
    ({ signal }) =>
      createAiSdkTools({ fileSystem }).list_dir.execute(ARGUMENTS, { toolCallId: "1", abortSignal: signal }),
  ],
  ["LangChain", ({ signal }) => langChainListDir().invoke(langChainCall(ARGUMENTS), { signal })],
  ["Mastra", ({ signal }) => createMastraTools({ fileSystem }).list_dir.execute(ARGUMENTS, { abortSignal: signal })],
  [
    "OpenAI Agents",
    ({ signal }) => {
      const [tool] = createOpenAIAgentsTools({ fileSystem });
      return tool?.invoke(undefined, JSON_TEXT, { signal, toolCall: { callId: "1" } });
    },
  ],
  ["OpenAI, Responses", (controller) => openai.answerFunctionCalls([functionCall("list_dir", JSON_TEXT)], controller)],
  ["OpenAI, Chat", (controller) => openai.answerToolCalls([toolCall("list_dir", JSON_TEXT)], controller)],
  ["OpenAI, runTools", (controller) => openai.runnableTools[0]?.function.function(JSON_TEXT, { controller })],
])("a call that is aborted rejects: %s", async (_, call) => {
  const controller = new AbortController();
  controller.abort();
  await expect(call(controller)).rejects.toThrow("cancelled");
});

test("definitions are those of the router, in each framework's form", async () => {
  const { responsesTools, chatTools } = createOpenAITools();
  expect(responsesTools).toEqual(specs);
  expect(chatTools).toEqual(specs.map(({ type, ...definition }) => ({ type, function: definition })));
  expect(createAnthropicTools().tools).toEqual(
    specs.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
  );
  const forLangChain = createLangChainTools();
  expect(forLangChain.every((tool) => isStructuredTool(tool))).toBe(true);
  expect(forLangChain.map((tool) => convertToOpenAITool(tool))).toEqual(
    specs.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    })),
  );
  const forAiSdk = createAiSdkTools({ fileSystem });
  expect(Object.keys(forAiSdk)).toEqual(DEFAULT_TOOL_NAMES);
  for (const { name, description, parameters } of specs) {
    const { description: shown, inputSchema } = forAiSdk[name as DefaultToolName] as AiSdkTool;
    expect([shown, inputSchema["~standard"].jsonSchema.input()]).toEqual([description, parameters]);
  }
  const forMastra = Object.entries(createMastraTools({ fileSystem }));
  expect(forMastra.map(([name, { id, strict }]) => [name, id, strict])).toEqual(
    DEFAULT_TOOL_NAMES.map((name) => [name, name, false]),
  );
  for (const tool of createOpenAIAgentsTools({ fileSystem })) {
    expect(tool).toMatchObject({ type: "function", strict: false, parameters: { additionalProperties: true } });
    expect([await tool.needsApproval(), await tool.isEnabled()]).toEqual([false, true]);
  }
});

test("the types of the AI SDK's tools know their names: ours, those that are named, and those of the program", () => {
  const weather = {
    name: "weather",
    description: "Tells whether there is sun.",
    parameters: { type: "object", properties: {} },
    supportsParallelCalls: true,
    handle: async () => ({ content: "sun", success: true }),
  } as const;
  const ours: Record<DefaultToolName, AiSdkTool> = createAiSdkTools({ fileSystem });
  expect(Object.keys(ours)).toEqual(DEFAULT_TOOL_NAMES);
  const named = createAiSdkTools({ fileSystem, tools: ["map_dir"], extraTools: [weather] });
  expect(Object.keys(named)).toEqual(["map_dir", "weather"]);
  expect(named.map_dir.description + named.weather.description).toContain("sun");
  // @ts-expect-error: no tool has this name.
  expect(named.map_dri).toBeUndefined();
});

test("the approval policy of OpenAI's agents is the one that the SDK made", () => {
  const needsApproval = async () => false;
  const tools = createOpenAIAgentsTools({ fileSystem, tool: () => ({ needsApproval }) });
  expect(tools.map((tool) => tool.needsApproval)).toEqual(tools.map(() => needsApproval));
});

describe("OpenAI", () => {
  test("answers the function calls in a response, and ignores other tools", async () => {
    const { answerFunctionCalls } = openai;
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
    const { answerToolCalls } = openai;
    const toolCalls = [{ type: "custom" }, toolCall("read_file", "{}"), toolCall("list_dir", '{"dir_path":"/repo"}')];
    expect(await answerToolCalls(toolCalls)).toEqual([
      { role: "tool", tool_call_id: 'list_dir {"dir_path":"/repo"}', content: LISTING },
    ]);
    expect(await answerToolCalls(null)).toEqual([]);
  });
});

describe("Anthropic", () => {
  const toolUse = (name: string, input: unknown) => ({ type: "tool_use", id: `toolu ${name}`, name, input });

  test("answers the calls in a message, marks mistakes, and ignores other tools", async () => {
    const { answerToolUses } = createAnthropicTools({ fileSystem, tools: ["list_dir", "list_directory"] });
    const content = [
      { type: "text", text: "Let me see." },
      toolUse("list_dir", { dir_path: "/repo" }),
      toolUse("read_file", {}),
      toolUse("list_directory", {}),
    ];
    expect(await answerToolUses(content)).toEqual([
      { type: "tool_result", tool_use_id: "toolu list_dir", content: "Absolute path: /repo\na.txt" },
      {
        type: "tool_result",
        tool_use_id: "toolu list_directory",
        content: "failed to parse function arguments: missing field `path`",
        is_error: true,
      },
    ]);
  });

  test("a runnable tool returns the text of a mistake, or throws it as the library's own error class", async () => {
    class ToolError extends Error {}
    const input = { dir_path: "" };
    const [plain] = createAnthropicTools({ fileSystem }).runnableTools;
    expect(await plain?.run(plain.parse(input))).toBe("dir_path must be an absolute path");
    const [marked] = createAnthropicTools({ fileSystem, ToolError }).runnableTools;
    const thrown: unknown = await marked?.run(input).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolError);
    expect((thrown as Error).message).toBe("dir_path must be an absolute path");
  });
});

test.each([
  [{ dir_path: "" }, "dir_path must be an absolute path"],
  // LangChain would reject these by the schema, in its own words.
  [{ dir_path: 5 }, "failed to parse function arguments: `dir_path` must be a string, got 5"],
  [
    { dir_path: "/repo", limit: "many" },
    'failed to parse function arguments: `limit` must be a non-negative integer, got "many"',
  ],
])("LangChain: the mistake %j is answered in the tool's words, and marked", async (args, content) => {
  const message: unknown = await langChainListDir().invoke(langChainCall(args));
  expect(message).toBeInstanceOf(ToolMessage);
  expect(message).toMatchObject({ content, status: "error", tool_call_id: "call-1", name: "list_dir" });
});

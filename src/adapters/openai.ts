// The tools for OpenAI's client library: definitions for both of its APIs, and answers to a model's calls.
import { BOOLEAN, checkOptions, SIGNAL } from "../listing/check-options.ts";
import { createToolRouter, ROUTER_RULES, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import type { FunctionCall, FunctionCallOutput } from "../tooling/tool-router.ts";
import {
  omitNulls,
  toArgumentsJsonSchema,
  toStrictJsonSchema,
  type ArgumentsJsonSchema,
} from "./arguments-json-schema.ts";
import { respondToCall } from "./respond-to-call.ts";

/** Options of `createOpenAITools`. */
export interface OpenAIToolsOptions extends ToolRouterOptions {
  /**
   * Sends the definitions in strict mode: every argument is required, and null means left out.
   * @default false
   */
  readonly strict?: boolean;
}

/** Options of `answerFunctionCalls` and `answerToolCalls`. */
export interface OpenAIAnswerOptions {
  /**
   * Stops the calls.
   * @default none: they run to their end
   */
  readonly signal?: AbortSignal | undefined;
}

/** A tool in the format of the Responses API. */
export interface OpenAIResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: ArgumentsJsonSchema;
  strict: boolean;
}

/** A tool in the format of the Chat Completions API. */
export interface OpenAIChatTool {
  type: "function";
  function: { name: string; description: string; parameters: ArgumentsJsonSchema; strict: boolean };
}

/** A tool in the format of `client.chat.completions.runTools`. */
export interface OpenAIRunnableTool {
  type: "function";
  function: OpenAIChatTool["function"] & {
    /** Returns the text for the model, including for its mistakes. `json` is what the model wrote. */
    function: (json: string, runner?: { readonly controller: AbortController }) => Promise<string>;
  };
}

/** The answer to a call in a chat. */
export interface OpenAIToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** What `createOpenAITools` returns. */
export interface OpenAITools {
  /** For `tools` of `client.responses.create`. */
  readonly responsesTools: OpenAIResponsesTool[];
  /** For `tools` of `client.chat.completions.create`. */
  readonly chatTools: OpenAIChatTool[];
  /** For `tools` of `client.chat.completions.runTools`, which runs the whole conversation. */
  readonly runnableTools: OpenAIRunnableTool[];
  /** Answers the calls of these tools among `response.output`, for `input` of the next request. */
  answerFunctionCalls(
    output: readonly { readonly type: string }[],
    options?: OpenAIAnswerOptions,
  ): Promise<FunctionCallOutput[]>;
  /** Answers the calls of these tools among `message.tool_calls`, for `messages` of the next request. */
  answerToolCalls(
    toolCalls: readonly { readonly type: string }[] | null | undefined,
    options?: OpenAIAnswerOptions,
  ): Promise<OpenAIToolMessage[]>;
}

/**
 * The tools, and the functions that answer calls to them. They ignore calls to other tools.
 *
 * ```ts
 * import OpenAI from "openai";
 * import { createOpenAITools } from "dirleaf/openai";
 *
 * const { responsesTools, answerFunctionCalls } = createOpenAITools({ roots: [process.cwd()] });
 * const { id, output } = await client.responses.create({ model, input: question, tools: responsesTools });
 * const input = await answerFunctionCalls(output);
 * await client.responses.create({ model, input, tools: responsesTools, previous_response_id: id });
 * ```
 */
export function createOpenAITools(options: OpenAIToolsOptions = {}): OpenAITools {
  checkOptions(options, { ...ROUTER_RULES, strict: BOOLEAN });
  const { strict = false, ...routerOptions } = options;
  const router = createToolRouter(routerOptions);
  const specs = new Map(router.specs().map((spec) => [spec.name, spec]));

  const answer = async (toolName: string, callId: string, text: string, signal: AbortSignal | undefined) => {
    const spec = specs.get(toolName);
    const json = strict && spec !== undefined ? omitNulls(text, spec.parameters) : text;
    return (await respondToCall(router, { toolName, callId, json, signal })).content;
  };

  const definitions = [...specs.values()].map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: strict ? toStrictJsonSchema(parameters) : toArgumentsJsonSchema(parameters),
    strict,
  }));

  return {
    responsesTools: definitions.map((definition) => ({ type: "function", ...definition })),
    chatTools: definitions.map((definition) => ({ type: "function", function: definition })),
    runnableTools: definitions.map((definition) => ({
      type: "function",
      function: {
        ...definition,
        // The runner does not pass the call's id.
        function: (json, runner) => answer(definition.name, "", json, runner?.controller.signal),
      },
    })),
    async answerFunctionCalls(output, control = {}) {
      checkOptions(control, { signal: SIGNAL });
      const calls = output.filter(isFunctionCall).filter(({ name }) => specs.has(name));
      return Promise.all(
        calls.map(async ({ name, call_id, arguments: json }) => {
          const text = await answer(name, call_id, json, control.signal);
          return { type: "function_call_output" as const, call_id, output: text };
        }),
      );
    },
    async answerToolCalls(toolCalls, control = {}) {
      checkOptions(control, { signal: SIGNAL });
      const calls = (toolCalls ?? []).filter(isToolCall).filter((call) => specs.has(call.function.name));
      return Promise.all(
        calls.map(async ({ id, function: { name, arguments: json } }) => {
          const text = await answer(name, id, json, control.signal);
          return { role: "tool" as const, tool_call_id: id, content: text };
        }),
      );
    },
  };
}

function isFunctionCall(item: { readonly type: string }): item is FunctionCall {
  return item.type === "function_call";
}

interface ToolCall {
  readonly type: string;
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function isToolCall(call: { readonly type: string }): call is ToolCall {
  return call.type === "function";
}

// The tools for OpenAI's client library: definitions for both of its APIs, and answers to a model's calls.
import { BOOLEAN, checkOptions, SIGNAL } from "../tooling/check-options.ts";
import type { FunctionCall, FunctionCallOutput } from "../tooling/tool-router.ts";
import { ROUTER_RULES, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { adaptTools, type AdaptedTool, type ArgumentsJsonSchema } from "./adapted-tools.ts";

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
  /** Answers the calls of these tools among `response.output`, for `input` of the next request. `signal` stops them. */
  answerFunctionCalls(
    output: readonly { readonly type: string }[],
    control?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FunctionCallOutput[]>;
  /** Answers the calls of these tools among `message.tool_calls`, for `messages` of the next request. `signal` stops them. */
  answerToolCalls(
    toolCalls: readonly { readonly type: string }[] | null | undefined,
    control?: { readonly signal?: AbortSignal | undefined },
  ): Promise<OpenAIToolMessage[]>;
}

/**
 * Creates the tool definitions and the functions that answer calls. They ignore calls to other tools. `strict` sends the definitions in
 * strict mode: every argument is required, and null means left out.
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
export function createOpenAITools(options: ToolRouterOptions & { readonly strict?: boolean } = {}): OpenAITools {
  checkOptions(options, { ...ROUTER_RULES, strict: BOOLEAN });
  const { strict = false, ...routerOptions } = options;
  const adapted = new Map(adaptTools(routerOptions, strict).map((tool) => [tool.name, tool]));
  const definitions = [...adapted.values()].map(({ name, description, parameters }) => {
    return { name, description, parameters, strict };
  });

  const answer = async (name: string, json: CallArguments, callId: string, signal: AbortSignal | undefined) => {
    const tool = adapted.get(name) as AdaptedTool;
    return (await tool.respond(json, callId, signal)).content;
  };

  return {
    responsesTools: definitions.map((definition) => ({ type: "function", ...definition })),
    chatTools: definitions.map((definition) => ({ type: "function", function: definition })),
    runnableTools: definitions.map((definition) => ({
      type: "function",
      function: {
        ...definition,
        // The runner does not pass the call's id.
        function: (json, runner) => answer(definition.name, json, "", runner?.controller.signal),
      },
    })),
    async answerFunctionCalls(output: readonly FunctionCall[], control = {}) {
      checkOptions(control, { signal: SIGNAL });
      const calls = output.filter(({ type, name }) => type === "function_call" && adapted.has(name));
      return Promise.all(
        calls.map(async ({ name, call_id, arguments: json }) => {
          return { type: "function_call_output", call_id, output: await answer(name, json, call_id, control.signal) };
        }),
      );
    },
    async answerToolCalls(toolCalls: readonly ToolCall[] | null | undefined, control = {}) {
      checkOptions(control, { signal: SIGNAL });
      const calls = toolCalls?.filter((call) => call.type === "function" && adapted.has(call.function.name)) ?? [];
      return Promise.all(
        calls.map(async ({ id, function: { name, arguments: json } }) => {
          return { role: "tool", tool_call_id: id, content: await answer(name, json, id, control.signal) };
        }),
      );
    },
  };
}

type CallArguments = FunctionCall["arguments"];

type ToolCall = Readonly<Record<"type" | "id", string>> & {
  readonly function: { readonly name: string; readonly arguments: CallArguments };
};

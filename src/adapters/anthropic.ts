// The tools for Anthropic's client library: definitions, answers to a model's calls, and tools for its tool runner.
import { checkOptions, FUNCTION, SIGNAL } from "../listing/check-options.ts";
import { createToolRouter, ROUTER_RULES, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { writeArguments } from "../tooling/arguments-schema.ts";
import { toArgumentsJsonSchema, type ArgumentsJsonSchema } from "./arguments-json-schema.ts";
import { respondToCall } from "./respond-to-call.ts";

/** Options of `createAnthropicTools`. */
export interface AnthropicToolsOptions extends ToolRouterOptions {
  /**
   * The library's own class `ToolError`. Its tool runner passes the text of these errors on unchanged.
   * @default none: runnable tools return the text of a mistake as an answer that is not marked as an error
   */
  readonly ToolError?: new (content: string) => Error;
}

/** Options of `answerToolUses`. */
export interface AnthropicAnswerOptions {
  /**
   * Stops the calls.
   * @default none: they run to their end
   */
  readonly signal?: AbortSignal | undefined;
}

/** A tool in the format of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ArgumentsJsonSchema;
}

/** A tool in the format of `client.beta.messages.toolRunner`. */
export interface AnthropicRunnableTool extends AnthropicTool {
  type: "custom";
  run: (input: unknown, context?: AnthropicRunContext) => Promise<string>;
  parse: (content: unknown) => unknown;
}

/** The part of the tool runner's call context that the tools need. */
export interface AnthropicRunContext {
  readonly toolUse?: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** The answer to a `tool_use` block. */
export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error?: true;
}

/** What `createAnthropicTools` returns. */
export interface AnthropicTools {
  /** For `tools` of `client.messages.create`. */
  readonly tools: AnthropicTool[];
  /** For `tools` of `client.beta.messages.toolRunner`, which runs the whole conversation. */
  readonly runnableTools: AnthropicRunnableTool[];
  /** Answers the calls of these tools among `message.content`, for the content of the next user message. */
  answerToolUses(
    content: readonly { readonly type: string }[],
    options?: AnthropicAnswerOptions,
  ): Promise<AnthropicToolResult[]>;
}

/**
 * The tools, and the function that answers calls to them. It ignores calls to other tools.
 *
 * ```ts
 * import Anthropic from "@anthropic-ai/sdk";
 * import { createAnthropicTools } from "dirleaf/anthropic";
 *
 * const { tools, answerToolUses } = createAnthropicTools({ roots: [process.cwd()] });
 * const message = await client.messages.create({ model, max_tokens: 1024, messages, tools });
 * messages.push(message, { role: "user", content: await answerToolUses(message.content) });
 * ```
 */
export function createAnthropicTools(options: AnthropicToolsOptions = {}): AnthropicTools {
  checkOptions(options, { ...ROUTER_RULES, ToolError: FUNCTION });
  const { ToolError, ...routerOptions } = options;
  const router = createToolRouter(routerOptions);
  const tools = router.specs().map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: toArgumentsJsonSchema(parameters),
  }));
  const names = new Set(tools.map(({ name }) => name));

  const run = async (toolName: string, input: unknown, context: AnthropicRunContext | undefined) => {
    const call = { toolName, callId: context?.toolUse?.id, json: writeArguments(input), signal: context?.signal };
    const { content, success } = await respondToCall(router, call);
    if (!success && ToolError !== undefined) {
      throw new ToolError(content);
    }
    return content;
  };

  return {
    tools,
    runnableTools: tools.map((tool) => ({
      ...tool,
      type: "custom",
      run: (input, context) => run(tool.name, input, context),
      parse: (content) => content,
    })),
    async answerToolUses(blocks, control = {}) {
      checkOptions(control, { signal: SIGNAL });
      const calls = blocks.filter(isToolUse).filter(({ name }) => names.has(name));
      return Promise.all(
        calls.map(async ({ id, name, input }): Promise<AnthropicToolResult> => {
          const call = { toolName: name, callId: id, json: writeArguments(input), signal: control.signal };
          const { content, success } = await respondToCall(router, call);
          return { type: "tool_result", tool_use_id: id, content, ...(!success && { is_error: true }) };
        }),
      );
    },
  };
}

interface ToolUse {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

function isToolUse(block: { readonly type: string }): block is ToolUse {
  return block.type === "tool_use";
}

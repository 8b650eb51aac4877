// The tools for Anthropic's client library: definitions, answers to a model's calls, and tools for its tool runner.
import { checkOptions, FUNCTION, SIGNAL } from "../tooling/check-options.ts";
import { ROUTER_RULES, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { adaptTools, type AdaptedTool, type ArgumentsJsonSchema } from "./adapted-tools.ts";

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
  /** Answers the calls of these tools among `message.content`, for the content of the next user message. `signal` stops them. */
  answerToolUses(
    content: readonly { readonly type: string }[],
    control?: { readonly signal?: AbortSignal | undefined },
  ): Promise<AnthropicToolResult[]>;
}

/**
 * Creates the tool definitions and the function that answers calls. It ignores calls to other tools. `ToolError` is the library's own
 * class of that name: its tool runner passes the text of these errors on unchanged. Without it, runnable tools return the text of a mistake
 * as an answer that is not marked as an error.
 *
 * ```ts
 * import Anthropic from "@anthropic-ai/sdk";
 * import { createAnthropicTools } from "dirleaf/anthropic";
 *
 * const { tools, answerToolUses } = createAnthropicTools({ roots: [process.cwd()] });
 * const { content } = await client.messages.create({ model, max_tokens: 1024, messages, tools });
 * messages.push({ role: "assistant", content }, { role: "user", content: await answerToolUses(content) });
 * ```
 */
export function createAnthropicTools(
  options: ToolRouterOptions & { readonly ToolError?: new (content: string) => Error } = {},
): AnthropicTools {
  checkOptions(options, { ...ROUTER_RULES, ToolError: FUNCTION });
  const { ToolError, ...routerOptions } = options;
  const adapted = new Map(adaptTools(routerOptions).map((tool) => [tool.name, tool]));
  return {
    tools: [...adapted.values()].map(toDefinition),
    runnableTools: [...adapted.values()].map((tool) => ({
      ...toDefinition(tool),
      type: "custom",
      async run(input, context) {
        const { content, success } = await tool.respond(input, context?.toolUse?.id, context?.signal);
        if (!success && ToolError !== undefined) {
          throw new ToolError(content);
        }
        return content;
      },
      parse: (content) => content,
    })),
    async answerToolUses(blocks: readonly ToolUse[], control = {}) {
      checkOptions(control, { signal: SIGNAL });
      const calls = blocks.filter(({ type, name }) => type === "tool_use" && adapted.has(name));
      return Promise.all(
        calls.map(async ({ id, name, input }) => {
          const tool = adapted.get(name) as AdaptedTool;
          const { content, success } = await tool.respond(input, id, control.signal);
          return { type: "tool_result", tool_use_id: id, content, ...(!success && { is_error: true }) };
        }),
      );
    },
  };
}

function toDefinition({ name, description, parameters }: AdaptedTool): AnthropicTool {
  return { name, description, input_schema: parameters };
}

type ToolUse = Readonly<Record<"type" | "id" | "name", string>> & { readonly input: unknown };

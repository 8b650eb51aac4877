// The tools for LangChain and LangGraph. They must extend LangChain's own class, so `@langchain/core` is an optional peer.
import { ToolMessage } from "@langchain/core/messages";
import {
  StructuredTool,
  ToolInputParsingException,
  type StructuredToolInterface,
  type ToolRunnableConfig,
} from "@langchain/core/tools";

import type { ToolRouterOptions } from "../tools/create-tool-router.ts";
import { adaptTools, type AdaptedTool, type ArgumentsJsonSchema as Schema } from "./adapted-tools.ts";

type Output = string | ToolMessage;

class ListingTool extends StructuredTool<Schema, unknown, unknown, Output> {
  override readonly name: string;
  override readonly description: string;
  override readonly schema: Schema;
  readonly #respond: AdaptedTool["respond"];

  constructor({ name, description, parameters, respond }: AdaptedTool) {
    super();
    this.name = name;
    this.description = description;
    this.schema = parameters;
    this.#respond = respond;
  }

  /** LangChain rejects arguments that don't fit the schema, in its own words. We let the tool answer these calls instead. */
  override invoke: StructuredTool<Schema, unknown, unknown, Output>["invoke"] = async (input, config) => {
    try {
      return await super.invoke(input, config);
    } catch (error) {
      if (!(error instanceof ToolInputParsingException)) {
        throw error;
      }
      const call = isToolCall(input) ? input : { args: input, id: config?.toolCall?.id };
      return (await this.#answer(call.args, call.id, config?.signal)) as never;
    }
  };

  protected override _call(input: unknown, _manager: unknown, config?: ToolRunnableConfig): Promise<Output> {
    return this.#answer(input, config?.toolCall?.id, config?.signal);
  }

  /** The text, or, if there is a call to answer, a message that can be marked as an error. */
  async #answer(input: unknown, callId: string | undefined, signal: AbortSignal | undefined): Promise<Output> {
    const { content, success } = await this.#respond(input, callId, signal);
    const status = success ? "success" : "error";
    return callId === undefined ? content : new ToolMessage({ content, tool_call_id: callId, name: this.name, status });
  }
}

/**
 * Creates the tools for `createAgent`, `ToolNode` and `model.bindTools`.
 *
 * ```ts
 * import { createAgent } from "langchain";
 * import { createLangChainTools } from "dirleaf/langchain";
 *
 * const agent = createAgent({ model: "openai:gpt-5", tools: createLangChainTools({ roots: [process.cwd()] }) });
 * await agent.invoke({ messages: [{ role: "user", content: "What is in this project?" }] });
 * ```
 */
export function createLangChainTools(options: ToolRouterOptions = {}): StructuredToolInterface[] {
  return adaptTools(options).map((tool) => new ListingTool(tool));
}

/** Whether this is a call as LangChain's agents pass it to a tool, with its arguments inside. */
function isToolCall(input: unknown): input is { readonly id?: string; readonly args: unknown } {
  return typeof input === "object" && input !== null && "type" in input && input.type === "tool_call";
}

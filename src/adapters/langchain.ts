// The tools for LangChain and LangGraph. They must extend LangChain's own class, so `@langchain/core` is an optional peer.
import { ToolMessage } from "@langchain/core/messages";
import {
  StructuredTool,
  ToolInputParsingException,
  type StructuredToolInterface,
  type ToolRunnableConfig,
} from "@langchain/core/tools";

import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";
import type { ToolSpec } from "../tooling/tool-spec.ts";
import { writeArguments } from "../tooling/arguments-schema.ts";
import { toArgumentsJsonSchema, type ArgumentsJsonSchema } from "./arguments-json-schema.ts";
import { respondToCall } from "./respond-to-call.ts";

type Schema = ArgumentsJsonSchema;
type Output = string | ToolMessage;

/** A call as LangChain's agents pass it to a tool, with its arguments inside. */
interface WholeCall {
  readonly type: "tool_call";
  readonly id?: string;
  readonly args: unknown;
}

class ListingTool extends StructuredTool<Schema, unknown, unknown, Output> {
  override readonly name: string;
  override readonly description: string;
  override readonly schema: Schema;
  readonly #router: ToolRouter;

  constructor(router: ToolRouter, { name, description, parameters }: ToolSpec) {
    super();
    this.name = name;
    this.description = description;
    this.schema = toArgumentsJsonSchema(parameters);
    this.#router = router;
  }

  /** LangChain rejects arguments that don't fit the schema, in its own words. We let the tool answer these calls instead. */
  override invoke: StructuredTool<Schema, unknown, unknown, Output>["invoke"] = async (input, config) => {
    try {
      return await super.invoke(input, config);
    } catch (error) {
      if (!(error instanceof ToolInputParsingException)) {
        throw error;
      }
      const call = isWholeCall(input) ? input : { args: input, id: config?.toolCall?.id };
      return (await this.#answer(call.args, call.id, config?.signal)) as never;
    }
  };

  protected override _call(input: unknown, _manager: unknown, config?: ToolRunnableConfig): Promise<Output> {
    return this.#answer(input, config?.toolCall?.id, config?.signal);
  }

  /** The text, or, if there is a call to answer, a message that can be marked as an error. */
  async #answer(input: unknown, callId: string | undefined, signal: AbortSignal | undefined): Promise<Output> {
    const call = { toolName: this.name, callId, json: writeArguments(input), signal };
    const { content, success } = await respondToCall(this.#router, call);
    const status = success ? "success" : "error";
    return callId === undefined ? content : new ToolMessage({ content, tool_call_id: callId, name: this.name, status });
  }
}

/**
 * The tools, for `tools` of `createAgent`, for `ToolNode` and `model.bindTools`.
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
  const router = createToolRouter(options);
  return router.specs().map((spec) => new ListingTool(router, spec));
}

function isWholeCall(input: unknown): input is WholeCall {
  return typeof input === "object" && input !== null && "type" in input && input.type === "tool_call";
}

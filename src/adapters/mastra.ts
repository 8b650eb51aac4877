// The tools for Mastra. They are plain objects, so nothing is imported from it.
import {
  toArgumentsSchema,
  writeArguments,
  type ArgumentsObject,
  type ArgumentsSchema,
} from "../tooling/arguments-schema.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { toArgumentsJsonSchema } from "./arguments-json-schema.ts";
import { answerOrThrow } from "./respond-to-call.ts";

/** The part of Mastra's call context that the tools need. */
export interface MastraCallContext {
  readonly abortSignal?: AbortSignal | undefined;
  readonly toolCallId?: string | undefined;
}

/** A tool in Mastra's format. */
export interface MastraTool {
  id: string;
  description: string;
  inputSchema: ArgumentsSchema;
  /** Keeps Mastra from rewriting the schema for some models, and from checking arguments against the rewritten one. */
  strict: false;
  /** Returns the text for the model, or throws an error whose message the model sees, marked as an error. */
  execute: (input: ArgumentsObject, context?: MastraCallContext) => Promise<string>;
}

/**
 * The tools by name, for `tools` of an agent.
 *
 * ```ts
 * import { Agent } from "@mastra/core/agent";
 * import { createMastraTools } from "dirleaf/mastra";
 *
 * const tools = createMastraTools({ roots: [process.cwd()] });
 * const agent = new Agent({ id: "guide", name: "guide", instructions: "Answer briefly.", model, tools });
 * ```
 */
export function createMastraTools(options: ToolRouterOptions = {}): Record<string, MastraTool> {
  const router = createToolRouter(options);
  return Object.fromEntries(
    router.specs().map(({ name: toolName, description, parameters }): [string, MastraTool] => {
      const execute: MastraTool["execute"] = async (input, context) => {
        const { toolCallId: callId, abortSignal: signal } = context ?? {};
        return answerOrThrow(router, { toolName, callId, json: writeArguments(input), signal });
      };
      // A copy, so that changes to it do not affect our schema.
      const inputSchema = toArgumentsSchema({ parameters: toArgumentsJsonSchema(parameters) });
      return [toolName, { id: toolName, description, inputSchema, strict: false, execute }];
    }),
  );
}

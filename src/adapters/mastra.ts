// The tools for Mastra: plain objects, so nothing of it is imported.
import { toArgumentsSchema, type ArgumentsObject, type ArgumentsSchema } from "../tooling/arguments-schema.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { writeArguments } from "../tooling/write-arguments.ts";
import { toArgumentsJsonSchema } from "./arguments-json-schema.ts";
import { ListingError } from "./listing-error.ts";
import { respondToCall } from "./respond-to-call.ts";

/** What Mastra tells a tool about a call, so far as the tools need it. */
export interface MastraCallContext {
  readonly abortSignal?: AbortSignal | undefined;
  readonly toolCallId?: string | undefined;
}

/** A tool as Mastra takes it. */
export interface MastraTool {
  id: string;
  description: string;
  inputSchema: ArgumentsSchema;
  /** Keeps Mastra from rewriting the schema for some models, and from checking arguments by what it rewrote. */
  strict: false;
  /** Gives the text that the model is shown, or throws an error whose message the model is shown, marked as an error. */
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
        const call = {
          toolName,
          callId: context?.toolCallId,
          json: writeArguments(input),
          signal: context?.abortSignal,
        };
        const { content, success } = await respondToCall(router, call);
        if (!success) {
          throw new ListingError(content);
        }
        return content;
      };
      // A copy: what is done with the schema is not ours to suffer.
      const inputSchema = toArgumentsSchema({ parameters: toArgumentsJsonSchema(parameters) });
      return [toolName, { id: toolName, description, inputSchema, strict: false, execute }];
    }),
  );
}

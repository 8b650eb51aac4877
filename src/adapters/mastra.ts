// The tools for Mastra. They are plain objects, so nothing is imported from it.
import { toArgumentsSchema, type ArgumentsObject, type ArgumentsSchema } from "../tooling/arguments-schema.ts";
import type { DefaultToolName } from "../tools/tool-list.ts";
import { textOrThrow, toolsByName, type NamedToolOptions } from "./adapted-tools.ts";

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
 * Creates the tools of an agent, by name.
 *
 * ```ts
 * import { Agent } from "@mastra/core/agent";
 * import { createMastraTools } from "dirleaf/mastra";
 *
 * const tools = createMastraTools({ roots: [process.cwd()] });
 * const agent = new Agent({ id: "guide", name: "guide", instructions: "Answer briefly.", model, tools });
 * ```
 */
export function createMastraTools<const Name extends string = DefaultToolName, const Extra extends string = never>(
  options: NamedToolOptions<Name, Extra> = {},
): Record<Name | Extra, MastraTool> {
  return toolsByName(options, ({ name, description, parameters, respond }) => ({
    id: name,
    description,
    inputSchema: toArgumentsSchema(parameters),
    strict: false,
    execute: (input, context) => textOrThrow(respond(input, context?.toolCallId, context?.abortSignal)),
  }));
}

// The tools for Vercel's AI SDK, versions 6 and 7. They are plain objects, so nothing is imported from the SDK.
import { toArgumentsSchema, type ArgumentsObject, type ArgumentsSchema } from "../tooling/arguments-schema.ts";
import type { DefaultToolName } from "../tools/tool-list.ts";
import { textOrThrow, toolsByName, type NamedToolOptions } from "./adapted-tools.ts";

/** A tool in the AI SDK's format. */
export interface AiSdkTool {
  description: string;
  inputSchema: ArgumentsSchema;
  /** Returns the text for the model, or throws an error whose message the model sees, marked as an error. */
  execute: (
    input: ArgumentsObject,
    call: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<string>;
}

/**
 * Creates the tools for `generateText`, `streamText` and agents, by name.
 *
 * ```ts
 * import { generateText, stepCountIs } from "ai";
 * import { createAiSdkTools } from "dirleaf/ai-sdk";
 *
 * const tools = createAiSdkTools({ roots: [process.cwd()] });
 * await generateText({ model, tools, stopWhen: stepCountIs(5), prompt: "What is in this project?" });
 * ```
 */
export function createAiSdkTools<const Name extends string = DefaultToolName, const Extra extends string = never>(
  options: NamedToolOptions<Name, Extra> = {},
): Record<Name | Extra, AiSdkTool> {
  return toolsByName(options, ({ description, parameters, respond }) => ({
    description,
    inputSchema: toArgumentsSchema(parameters),
    execute: (input, { toolCallId, abortSignal }) => textOrThrow(respond(input, toolCallId, abortSignal)),
  }));
}

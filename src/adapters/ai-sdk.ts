// The tools for Vercel's AI SDK, versions 6 and 7. They are plain objects, so nothing is imported from the SDK.
import {
  toArgumentsSchema,
  writeArguments,
  type ArgumentsObject,
  type ArgumentsSchema,
} from "../tooling/arguments-schema.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { toArgumentsJsonSchema } from "./arguments-json-schema.ts";
import { answerOrThrow } from "./respond-to-call.ts";

/** The part of the AI SDK's call options that the tools need. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A tool in the AI SDK's format. */
export interface AiSdkTool {
  description: string;
  inputSchema: ArgumentsSchema;
  /** Returns the text for the model, or throws an error whose message the model sees, marked as an error. */
  execute: (input: ArgumentsObject, options: AiSdkCallOptions) => Promise<string>;
}

/**
 * The tools by name, for `tools` of `generateText`, `streamText` and agents.
 *
 * ```ts
 * import { generateText, stepCountIs } from "ai";
 * import { createAiSdkTools } from "dirleaf/ai-sdk";
 *
 * const tools = createAiSdkTools({ roots: [process.cwd()] });
 * await generateText({ model, tools, stopWhen: stepCountIs(5), prompt: "What is in this project?" });
 * ```
 */
export function createAiSdkTools(options: ToolRouterOptions = {}): Record<string, AiSdkTool> {
  const router = createToolRouter(options);
  return Object.fromEntries(
    router.specs().map((spec): [string, AiSdkTool] => {
      const toolName = spec.name;
      const execute: AiSdkTool["execute"] = async (input, { toolCallId, abortSignal }) =>
        answerOrThrow(router, { toolName, callId: toolCallId, json: writeArguments(input), signal: abortSignal });
      // A copy, because the SDK modifies the schema it gets.
      const inputSchema = toArgumentsSchema({ parameters: toArgumentsJsonSchema(spec.parameters) });
      return [toolName, { description: spec.description, inputSchema, execute }];
    }),
  );
}

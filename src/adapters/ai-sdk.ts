// The tools for Vercel's AI SDK, versions 6 and 7: plain objects, so nothing of it is imported.
import { toArgumentsSchema, type ArgumentsObject, type ArgumentsSchema } from "../tooling/arguments-schema.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { writeArguments } from "../tooling/write-arguments.ts";
import { toArgumentsJsonSchema } from "./arguments-json-schema.ts";
import { ListingError } from "./listing-error.ts";
import { respondToCall } from "./respond-to-call.ts";

/** What the AI SDK tells a tool about a call, so far as the tools need it. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A tool as the AI SDK takes it. */
export interface AiSdkTool {
  description: string;
  inputSchema: ArgumentsSchema;
  /** Gives the text that the model is shown, or throws an error whose message the model is shown, marked as an error. */
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
      const execute: AiSdkTool["execute"] = async (input, { toolCallId, abortSignal }) => {
        const call = { toolName, callId: toolCallId, json: writeArguments(input), signal: abortSignal };
        const { content, success } = await respondToCall(router, call);
        if (!success) {
          throw new ListingError(content);
        }
        return content;
      };
      // A copy: the SDK writes into the schema that it is given.
      const inputSchema = toArgumentsSchema({ parameters: toArgumentsJsonSchema(spec.parameters) });
      return [toolName, { description: spec.description, inputSchema, execute }];
    }),
  );
}

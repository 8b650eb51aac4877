// What the AI SDK's mock model saw, for versions 6 and 7.
import type { Definition } from "./mock-model.ts";
import type { Conversation } from "./test-framework.ts";

/** The part of a request to the mock model that we read. */
interface AiSdkCall {
  readonly tools?: readonly { readonly type: string }[] | undefined;
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
}

interface FunctionTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly strict?: unknown;
}

interface ToolResult {
  readonly output: { readonly type: string; readonly value: string };
}

/** The conversation that the requests make up. */
export function readAiSdkCalls(calls: readonly AiSdkCall[]): Conversation {
  const tools = (calls[0]?.tools ?? []) as unknown as readonly FunctionTool[];
  const results = (calls.at(-1)?.prompt ?? [])
    .filter(({ role }) => role === "tool")
    .flatMap(({ content }) => content as readonly ToolResult[]);
  return {
    definitions: tools.map(({ name, description, inputSchema, strict }): Definition => ({
      name,
      description,
      parameters: inputSchema,
      strict,
    })),
    shown: results.map(({ output: { type, value } }) => ({ text: value, isError: type === "error-text" })),
  };
}

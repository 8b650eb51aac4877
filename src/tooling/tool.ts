// A tool is one object: its description for the model, and the code that runs when the model calls it.
import type { CallControl } from "./call-control.ts";
import type { ParametersSchema } from "./tool-spec.ts";

/**
 * The arguments as the model wrote them. `function`: JSON text. `json`: the value of such a text, for a host that has parsed it.
 * `custom`: free text, which no tool here accepts.
 */
export type ToolPayload =
  | { readonly type: "function"; readonly arguments: string }
  | { readonly type: "json"; readonly arguments: unknown }
  | { readonly type: "custom"; readonly input: string };

/** What a call returns. */
export interface ToolOutput {
  /** The text for the model. */
  readonly content: string;
  readonly success: boolean;
}

/** One call of a tool. */
export interface ToolInvocation extends CallControl {
  readonly toolName: string;
  readonly callId: string;
  readonly payload: ToolPayload;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ParametersSchema;
  /**
   * The JSON Schema of the answers.
   * @default none: the tool answers in text
   */
  readonly outputSchema?: object | undefined;
  /** Whether calls may run in parallel. */
  readonly supportsParallelCalls: boolean;
  /** Answers a call, or throws a `FunctionCallError`. */
  handle(invocation: ToolInvocation): Promise<ToolOutput>;
}

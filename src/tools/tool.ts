// A tool is one object: how a model is told of it, and what runs when it is called.
import type { OnProgress } from "./count-reads.ts";
import type { ToolOutput } from "./tool-output.ts";
import type { ToolPayload } from "./tool-payload.ts";
import type { ParametersSchema } from "./tool-spec.ts";

/** One call of a tool. */
export interface ToolInvocation {
  readonly toolName: string;
  readonly callId: string;
  readonly payload: ToolPayload;
  /**
   * Stops the call.
   * @default none: the call runs to its end
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told how far the call has come, after every part of a directory that was read.
   * @default none
   */
  readonly onProgress?: OnProgress | undefined;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: ParametersSchema;
  /** Whether calls may run beside each other. */
  readonly supportsParallelCalls: boolean;
  /** Answers a call, or throws a `FunctionCallError`. */
  handle(invocation: ToolInvocation): Promise<ToolOutput>;
}

// A tool is one object: its description for the model, and the code that runs when the model calls it.
import type { ParametersSchema } from "./tool-spec.ts";

/** What a listing has read so far. */
export interface Progress {
  readonly directories: number;
  readonly entries: number;
}

/** Called after every part of a directory that was read: many times a millisecond, so it must be quick. */
export type OnProgress = (progress: Progress) => void;

/** How whoever makes a call can follow and stop it. */
export interface CallControl {
  /**
   * Stops the call.
   * @default none: the call runs to its end
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with how far the call has come, after every part of a directory that was read.
   * @default none
   */
  readonly onProgress?: OnProgress | undefined;
}

/**
 * The arguments as the model wrote them. `function`: JSON text. `json`: the value of such a text, for a host that has parsed it.
 * `custom`: free text, which no tool here accepts. Tools of others (`extraTools`) are only given `function`.
 */
export type ToolPayload =
  | { readonly type: "function"; readonly arguments: string }
  | { readonly type: "json"; readonly arguments: unknown }
  | { readonly type: "custom"; readonly input: string };

/** What a call returns. */
export interface ToolOutput {
  /** The text for the model: JSON if the tool has an `outputSchema`. */
  readonly content: string;
  /** False if the text says what went wrong. Faces mark it as an error where their protocol can. */
  readonly success: boolean;
}

/** One call of a tool. Its `signal` aborts when nobody waits for the answer any more. */
export interface ToolInvocation extends CallControl {
  readonly toolName: string;
  /** The caller's name for the call, or "" where there is none. Two calls may have the same. */
  readonly callId: string;
  readonly payload: ToolPayload;
  /**
   * Whether `list_dir` (in profile `leaf`), `map_dir` and `find_files` answer a page, not a model: with the JSON of what `listDir`,
   * `mapDir` and `findFiles` give. `maxOutputBytes` does not bound it.
   * @default false
   */
  readonly asData?: boolean | undefined;
}

/** The argument by which our page asks for data in a host: all hosts pass arguments on, and some nothing else. No model is told of it. */
export const DATA_ARGUMENT = "dirleaf_data";

/** A tool: ours, or one of others, which a router takes as `extraTools`. `docs/frameworks.md` shows how to write one. */
export interface Tool {
  /** By which the model calls it. Ours are taken, whether or not they are offered. */
  readonly name: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** The JSON Schema of the arguments. It only tells the model: the tool checks what it is given. */
  readonly parameters: ParametersSchema;
  /**
   * The JSON Schema of successful answers, which then are JSON objects as text.
   * @default none: the tool answers in text
   */
  readonly outputSchema?: object | undefined;
  /**
   * Whether calls may run beside calls of any tool. If not, a call waits for those that run, and later calls wait for it. A handler must
   * not call its own router: the two calls could wait for each other.
   */
  readonly supportsParallelCalls: boolean;
  /**
   * Answers a call. A `FunctionCallError` of kind `respond_to_model` is an answer, too, and any other error is a defect, which reaches
   * whoever runs the tools.
   */
  handle(invocation: ToolInvocation): Promise<ToolOutput>;
}

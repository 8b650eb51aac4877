// A tool is one object: its description for the model, and the code that runs when the model calls it.
import type { FunctionCallErrorCode } from "./function-call-error.ts";

/** What a call has read so far. */
export interface Progress {
  readonly directories: number;
  readonly entries: number;
}

/** Called after each batch of entries, often many times a millisecond, so it must be quick. */
export type OnProgress = (progress: Progress) => void;

/** How a caller can follow and stop a call. */
export interface CallControl {
  /**
   * Stops the call.
   * @default none: the call runs to its end
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the progress of the call, after each batch of entries.
   * @default none
   */
  readonly onProgress?: OnProgress | undefined;
}

/**
 * The arguments as the model wrote them. `function`: JSON text. `json`: the value of such a text, for a host that has parsed it.
 * `custom`: free text, which no tool here accepts. Tools in `extraTools` get only `function`.
 */
export type ToolPayload =
  | { readonly type: "function"; readonly arguments: string }
  | { readonly type: "json"; readonly arguments: unknown }
  | { readonly type: "custom"; readonly input: string };

/** What a call returns. */
export interface ToolOutput {
  /** The text for the model: JSON if the tool has an `outputSchema`. */
  readonly content: string;
  /** False if the text says what went wrong. Front ends mark it as an error where their protocol can. */
  readonly success: boolean;
  /** What went wrong, for programs. */
  readonly code?: FunctionCallErrorCode | undefined;
  /**
   * Makes the answer as data, for programs. `maxOutputBytes` does not bound it.
   * @default none
   */
  readonly data?: (() => object) | undefined;
}

/** One call of a tool. Its `signal` aborts when nobody waits for the answer anymore. */
export interface ToolInvocation extends CallControl {
  readonly toolName: string;
  /** The caller's name for the call, or "" where there is none. Two calls may have the same. */
  readonly callId: string;
  readonly payload: ToolPayload;
}

/**
 * The JSON Schema of an argument. Ours use only the keywords named here, yours may use any. Bounds and defaults are in the descriptions,
 * since hosts strip other keywords.
 */
export interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: object;
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of a tool's arguments. */
export interface ParametersSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** A tool: one of ours, or one that a program adds in `extraTools`. `docs/frameworks.md` shows how to write one. */
export interface Tool {
  /** The name by which the model calls it. The names of our tools are taken, even if those tools are not offered. */
  readonly name: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** The JSON Schema of the arguments. It only informs the model: the tool itself checks its arguments. */
  readonly parameters: ParametersSchema;
  /**
   * The JSON Schema of successful answers, which then are JSON objects as text.
   * @default none: the tool answers in text
   */
  readonly outputSchema?: object | undefined;
  /**
   * Whether calls may run in parallel with calls of any tool. If not, a call waits for those that are running, and later calls wait for
   * it. A handler must not call its own router: the two calls could wait for each other.
   */
  readonly supportsParallelCalls: boolean;
  /**
   * Answers a call. A thrown `FunctionCallError` of kind `respond_to_model` counts as an answer. Any other error is a bug, and is passed
   * on to the program that runs the tools.
   */
  handle(invocation: ToolInvocation): Promise<ToolOutput>;
}

/** A tool as a model sees it, in the function-tool format of the Responses API. Other APIs' formats are derived from it. */
export interface ToolSpec {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  /** Not strict: optional arguments may be left out, and unknown ones are ignored. */
  readonly strict: false;
  readonly parameters: ParametersSchema;
}

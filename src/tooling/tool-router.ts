// Routes calls to tools and returns their answers. Front ends call the tools through it, so they answer alike. Where the terminal lists, maps
// and searches, it calls the functions behind the tools itself: it starts faster, and has the data as well as the text.
import { CallQueue } from "./call-queue.ts";
import { checkOptions, SIGNAL } from "./check-options.ts";
import { cutText, cutWord } from "./cut-text.ts";
import { FunctionCallError, toFunctionCallError } from "./function-call-error.ts";
import type { Tool, ToolInvocation, ToolOutput, ToolPayload, ToolSpec } from "./tool.ts";

/** A function call in a model's response. */
export interface FunctionCall {
  readonly type: "function_call";
  readonly name: string;
  /** JSON text, or what a framework has parsed it to. */
  readonly arguments: string | Readonly<Record<string, unknown>>;
  readonly call_id: string;
}

/** The answer to a function call, for the next request to the model. */
export interface FunctionCallOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string;
}

/** Answers the calls of a set of tools. `createToolRouter` makes one. */
export class ToolRouter {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #maxErrorBytes: number;
  readonly #queue: CallQueue;

  /**
   * Tools limit the size of their answers themselves; the router cuts error messages longer than `maxErrorBytes`. Routers that serve
   * the same tools share a queue.
   */
  constructor(tools: readonly Tool[], maxErrorBytes: number, queue: CallQueue = new CallQueue()) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#maxErrorBytes = maxErrorBytes;
    this.#queue = queue;
  }

  /** The function-tool specs of the tools, ready to send to a model. */
  specs(): ToolSpec[] {
    return [...this.#tools.values()].map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      strict: false,
      parameters,
    }));
  }

  /** The JSON Schema of a tool's answers, if it answers in JSON. */
  outputSchema(toolName: string): object | undefined {
    return this.#tools.get(toolName)?.outputSchema;
  }

  /**
   * Runs a call, in parallel with others unless its tool does not support that. Throws only `FunctionCallError`; an unknown tool name
   * gets an answer, not an error.
   */
  async dispatch(invocation: ToolInvocation): Promise<ToolOutput> {
    try {
      const tool = this.#tools.get(invocation.toolName);
      if (tool === undefined) {
        const content = `unsupported call: ${cutWord(String(invocation.toolName))}`;
        return { content: cutText(content, this.#maxErrorBytes), success: false, code: "unknown_tool" };
      }
      const work = () => tool.handle(invocation);
      const output = await this.#queue.run(tool.supportsParallelCalls, invocation.signal, work);
      // It may repeat a lone surrogate from an argument.
      return output.content.isWellFormed() ? output : { ...output, content: output.content.toWellFormed() };
    } catch (error) {
      const failure = toFunctionCallError(error);
      const message = cutText(failure.message, this.#maxErrorBytes);
      throw message === failure.message ? failure : new FunctionCallError(failure.kind, message, failure);
    }
  }

  /** Runs a call and answers a model's mistakes too. Throws a `FunctionCallError` only if it is fatal, or if the call was cancelled. */
  async respond(invocation: ToolInvocation): Promise<ToolOutput> {
    try {
      return await this.dispatch(invocation);
    } catch (error) {
      const failure = error as FunctionCallError;
      if (failure.kind === "fatal" || invocation.signal?.aborted === true) {
        throw failure;
      }
      const { message, code } = failure;
      return { content: message, success: false, code };
    }
  }

  /**
   * Answers a model's function call, including its mistakes. The Responses API can't mark an answer as an error; `respond` tells the two
   * apart. Throws as `respond` does.
   */
  async answer(call: FunctionCall, options: { readonly signal?: AbortSignal } = {}): Promise<FunctionCallOutput> {
    checkOptions(options, { signal: SIGNAL });
    const payload = toPayload(call.arguments);
    const invocation = { toolName: call.name, callId: call.call_id, payload, signal: options.signal };
    const { content } = await this.respond(invocation);
    return { type: "function_call_output", call_id: call.call_id, output: content };
  }
}

/** The payload for the arguments of a call: JSON text, or what a framework has parsed it to, or nothing. */
export function toPayload(input: unknown = {}): ToolPayload {
  return typeof input === "string" ? { type: "function", arguments: input } : { type: "json", arguments: input };
}

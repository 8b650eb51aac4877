// Routes calls to tools, and decides when each call starts. Front ends call the tools through it, so all answer alike. Only the terminal
// lists, maps and searches without it: it starts faster that way, and gets the data as well as the text.
import { checkOptions, SIGNAL } from "./check-options.ts";
import { cutText, cutWord } from "./cut-text.ts";
import { FunctionCallError, modelError, toFunctionCallError } from "./function-call-error.ts";
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
   * Error messages are cut to `maxErrorBytes`; tools limit the size of their answers themselves. Routers for the same tools share a
   * queue.
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
   * Runs a call, in parallel with others if its tool supports that. Throws only `FunctionCallError`. An unknown tool is an answer and not
   * an error.
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

  /** Runs a call, and answers a model's mistakes too. Throws a `FunctionCallError` only for a fatal error or a cancelled call. */
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
   * Answers a model's function call, including its mistakes. Use `respond` to tell an error from an answer, which the Responses API can't.
   * Throws as `respond` does.
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

interface WaitingCall {
  readonly isParallel: boolean;
  start(): void;
}

/**
 * Starts calls in the order of their arrival. A call that may not run in parallel runs alone, and a server limits how many run at once.
 */
export class CallQueue {
  readonly #maxRunning: number;
  readonly #maxWaitMs: number;
  readonly #waiting = new Set<WaitingCall>();
  #running = 0;
  /** Whether the running call has to run alone. */
  #isExclusive = false;

  /** How many calls may run at once, and how long the others may wait. */
  constructor(maxRunning: number = Infinity, maxWaitMs: number = Infinity) {
    this.#maxRunning = maxRunning;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Runs a call when its turn comes. Throws an error for the model if it was cancelled before that, or if the server is too busy. */
  async run<Result>(
    isParallel: boolean,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting.size === 0 && this.#isFreeFor(isParallel)) {
      this.#markRunning(isParallel);
    } else {
      await this.#wait(isParallel, signal);
    }
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#isExclusive = false;
      this.#startNext();
    }
  }

  #isFreeFor(isParallel: boolean): boolean {
    return this.#running === 0 || (isParallel && !this.#isExclusive && this.#running < this.#maxRunning);
  }

  #markRunning(isParallel: boolean): void {
    this.#running += 1;
    this.#isExclusive = !isParallel;
  }

  async #wait(isParallel: boolean, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((start, fail) => {
      const stopWaiting = (end: () => void) => {
        this.#waiting.delete(call);
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        end();
      };
      const leave = (error: Error) => {
        stopWaiting(() => fail(error));
        // Later calls may have waited only for this one. First, let the same signal cancel others.
        queueMicrotask(() => this.#startNext());
      };
      const cancel = () => leave(modelError("the call was cancelled before it started", "cancelled", signal?.reason));
      const busy = "the server is busy: the call waited too long; call again in a few seconds";
      const giveUp = () => leave(modelError(busy, "busy"));
      const timer = this.#maxWaitMs < Infinity ? setTimeout(giveUp, this.#maxWaitMs) : undefined;
      const call: WaitingCall = { isParallel, start: () => stopWaiting(start) };
      this.#waiting.add(call);
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted === true) {
        cancel();
      }
    });
  }

  /** Starts the calls whose turn it is. They count as running at once, so that no new call can overtake them. */
  #startNext(): void {
    for (const call of this.#waiting) {
      if (!this.#isFreeFor(call.isParallel)) {
        return;
      }
      this.#markRunning(call.isParallel);
      call.start();
    }
  }
}

// Answers tool calls on a connection of the old era without the SDK, which checks every call four times.
//
// Clever for a measured reason: with those checks a small listing costs more than twice as much, and the server is slower
// than one that lists without checking its roots. Anything the least bit unusual goes to the SDK, which answers it its way.
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

import { CallSignal } from "./call-signal.ts";
import { isJsonObject } from "./is-json-object.ts";
import type { Settle } from "./pending-answers.ts";
import type { ToolCaller } from "./tool-caller.ts";

interface DirectCall {
  readonly id: string | number;
  readonly params: {
    readonly name: string;
    readonly arguments?: Record<string, unknown>;
    readonly _meta?: Record<string, unknown>;
  };
}

/** What a call needs from its connection. */
export interface CallSink {
  /** Counts the call, and returns the function that takes its answer. */
  open(): Settle;
  /** Writes a notification about the call. */
  notify(line: string): void;
}

export class DirectCalls {
  readonly #caller: ToolCaller;
  readonly #toolNames: ReadonlySet<string>;
  readonly #running = new Map<string | number, CallSignal>();
  /** Whether the client has done the old era's handshake. In the new era, each call names its protocol version. */
  #isOldEra = false;

  constructor(caller: ToolCaller) {
    this.#caller = caller;
    this.#toolNames = new Set(caller.specs().map(({ name }) => name));
  }

  /** Answers the message if it is a plain call. Returns whether it is. */
  take(message: unknown, sink: CallSink): boolean {
    if (!this.#isOldEra || !this.#isPlainCall(message)) {
      return false;
    }
    void this.#answer(message, sink);
    return true;
  }

  /** Observes a message that goes to the SDK. */
  see(message: JSONRPCMessage): void {
    if (!("method" in message)) {
      return;
    }
    if (message.method === "notifications/initialized") {
      this.#isOldEra = true;
    } else if (message.method === "notifications/cancelled") {
      const id = (message.params as { requestId?: unknown } | undefined)?.requestId;
      this.#running.get(id as string | number)?.abort(new Error("the call was cancelled"));
    }
  }

  /** Stops every call, without an answer. */
  cancelAll(): void {
    this.#running.forEach((call) => call.abort(new Error("the connection is closed")));
  }

  async #answer({ id, params }: DirectCall, sink: CallSink): Promise<void> {
    const call = new CallSignal();
    const signal = call.asSignal();
    this.#running.set(id, call);
    const settle = sink.open();
    const notify = async (notification: object) => sink.notify(JSON.stringify({ jsonrpc: "2.0", ...notification }));
    const context = { mcpReq: { id, signal, notify, ...(params._meta && { _meta: params._meta }) } };
    let answer: string | undefined;
    try {
      const result = await this.#caller.callForText(params.name, params.arguments, context);
      // A cancelled call gets no answer.
      answer = signal.aborted ? undefined : `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    } catch {
      // Cancelled before its turn came.
    } finally {
      this.#running.delete(id);
      settle(answer);
    }
  }

  #isPlainCall(message: unknown): message is DirectCall {
    if (!isJsonObject(message) || !isJsonObject(message["params"])) {
      return false;
    }
    const { jsonrpc, id, method, params } = message;
    const { name, arguments: given, _meta: meta, ...unusual } = params as Record<string, unknown>;
    return (
      jsonrpc === "2.0" &&
      method === "tools/call" &&
      isId(id) &&
      !this.#running.has(id) &&
      this.#toolNames.has(name as string) &&
      (given === undefined || isJsonObject(given)) &&
      (meta === undefined ||
        (isJsonObject(meta) && (meta["progressToken"] === undefined || isId(meta["progressToken"])))) &&
      Object.keys(unusual).length === 0
    );
  }
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isInteger(value);
}

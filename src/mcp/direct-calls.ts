// Answers the plain calls on one connection of the standard streams, and knows which of them still run.
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

import { answerPlainCall } from "./answer-plain-call.ts";
import { CallSignal } from "./call-signal.ts";
import type { Settle } from "./pending-answers.ts";
import { eraOpenedBy, PlainCalls, type Era, type PlainCall } from "./plain-call.ts";
import type { ToolCaller } from "./tool-caller.ts";

/** What a call needs from its connection. */
export interface CallSink {
  /** Counts the call, and returns the function that takes its answer. */
  open(): Settle;
  /** Writes a notification about the call. */
  notify(line: string): void;
}

export class DirectCalls {
  readonly #caller: ToolCaller;
  readonly #plain: PlainCalls;
  readonly #running = new Map<string | number, CallSignal>();
  /** The era that the first messages decided on. */
  #opened: Era | "unclear" | undefined;
  /** The same, once calls may be answered: in the old era, after the handshake. */
  #era: Era | "unclear" | undefined;

  constructor(caller: ToolCaller) {
    this.#caller = caller;
    this.#plain = new PlainCalls(caller.toolNames());
  }

  /** Answers the message if it is a plain call of the connection's era. Returns whether it is. */
  take(message: unknown, sink: CallSink): boolean {
    const call = this.#era === undefined ? undefined : this.#plain.read(message);
    if (call === undefined || call.era !== this.#era || this.#running.has(call.id)) {
      return false;
    }
    void this.#answer(call, sink);
    return true;
  }

  /** Observes a message that goes to the SDK. */
  see(message: JSONRPCMessage): void {
    if (!("method" in message)) {
      return;
    }
    this.#opened ??= eraOpenedBy(message);
    if (this.#opened === "new" || message.method === "notifications/initialized") {
      this.#era = this.#opened;
    }
    if (message.method === "notifications/cancelled") {
      this.#cancel((message.params as { requestId?: unknown } | undefined)?.requestId);
    }
  }

  /** Stops every call, without an answer. */
  cancelAll(): void {
    this.#running.forEach((call) => call.abort(new Error("the connection is closed")));
  }

  #cancel(id: unknown): void {
    this.#running.get(id as string | number)?.abort(new Error("the call was cancelled"));
  }

  async #answer(call: PlainCall, sink: CallSink): Promise<void> {
    const signal = new CallSignal();
    this.#running.set(call.id, signal);
    const settle = sink.open();
    const answer = await answerPlainCall(this.#caller, call, { signal: signal.asSignal(), notify: sink.notify });
    this.#running.delete(call.id);
    settle(answer);
  }
}

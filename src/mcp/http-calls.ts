// Answers the plain calls that come over HTTP. When the connection drops, its call stops.
import type { IncomingMessage, ServerResponse } from "node:http";

import { answerPlainCall } from "./answer-plain-call.ts";
import { CallSignal } from "./call-signal.ts";
import { HttpAnswer } from "./http-answer.ts";
import { hasPlainHeaders, PlainCalls } from "./plain-call.ts";
import type { ToolCaller } from "./tool-caller.ts";

export class HttpCalls {
  readonly #caller: ToolCaller;
  readonly #plain: PlainCalls;

  constructor(caller: ToolCaller) {
    this.#caller = caller;
    this.#plain = new PlainCalls(caller.toolNames());
  }

  /** Answers the message of a request if it is a plain call. Returns whether it is, when the answer is written. */
  async take(
    message: unknown,
    { headers }: IncomingMessage,
    response: ServerResponse,
    clientId: string,
  ): Promise<boolean> {
    const call = this.#plain.read(message);
    if (call === undefined || !hasPlainHeaders(call, headers)) {
      return false;
    }
    const dropped = new CallSignal();
    response.on("close", () => {
      // Every answer ends with this event, and an error costs a tenth of a small listing.
      if (!response.writableFinished) {
        dropped.abort(new Error("the connection is closed"));
      }
    });
    const answer = new HttpAnswer(response, call.era);
    const side = { signal: dropped.asSignal(), clientId, notify: (line: string) => answer.notify(line) };
    answer.end(await answerPlainCall(this.#caller, call, side));
    return true;
  }
}

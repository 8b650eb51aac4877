// Answers a plain call: from the parsed message to the JSON text of the answer, in the very bytes that the SDK would write.
import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";

import type { PlainCall } from "./plain-call.ts";
import { SERVER_IDENTITY } from "./server-identity.ts";
import type { ToolCaller } from "./tool-caller.ts";

/** What a call needs from whoever received it. */
export interface CallSide {
  readonly signal: AbortSignal;
  /** The client, as the HTTP server identified it. */
  readonly clientId?: string;
  /** Sends a notification about the call. */
  notify(line: string): void;
}

/** What each era puts at the end of a result. */
const RESULT_ENDS = {
  old: "}",
  new: `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_IDENTITY })}}`,
};

/** The answer, or undefined if the call was cancelled: that gets none. */
export async function answerPlainCall(
  caller: ToolCaller,
  { era, id, params }: PlainCall,
  { signal, clientId, notify }: CallSide,
): Promise<string | undefined> {
  const context = {
    mcpReq: {
      id,
      signal,
      notify: async (notification: object) => notify(JSON.stringify({ jsonrpc: "2.0", ...notification })),
      _meta: params._meta,
    },
    http: clientId === undefined ? undefined : { authInfo: { clientId } },
  };
  try {
    const result = await caller.callForText(params.name, params.arguments, context, RESULT_ENDS[era]);
    return signal.aborted ? undefined : `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  } catch {
    // Cancelled before its turn came.
    return undefined;
  }
}

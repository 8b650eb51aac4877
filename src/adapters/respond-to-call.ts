// Turns a framework's call into a router call, and a model's mistake into an answer or an exception, as the framework expects it. Adapters
// run tools only through here.
import type { ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";

/** A call from a framework. */
export interface ForeignCall {
  readonly toolName: string;
  /**
   * The id of the call.
   * @default "": not every framework passes it
   */
  readonly callId?: string | undefined;
  /** JSON text as the model wrote it, whether or not it is valid. */
  readonly json: string;
  /**
   * Stops the call.
   * @default none: the call runs to its end
   */
  readonly signal?: AbortSignal | null | undefined;
}

/** Runs a call. A model's mistakes get an answer; anything thrown is a bug, and for the program to handle. */
export function respondToCall(router: ToolRouter, call: ForeignCall): Promise<ToolOutput> {
  const { toolName, callId = "", json, signal } = call;
  const payload = { type: "function", arguments: json } as const;
  return router.respond({ toolName, callId, payload, signal: signal ?? undefined });
}

/**
 * Throwing it marks the answer as an error. Some frameworks show the model its `message`, others its `toString()`: both are
 * the tool's own words.
 */
export class ListingError extends Error {
  override readonly name = "ListingError";

  override toString(): string {
    return this.message;
  }
}

/** The text that answers a call. Throws a `ListingError` for a model's mistake. */
export async function answerOrThrow(router: ToolRouter, call: ForeignCall): Promise<string> {
  const { content, success } = await respondToCall(router, call);
  if (!success) {
    throw new ListingError(content);
  }
  return content;
}

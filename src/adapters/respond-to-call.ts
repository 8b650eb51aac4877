// Turns a framework's call into a router call. Adapters run tools only through here.
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

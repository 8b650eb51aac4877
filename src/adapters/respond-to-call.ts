// A framework's call as one of the router's: the only way by which an adapter runs a tool.
import type { ToolOutput } from "../tooling/tool.ts";
import type { ToolRouter } from "../tooling/tool-router.ts";

/** A call as frameworks make it. */
export interface ForeignCall {
  readonly toolName: string;
  /**
   * The name that the model gave to the call.
   * @default "": not every framework tells it
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

/** Runs a call. A model's mistakes are answered; what is thrown is a defect, and for the program to see. */
export function respondToCall(router: ToolRouter, call: ForeignCall): Promise<ToolOutput> {
  const { toolName, callId = "", json, signal } = call;
  const payload = { type: "function", arguments: json } as const;
  return router.respond({ toolName, callId, payload, signal: signal ?? undefined });
}

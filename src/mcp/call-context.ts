// What a call knows besides its arguments.

/** The part of the MCP SDK's request context that our tools read. Our own server makes the same, so a tool can't tell the two apart. */
export interface CallContext {
  readonly mcpReq: {
    readonly id: string | number;
    /** Aborts when the client cancels the request or leaves. */
    readonly signal: AbortSignal;
    /** The client's metadata, such as a progress token. */
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
    notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  };
  readonly http?:
    | {
        /** The client, as the HTTP server identified it. */
        readonly authInfo?: { readonly clientId: string };
      }
    | undefined;
}

/** What a request needs from the transport that received it. */
export type CallSide = Pick<CallContext["mcpReq"], "signal" | "notify"> & Pick<CallContext, "http">;

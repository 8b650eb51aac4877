// The part of the MCP SDK's request context that our tool handlers read.

export interface CallContext {
  readonly mcpReq: {
    readonly id: string | number;
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

// What the MCP SDK tells a tool's handler of the request: the part that we read.

export interface CallContext {
  readonly mcpReq: {
    readonly id: string | number;
    readonly signal: AbortSignal;
    /** What the client sent along, such as a token for progress. */
    readonly _meta?: Readonly<Record<string, unknown>>;
    notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  };
  readonly http?: {
    /** Who asks, as the HTTP server found out. */
    readonly authInfo?: { readonly clientId: string };
  };
}

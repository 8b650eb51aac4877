// How the page calls the tools: through `dirleaf web`, or through the host that shows the page.
import type { About, CallAnswer } from "../web-messages.ts";

export interface ToolClient {
  /** The roots that can be listed, and the tools. */
  about(): Promise<About>;
  /** Calls a tool with the JSON text of its arguments. Throws if there is no answer. */
  callTool(tool: string, json: string, options?: CallOptions): Promise<CallAnswer>;
}

export interface CallOptions {
  /** @default "leaf" */
  readonly profile?: string;
  readonly signal?: AbortSignal;
  /** Whether the content is to be data, as JSON. */
  readonly asData?: boolean;
}

// Talks MCP to `dirleaf web`, which served the page.
import { ABOUT_URI } from "../../mcp/page-data.ts";
import type { About } from "../about.ts";
import { askTool, fieldsOf, type CallAnswer, type Fields, type ToolClient } from "./tool-client.ts";

/** The version of the protocol, which needs no handshake: every request says what it needs. */
const VERSION = "2026-07-28";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** How long to wait before a server that does not answer is asked again. */
const PAUSE_MS = 1000;

export const NO_TOKEN = "Open the address that dirleaf web printed: it ends in a key that this tab does not have.";

export class WebClient implements ToolClient {
  readonly #token: string;
  readonly #onGone: (isGone: boolean) => void;
  #isGone = false;

  /** `onGone` is told when the server no longer answers, and when it answers again. Calls wait until then, and don't fail one by one. */
  constructor(token: string, onGone: (isGone: boolean) => void) {
    this.#token = token;
    this.#onGone = onGone;
  }

  async about(): Promise<About> {
    const { contents } = await this.#ask("resources/read", { uri: ABOUT_URI });
    const [{ text }] = contents as [{ readonly text: string }];
    return JSON.parse(text) as About;
  }

  callTool(tool: string, given: object, signal?: AbortSignal): Promise<CallAnswer> {
    return askTool(tool, given, (method, params) => this.#ask(method, params, signal));
  }

  #setGone(isGone: boolean): void {
    if (isGone !== this.#isGone) {
      this.#isGone = isGone;
      this.#onGone(isGone);
    }
  }

  async #ask(
    method: string,
    params: { readonly name?: string; readonly uri?: string },
    signal?: AbortSignal,
  ): Promise<Fields> {
    const headers = {
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${this.#token}`,
      "Content-Type": "application/json",
      "MCP-Protocol-Version": VERSION,
      "Mcp-Method": method,
      "Mcp-Name": params.name ?? params.uri ?? "",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: ENVELOPE } });
    const options = { method: "POST", headers, body, credentials: "omit", redirect: "error" } as const;
    let response: Response | undefined;
    while (response === undefined) {
      try {
        response = await fetch("/mcp", { ...options, ...(signal && { signal }) });
      } catch {
        signal?.throwIfAborted();
        this.#setGone(true);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    this.#setGone(false);
    const { result, error } = (await response.json()) as { readonly result?: Fields; readonly error?: unknown };
    if (result === undefined) {
      const message = response.status === 401 ? NO_TOKEN : (fieldsOf(error)["message"] ?? error);
      throw new Error(String(message));
    }
    return result;
  }
}

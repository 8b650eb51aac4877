// Reaches the tools by `dirleaf web`, which served the page. The token comes in the address, behind `#`, and stays in this tab.
import type { About, CallAnswer, CallRequest } from "../web-messages.ts";
import type { CallOptions, Carrier } from "./carrier.ts";

const KEPT_AS = "dirleaf-token";

/** Takes the token out of the address, where others could see it, and keeps it for reloads. Returns undefined if there is none. */
export function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token !== "") {
    sessionStorage.setItem(KEPT_AS, token);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEPT_AS) ?? undefined;
}

export class WebCarrier implements Carrier {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  about(): Promise<About> {
    return this.#post("/about", {});
  }

  callTool(tool: string, json: string, { profile = "leaf", signal }: CallOptions = {}): Promise<CallAnswer> {
    const request: CallRequest = { tool, arguments: json, profile };
    return this.#post("/call", request, signal);
  }

  async #post<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    let response: Response;
    try {
      response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${this.#token}` },
        body: JSON.stringify(body),
        credentials: "omit",
        redirect: "error",
        ...(signal && { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new Error("dirleaf web does not answer: it may have ended", { cause: error });
    }
    const answer = (await response.json()) as Answer & { readonly error?: string };
    if (!response.ok) {
      throw new Error(answer.error ?? `dirleaf web answered ${response.status}`);
    }
    return answer;
  }
}

// Calls the tools through `dirleaf web`, which served the page. The token comes in the address, after the `#`, and stays in this tab.
import type { About, CallAnswer, CallRequest } from "../web-messages.ts";
import type { CallOptions, ToolClient } from "./tool-client.ts";

/** How long to wait before a server that does not answer is asked again. */
const PAUSE_MS = 1000;

const KEPT_AS = "dirleaf-token";

/** Takes the token out of the address, where others could see it, and keeps it for reloads. Returns undefined if there is none. */
export function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token !== "") {
    history.replaceState(null, "", location.pathname);
    sessionStorage.setItem(KEPT_AS, token);
  }
  return sessionStorage.getItem(KEPT_AS) ?? undefined;
}

export class WebClient implements ToolClient {
  readonly #token: string;
  readonly #onGone: (isGone: boolean) => void;
  #isGone = false;

  /** `onGone` is told when the server no longer answers, and when it answers again. Calls wait until then, and don't fail one by one. */
  constructor(token: string, onGone: (isGone: boolean) => void) {
    this.#token = token;
    this.#onGone = onGone;
  }

  about(): Promise<About> {
    return post("/about", this.#token, {});
  }

  async callTool(
    tool: string,
    json: string,
    { profile = "leaf", signal, asData = false }: CallOptions = {},
  ): Promise<CallAnswer> {
    const request: CallRequest = { tool, arguments: json, profile, asData };
    for (;;) {
      try {
        const answer = await post<CallAnswer>("/call", this.#token, request, signal);
        this.#setGone(false);
        return answer;
      } catch (error) {
        if (!(error instanceof NoAnswer)) {
          throw error;
        }
      }
      this.#setGone(true);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  #setGone(isGone: boolean): void {
    if (isGone !== this.#isGone) {
      this.#isGone = isGone;
      this.#onGone(isGone);
    }
  }
}

/** The exception for a server that can't be reached. */
class NoAnswer extends Error {}

async function post<Answer>(path: string, token: string, body: object, signal?: AbortSignal): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      credentials: "omit",
      redirect: "error",
      ...(signal && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new NoAnswer("dirleaf web does not answer: it may have ended", { cause: error });
  }
  const answer = (await response.json()) as Answer & { readonly error?: string };
  if (!response.ok) {
    throw new Error(answer.error ?? `dirleaf web answered ${response.status}`);
  }
  return answer;
}

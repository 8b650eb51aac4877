// Decides which requests `dirleaf web` answers: the checks that a request must pass before anything reads its body.
import type { IncomingMessage } from "node:http";

import { TOKEN_PATH, type WebKeys } from "./web-keys.ts";

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 415;
  readonly error: string;
}

export interface WebGuardSettings {
  /** The address that we printed: host and port. */
  readonly host: string;
  readonly keys: Pick<WebKeys, "refusalOf">;
}

/** The page itself. It holds no secret, so it needs no token: it has to be loaded before it can send one. */
export const PAGE_PATH = "/";

/** What the page calls. */
export const CALL_PATHS: readonly string[] = ["/about", "/call", TOKEN_PATH];

/**
 * Checks the Host (a web page could otherwise reach us through its own domain name), the Origin (another local page could
 * otherwise call us), the path, the method, the type of the body and the token. All of them exactly: the page is our only
 * client, so we know what it sends.
 */
export function webGuard({ host, keys }: WebGuardSettings): (request: IncomingMessage) => Refusal | undefined {
  const origin = `http://${host}`;
  return ({ headers, method, url = "" }) => {
    if (headers.host !== host) {
      return { status: 403, error: "this is not the address of dirleaf web" };
    }
    if (headers.origin !== undefined && headers.origin !== origin) {
      return { status: 403, error: "requests from other pages are not answered" };
    }
    if (url === PAGE_PATH) {
      return method === "GET" ? undefined : { status: 405, error: "only GET" };
    }
    if (!CALL_PATHS.includes(url)) {
      return { status: 404, error: "nothing here" };
    }
    if (method !== "POST") {
      return { status: 405, error: "only POST" };
    }
    // Browsers send it with every POST.
    if (headers.origin === undefined) {
      return { status: 403, error: "requests without an Origin are not answered" };
    }
    if (headers["content-type"] !== "application/json") {
      return { status: 415, error: "only application/json" };
    }
    const error = keys.refusalOf(url, headers.authorization ?? "");
    return error === undefined ? undefined : { status: 401, error };
  };
}

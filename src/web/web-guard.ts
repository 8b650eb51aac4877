// Decides which requests `dirleaf web` answers: the checks that a request must pass before anything reads its body, and the secrets
// that it must know: the token that was printed, or the one that the browser got for its key.
import { randomBytes } from "node:crypto";

import { isSameSecret, type HttpGuard } from "../http/http-guard.ts";

export const ADDRESS = "127.0.0.1";

/** The page itself. It holds no secret, so it needs no token: it has to be loaded before it can send one. */
export const PAGE_PATH = "/";

/** Where a browser that we opened gets its token. */
export const TOKEN_PATH = "/token";

/** What the page calls. */
const CALL_PATHS: ReadonlySet<string> = new Set(["/about", "/call", TOKEN_PATH]);

/**
 * Checks requests to the address that we printed, host and port: the Host (a web page could otherwise reach us through its own domain
 * name), the Origin (another local page could otherwise call us), the path, the method, the type of the body and the token. All of them
 * exactly: the page is our only client, so we know what it sends.
 */
export function webGuard(keys: WebKeys): HttpGuard {
  return ({ headers, method, socket, url = "" }) => {
    const host = `${ADDRESS}:${socket.localPort}`;
    const { origin, "content-type": type, authorization = "" } = headers;
    const isPage = url === PAGE_PATH;
    const checks: readonly (readonly [fails: boolean, status: number, error: string])[] = [
      [headers.host !== host, 403, "this is not the address of dirleaf web"],
      [origin !== undefined && origin !== `http://${host}`, 403, "this Origin is not allowed"],
      [isPage && method !== "GET", 405, "only GET"],
      [!isPage && !CALL_PATHS.has(url), 404, "nothing here"],
      [!isPage && method !== "POST", 405, "only POST"],
      // Browsers send it with every POST.
      [!isPage && origin === undefined, 403, "requests without an Origin are not answered"],
      [!isPage && type !== "application/json", 415, "only application/json"],
    ];
    const failed = checks.find(([fails]) => fails);
    if (failed !== undefined) {
      return { status: failed[1], error: failed[2] };
    }
    const error = isPage ? undefined : keys.refusalOf(url, authorization);
    return error === undefined ? undefined : { status: 401, error };
  };
}

const NO_TOKEN = "open the address that dirleaf web printed";

/** What the page and the terminal say when the key comes a second time. */
export const USED_TWICE: string =
  "the browser's one-time key was used twice, so another program may have read it; that session is blocked; " +
  NO_TOKEN;

export class WebKeys {
  /** Printed for the user, and valid until the server ends. */
  readonly token: string = randomKey();
  /** Given to the browser that we open, which exchanges it for a token of its own. That works once. */
  readonly key: string = randomKey();
  readonly #onKey: (isFirst: boolean) => void;
  /** The token that the browser got for the key. */
  #browserToken: string | undefined;
  #isRevoked = false;

  /** `onKey` is called when the key is used, and when it is used again. */
  constructor(onKey: (isFirst: boolean) => void = () => {}) {
    this.#onKey = onKey;
  }

  /** Why a request with this authorization may not call this path; undefined if it may. */
  refusalOf(path: string, authorization: string): string | undefined {
    const bears = (key: string | undefined) => key !== undefined && isSameSecret(`Bearer ${key}`, authorization);
    if (bears(path === TOKEN_PATH ? this.key : this.token)) {
      return undefined;
    }
    if (path === TOKEN_PATH || !bears(this.#browserToken)) {
      return NO_TOKEN;
    }
    return this.#isRevoked ? USED_TWICE : undefined;
  }

  /**
   * Exchanges the key for a token, the first time. The second time that token is revoked: one of the two clients was not our browser, and
   * nobody knows which.
   */
  makeToken(): string | undefined {
    if (this.#browserToken === undefined) {
      this.#browserToken = randomKey();
      this.#onKey(true);
      return this.#browserToken;
    }
    if (!this.#isRevoked) {
      this.#isRevoked = true;
      this.#onKey(false);
    }
    return undefined;
  }
}

function randomKey(): string {
  return randomBytes(32).toString("base64url");
}

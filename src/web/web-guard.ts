// Decides which requests `dirleaf web` answers: the checks that a request must pass before anything reads its body.
import { isSameSecret, type HttpGuard } from "../http/http-server.ts";

export const ADDRESS = "127.0.0.1";

/** The page itself. It holds no secret, so it needs no token: it has to be loaded before it can send one. */
export const PAGE_PATH = "/";

/** What the page calls. */
const CALL_PATHS: ReadonlySet<string> = new Set(["/about", "/call"]);

/**
 * Checks requests to the address that we printed, host and port: the Host (a web page could otherwise reach us through its own domain
 * name), the Origin (another local page could otherwise call us), the path, the method, the type of the body and the token. All of them
 * exactly: the page is our only client, so we know what it sends.
 */
export function webGuard(token: string): HttpGuard {
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
      [!isPage && !isSameSecret(`Bearer ${token}`, authorization), 401, "open the address that dirleaf web printed"],
    ];
    const failed = checks.find(([fails]) => fails);
    return failed && { status: failed[1], error: failed[2] };
  };
}

// Who may call: the checks that an HTTP request passes before anything reads its body.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/node";

import { toUrlHost, type HttpSettings } from "./http-settings.ts";

/** Whether a request may go on. If not, it has been answered. */
export type HttpGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Checks the Host (or a page in a browser could reach a local server through a name of its own), the Origin (or a page
 * could call it directly), and the token.
 */
export function httpGuard({ token, allowedHosts }: HttpSettings): HttpGuard {
  const expected = token === undefined ? undefined : digest(token);
  return (request, response) => {
    // An address can't be made to lead elsewhere as a name can: that by which the request came is always right.
    const names = [...allowedHosts, toUrlHost(request.socket.localAddress ?? "localhost")];
    if (!hostHeaderValidation(names)(request, response) || !originValidation(names)(request, response)) {
      return false;
    }
    if (expected !== undefined && !timingSafeEqual(expected, digest(readToken(request)))) {
      response.writeHead(401, { "WWW-Authenticate": 'Bearer realm="dirleaf"', "Content-Type": "application/json" });
      response.end('{"error":"send the server\'s token as Authorization: Bearer <token>"}\n');
      return false;
    }
    return true;
  };
}

function readToken({ headers }: IncomingMessage): string {
  return /^bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}

/** Of one length whatever the text, so that comparing takes one time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

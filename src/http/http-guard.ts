// Decides who may call: the checks that an HTTP request must pass before anything reads its body.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import { parseHost, toPlainAddress, toUrlHost, type HostName } from "./host-name.ts";

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type HttpGuard = (request: IncomingMessage) => Refusal | undefined;

/**
 * Checks the Host (otherwise a web page could reach a local server through its own domain name), the Origin (otherwise a page
 * could call it directly), and the token, if there is one.
 */
export function httpGuard(
  token: string | undefined,
  ownNames: readonly string[],
  allowedHosts: readonly HostName[],
): HttpGuard {
  return ({ headers, socket }) => {
    const { host: hostHeader = "", origin } = headers;
    const host = parseHost(hostHeader);
    if (host === undefined) {
      return { status: 400, error: "the Host header is missing or invalid" };
    }
    const isOwn = ownNames.includes(host.hostname) || isAddressOf(socket, host);
    const isAllowed = allowedHosts.some(({ hostname }) => hostname === host.hostname);
    if (!isOwn && !isAllowed) {
      return { status: 403, error: `unknown host ${host.hostname}; see --allow-host` };
    }
    const from = parseOrigin(origin ?? "");
    const isSame = from && isSameOrigin(from, hostHeader) && (isAllowed || isOwnPage(from, socket.localPort));
    const isKnown = from && (isSame || isAllowedOrigin(from, allowedHosts));
    if (origin !== undefined && isKnown !== true) {
      return { status: 403, error: "this Origin is not allowed; see --allow-host" };
    }
    const sentToken = /^bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
    if (token !== undefined && !isSameSecret(token, sentToken)) {
      return {
        status: 401,
        error: "send the server's token as Authorization: Bearer <token>",
        headers: { "WWW-Authenticate": 'Bearer realm="dirleaf"' },
      };
    }
    return undefined;
  };
}

/** Whether a request came in on the address that it names. It is always allowed: unlike a name, it can't be made to lead elsewhere. */
function isAddressOf({ localAddress = "" }: Socket, { hostname }: HostName): boolean {
  return parseHost(toUrlHost(toPlainAddress(localAddress)))?.hostname === hostname;
}

/** Whether a page has the host and port that it sends its request to. */
function isSameOrigin(from: Origin, host: string): boolean {
  const to = parseHost(host, from.scheme);
  return from.hostname === to?.hostname && from.port === to.port;
}

/** Whether a page was served by us: over http, on our port. Behind a proxy, the page has a name that the operator has allowed. */
function isOwnPage({ scheme, port }: Origin, ownPort: number | undefined): boolean {
  return scheme === "http:" && Number(port || 80) === ownPort;
}

/** A name that was allowed without a port is allowed on the default port. */
function isAllowedOrigin(from: Origin, allowedHosts: readonly HostName[]): boolean {
  const defaultPort = from.scheme === "https:" ? "443" : "80";
  return allowedHosts.some(
    ({ hostname, port }) =>
      hostname === from.hostname && (from.port === port || (from.port === "" && port === defaultPort)),
  );
}

type Origin = HostName & { readonly scheme: "http:" | "https:" };

function parseOrigin(origin: string): Origin | undefined {
  const [, scheme, rest = ""] = /^(https?:)\/\/(.*)$/i.exec(origin) ?? [];
  const known = scheme?.toLowerCase() as "http:" | "https:" | undefined;
  const host = known && parseHost(rest, known);
  return known && host && { ...host, scheme: known };
}

/** Whether two texts are the same. How long this takes does not depend on how much of a guess was right. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Always the same length, so that every comparison takes the same time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

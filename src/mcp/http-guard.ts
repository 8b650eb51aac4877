// Decides who may call the MCP server over HTTP, before anything reads the body of a request.
import { isIP, type Socket } from "node:net";

import { isSameSecret, type HttpGuard } from "./http-server.ts";

/** A host as in a URL: the name in lower case, an IPv6 address in brackets. */
export interface HostName {
  readonly hostname: string;
  readonly port: string;
}

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
    const { host: hostHeader = "", origin: originHeader } = headers;
    const host = parseHost(hostHeader);
    if (host === undefined) {
      return { status: 400, error: "the Host header is missing or invalid" };
    }
    const isAllowed = allowedHosts.some(({ hostname }) => hostname === host.hostname);
    if (!isAllowed && !ownNames.includes(host.hostname) && !isAddressOf(socket, host)) {
      return { status: 403, error: `unknown host ${host.hostname}; see --allow-host` };
    }
    if (originHeader !== undefined) {
      const page = parseOrigin(originHeader);
      const isOurs = page && isSameOrigin(page, hostHeader) && (isAllowed || isOwnPage(page, socket.localPort));
      if (page === undefined || !(isOurs || isAllowedOrigin(page, allowedHosts))) {
        return { status: 403, error: "this Origin is not allowed; see --allow-host" };
      }
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
function isSameOrigin(page: Origin, host: string): boolean {
  const to = parseHost(host, page.scheme);
  return page.hostname === to?.hostname && page.port === to.port;
}

/** Whether a page was served by us: over http, on our port. Behind a proxy, the page has a name that the operator has allowed. */
function isOwnPage({ scheme, port }: Origin, ownPort: number | undefined): boolean {
  return scheme === "http:" && Number(port || 80) === ownPort;
}

/** A name that was allowed without a port is allowed on the default port. */
function isAllowedOrigin(page: Origin, allowedHosts: readonly HostName[]): boolean {
  const defaultPort = page.scheme === "https:" ? "443" : "80";
  return allowedHosts.some(
    ({ hostname, port }) =>
      hostname === page.hostname && (page.port === port || (page.port === "" && port === defaultPort)),
  );
}

type Origin = HostName & { readonly scheme: "http:" | "https:" };

function parseOrigin(origin: string): Origin | undefined {
  const [, scheme, rest = ""] = /^(https?:)\/\/(.*)$/i.exec(origin) ?? [];
  const known = scheme?.toLowerCase() as "http:" | "https:" | undefined;
  const host = known && parseHost(rest, known);
  return known && host && { ...host, scheme: known };
}

/** A name or an address, with or without a port. No user or path, which `URL` would accept. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Parses a host such as `localhost:3977`, or returns undefined if it is invalid. The scheme's default port becomes "". */
export function parseHost(text: string, scheme: "http:" | "https:" = "http:"): HostName | undefined {
  if (!HOST.test(text)) {
    return undefined;
  }
  try {
    const { hostname, port } = new URL(`${scheme}//${text}`);
    return { hostname, port };
  } catch {
    return undefined;
  }
}

/** A host or an address as it appears in a URL. */
export function toUrlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** A socket's address as a client would write it: without the prefix that IPv4 addresses have on an IPv6 socket. */
function toPlainAddress(address: string): string {
  const [plain = ""] = address.split("%");
  return plain.startsWith("::ffff:") && isIP(plain.slice(7)) === 4 ? plain.slice(7) : plain;
}

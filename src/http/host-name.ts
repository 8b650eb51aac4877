// Host names and addresses, from requests, from the operator's options and from sockets.
import { isIP } from "node:net";

/** A host as in a URL: the name in lower case, an IPv6 address in brackets. */
export interface HostName {
  readonly hostname: string;
  readonly port: string;
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
export function toPlainAddress(address: string): string {
  const [plain = ""] = address.split("%");
  return plain.startsWith("::ffff:") && isIP(plain.slice(7)) === 4 ? plain.slice(7) : plain;
}

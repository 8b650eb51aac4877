// Names of hosts: as a request gives them, as an operator does, and as addresses of sockets are.
import { isIP } from "node:net";

/** A host as a URL has it: the name in lower case, an IPv6 address in brackets; the port only where it is not the usual one. */
export interface HostName {
  readonly hostname: string;
  readonly port: string;
}

/** A name or an address, and perhaps a port. Nothing else that a URL would take: no user, no path. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The host in a text such as `localhost:3977`, or nothing where it is none. `scheme` tells which port is the usual one. */
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

/** A host or an address as a URL has it. */
export function toUrlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** The address of a socket as a client would write it: one of IPv4 that came to an IPv6 socket is one of IPv4. */
export function toPlainAddress(address: string): string {
  const [plain = ""] = address.split("%");
  return plain.startsWith("::ffff:") && isIP(plain.slice(7)) === 4 ? plain.slice(7) : plain;
}

/**
 * Who is behind an address, so far as an address tells. With IPv6 one client has a whole network of 64 bits to choose
 * addresses from.
 */
export function toClientName(address: string): string {
  const plain = toPlainAddress(address);
  if (isIP(plain) !== 6) {
    return plain;
  }
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(":")}::/64`;
}

// What the HTTP server is told: options as they are given, made complete and checked once.
import { isIP } from "node:net";

import { parseHost, toUrlHost, type HostName } from "./host-name.ts";

export interface HttpOptions {
  /**
   * The address to listen on.
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * The port to listen on; 0 takes any that is free.
   * @default 3977
   */
  readonly port?: number | undefined;
  /**
   * What a client must send as its bearer token.
   * @default none: only where the address is a loopback one
   */
  readonly token?: string | undefined;
  /**
   * Further names by which clients may call this server, such as that of a proxy in front of it. Pages from these names may
   * call it, too: on the default port, or on the port that is given with the name.
   * @default none
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * How many connections one address may have, of 1024 in all.
   * @default 128
   */
  readonly maxPerAddress?: number | undefined;
}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  /** The names of this machine and of the address that it listens on, as in a URL. */
  readonly ownNames: readonly string[];
  /** The further names that were given. */
  readonly allowedHosts: readonly HostName[];
  readonly maxPerAddress: number;
}

/** A server that would be open to others than it should, or to nobody. */
export class HttpSettingsError extends Error {
  override readonly name = "HttpSettingsError";
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** A shorter one can be guessed. */
const SHORTEST_TOKEN = 16;

/** Complete settings, or an `HttpSettingsError`. */
export function toHttpSettings(options: HttpOptions): HttpSettings {
  const { host = "127.0.0.1", port = 3977, token, allowedHosts = [], maxPerAddress = 128 } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new HttpSettingsError(`the port must be a number from 0 to 65535, not ${port}`);
  }
  // Other characters can't be sent in a header.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new HttpSettingsError("the token must be of visible ASCII characters, without spaces");
  }
  if (token !== undefined && token.length < SHORTEST_TOKEN) {
    throw new HttpSettingsError(`the token must have at least ${SHORTEST_TOKEN} characters`);
  }
  if (token === undefined && !isLoopback(host)) {
    throw new HttpSettingsError(
      `${host} can be reached from other machines: give a token (--token-file), or listen on 127.0.0.1`,
    );
  }
  const ownNames = [...LOOPBACK_NAMES, parseHost(toUrlHost(host))?.hostname ?? host];
  return { host, port, token, ownNames, allowedHosts: allowedHosts.map(toHostName), maxPerAddress };
}

function toHostName(name: string): HostName {
  const parsed = parseHost(toUrlHost(name));
  if (parsed === undefined) {
    throw new HttpSettingsError(`--allow-host must be a name or an address, with or without a port, not '${name}'`);
  }
  return parsed;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

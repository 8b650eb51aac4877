// The settings of the MCP server over HTTP, from the operator's options: where it listens, and who may call it.
import { isIP } from "node:net";

import { OptionError } from "../core/options.ts";
import type { HttpGuard } from "./http-server.ts";
import { httpGuard, parseHost, toUrlHost, type HostName } from "./http-guard.ts";

export interface HttpOptions {
  /**
   * The address to listen on.
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * The port to listen on; 0 picks any free one.
   * @default 3977
   */
  readonly port?: number | undefined;
  /**
   * The bearer token that clients must send.
   * @default none: allowed only on a loopback address
   */
  readonly token?: string | undefined;
  /**
   * More names that clients may call this server by, such as that of a proxy in front of it. Pages from these hosts may call it
   * too, if they are on the default port, or on the port that is given with the name.
   * @default none
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Who may call. */
  readonly guard: HttpGuard;
  /** Who may load a page, which has to be there before it can send a token. */
  readonly pageGuard: HttpGuard;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** A shorter token can be guessed. */
const MIN_TOKEN_LENGTH = 16;

/** Returns complete settings. Throws an `OptionError` for options that would let in the wrong clients, or none. */
export function toHttpSettings(options: HttpOptions): HttpSettings {
  const { host = "127.0.0.1", port = 3977, token, allowedHosts = [] } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new OptionError(`the port must be a number from 0 to 65535, not ${port}`);
  }
  // Other characters can't be sent in a header.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new OptionError("the token must consist of visible ASCII characters without spaces");
  }
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    throw new OptionError(`the token must have at least ${MIN_TOKEN_LENGTH} characters`);
  }
  if (token === undefined && !isLoopback(host)) {
    throw new OptionError(
      `${host} can be reached from other machines: give a token (--token-file, DIRLEAF_TOKEN), or listen on 127.0.0.1`,
    );
  }
  const ownNames = [...LOOPBACK_NAMES, parseHost(toUrlHost(host))?.hostname ?? host];
  const allowed = allowedHosts.map(toHostName);
  const guardBy = (secret: string | undefined) => httpGuard(secret, ownNames, allowed);
  return { host, port, guard: guardBy(token), pageGuard: guardBy(undefined) };
}

function toHostName(name: string): HostName {
  const parsed = parseHost(toUrlHost(name));
  if (parsed === undefined) {
    throw new OptionError(`--allow-host must be a name or an address, with or without a port, not '${name}'`);
  }
  return parsed;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

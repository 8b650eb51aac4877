// What the HTTP server is told: options as they are given, made complete and checked once.
import { isIP } from "node:net";

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
   * Further names by which clients may call this server, such as that of a proxy in front of it.
   * @default none
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  /** Host names as a URL has them, an IPv6 address in brackets. */
  readonly allowedHosts: readonly string[];
}

/** A server that would be open to others than it should. */
export class HttpSettingsError extends Error {
  override readonly name = "HttpSettingsError";
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** A shorter one can be guessed. */
const SHORTEST_TOKEN = 16;

/** Complete settings, or an `HttpSettingsError`. */
export function toHttpSettings(options: HttpOptions): HttpSettings {
  const { host = "127.0.0.1", port = 3977, token, allowedHosts = [] } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new HttpSettingsError(`the port must be a number from 0 to 65535, not ${port}`);
  }
  if (token !== undefined && token.length < SHORTEST_TOKEN) {
    throw new HttpSettingsError(`the token must have at least ${SHORTEST_TOKEN} characters`);
  }
  if (token === undefined && !isLoopback(host)) {
    throw new HttpSettingsError(
      `${host} can be reached from other machines: give a token (--token-file), or listen on 127.0.0.1`,
    );
  }
  return { host, port, token, allowedHosts: [...LOOPBACK_NAMES, toUrlHost(host), ...allowedHosts] };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** A host as a URL has it. */
export function toUrlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

// Who can reach an HTTP server: a server without a token listens to this machine only, whatever the address looks like.
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";

import { toUrlHost } from "../../src/http/host-name.ts";
import { toHttpGuard, type HttpOptions } from "../../src/mcp/http-options.ts";

const TOKEN = "x".repeat(16);

/** The status of the refusal of a request with these headers. */
function ask(options: HttpOptions, headers: Record<string, string>): number | undefined {
  return toHttpGuard(options)({ headers, socket: { localPort: 9 } } as unknown as IncomingMessage)?.status;
}

test.each(["127.0.0.1", "127.8.8.8", "localhost", "::1"])("%s needs no token", (host) => {
  expect(ask({ host }, { host: toUrlHost(host) })).toBeUndefined();
});

test.each([
  "0.0.0.0",
  "::",
  "::ffff:127.0.0.1",
  "192.168.127.1",
  "1.127.0.1",
  // Names, which lead to wherever their owner says.
  "127.0.0.1.example",
  "127.example",
  "localhost.example",
])("%s needs one", (host) => {
  expect(() => toHttpGuard({ host })).toThrow(TypeError);
  expect(ask({ host, token: TOKEN }, { host: toUrlHost(host) })).toBe(401);
  expect(ask({ host, token: TOKEN }, { host: toUrlHost(host), authorization: `Bearer ${TOKEN}` })).toBeUndefined();
});

test.each(["", "x".repeat(15), `${TOKEN} x`, `${TOKEN}\n`, `${TOKEN}\x7f`])("%j is no token", (token) => {
  expect(() => toHttpGuard({ token })).toThrow(/^the token must /);
});

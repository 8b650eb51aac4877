// Who may call, header by header. That a server asks at all, and before it reads a body, is in serve-http.test.ts.
import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toUrlHost } from "../../src/mcp/http-guard.ts";
import { toHttpSettings, type HttpOptions } from "../../src/mcp/http-settings.ts";
import { TOKEN } from "../support/raw-http.ts";

/** The status of the refusal, or nothing. */
function ask(
  options: HttpOptions,
  headers: Record<string, string>,
  localAddress?: string,
  localPort: number = 9,
): number | undefined {
  const request = { headers, socket: { localAddress, localPort } } as unknown as IncomingMessage;
  return toHttpSettings(options).guard(request)?.status;
}

describe("the host", () => {
  test.each([
    ["LOCALHOST:1", "127.0.0.1", undefined],
    ["[0:0::1]", "::1", undefined],
    ["10.0.0.7:3977", "10.0.0.7", undefined],
    ["10.0.0.7", "::ffff:10.0.0.7", undefined],
    ["[fe80::7]", "fe80::7%eth0", undefined],
    ["10.0.0.8", "10.0.0.7", 403],
    ["localhost.example", "127.0.0.1", 403],
    // Of a connection that is gone already nobody knows the address; a name that is empty is not it.
    ["", undefined, 400],
    ["10.0.0.7", undefined, 403],
  ])("%j on %s: %s", (host, address, status) => {
    expect(ask({}, { host }, address)).toBe(status);
  });

  test("is refused if it is missing or invalid", () => {
    expect(ask({}, {}, "127.0.0.1")).toBe(400);
    for (const host of [
      "user@localhost",
      "localhost/",
      "localhost:",
      "localhost:65536",
      "[::1",
      "::1",
      "a b",
      "256.1.1.1",
    ]) {
      expect([host, ask({}, { host }, "127.0.0.1")]).toEqual([host, 400]);
    }
    const anyHost = fc.oneof(fc.string(), fc.webAuthority({ withPort: true, withIPv4Extended: true, withIPv6: true }));
    fc.assert(fc.property(anyHost, (host) => [400, 403, undefined].includes(ask({}, { host }, "127.0.0.1"))));
  });

  test("is checked before the token, so a foreign page can't learn whether the token was right", () => {
    for (const authorization of [`Bearer ${TOKEN}`, "Bearer wrong"]) {
      expect(ask({ token: TOKEN }, { host: "evil.example", authorization })).toBe(403);
      expect(ask({ token: TOKEN }, { host: "localhost", origin: "http://evil.example", authorization })).toBe(403);
    }
  });
});

describe("a page's origin", () => {
  const allowedHosts = ["leaf.example", "one.example:80", "two.example:443", "three.example:8443"];

  test.each([
    ["http://leaf.example", undefined],
    ["https://leaf.example", undefined],
    ["https://leaf.example:443", undefined],
    ["HTTPS://LEAF.EXAMPLE", undefined],
    ["http://leaf.example:8080", 403],
    ["http://sub.leaf.example", 403],
    ["http://one.example", undefined],
    ["http://two.example:443", undefined],
    ["https://two.example", undefined],
    ["http://two.example", 403],
    ["http://three.example:8443", undefined],
    ["https://three.example:8443", undefined],
    ["https://three.example", 403],
    ["https://leaf.example, https://evil.example", 403],
    ["file://", 403],
  ])("%s among those that were allowed: %s", (origin, status) => {
    expect(ask({ allowedHosts }, { host: "localhost", origin })).toBe(status);
  });

  test("that matches the Host may be https only for an allowed name", () => {
    expect(ask({ allowedHosts }, { host: "leaf.example:9", origin: "https://leaf.example:9" })).toBeUndefined();
    expect(ask({ allowedHosts }, { host: "localhost:9", origin: "https://localhost:9" })).toBe(403);
    // The port of a request is left out where it is the default of the scheme.
    expect(ask({ allowedHosts }, { host: "three.example:443", origin: "https://three.example" })).toBeUndefined();
    expect(ask({}, { host: "localhost:80", origin: "http://localhost" }, undefined, 80)).toBeUndefined();
    expect(ask({}, { host: "localhost:443", origin: "http://localhost" }, undefined, 80)).toBe(403);
  });

  test("on this machine must have our port, whatever port the Host names", () => {
    const [host, origin] = ["localhost:3000", "http://localhost:3000"];
    expect(ask({}, { host, origin }, undefined, 3000)).toBeUndefined();
    expect(ask({}, { host, origin }, undefined, 3977)).toBe(403);
    expect(ask({}, { host: "localhost", origin: "http://localhost" }, undefined, 3977)).toBe(403);
    // Behind a proxy or a forwarded port, the operator says so.
    expect(ask({ allowedHosts: [host] }, { host, origin }, undefined, 3977)).toBeUndefined();
  });
});

test("no token is needed if none is set, and part of one is not enough", () => {
  expect(ask({}, { host: "localhost", authorization: "Bearer x" })).toBeUndefined();
  for (const sent of ["", "Bearer", TOKEN.slice(1), TOKEN.slice(0, -1), TOKEN.toUpperCase(), `${TOKEN} `]) {
    expect(ask({ token: TOKEN }, { host: "localhost", authorization: `Bearer ${sent}` })).toBe(401);
  }
  expect(ask({ token: TOKEN }, { host: "localhost", authorization: `BEARER   ${TOKEN}` })).toBeUndefined();
});

describe("a server without a token listens to this machine only, whatever the address looks like:", () => {
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
    expect(() => toHttpSettings({ host })).toThrow(TypeError);
    expect(ask({ host, token: TOKEN }, { host: toUrlHost(host) })).toBe(401);
    expect(ask({ host, token: TOKEN }, { host: toUrlHost(host), authorization: `Bearer ${TOKEN}` })).toBeUndefined();
  });

  test.each(["", "x".repeat(15), `${TOKEN} x`, `${TOKEN}\n`, `${TOKEN}\x7f`])("%j is no token", (token) => {
    expect(() => toHttpSettings({ token })).toThrow(/^the token must /);
  });
});

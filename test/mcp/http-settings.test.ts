// Who can reach an HTTP server: a server without a token listens to this machine only, whatever the address looks like.
import { expect, test } from "vitest";

import { toHttpSettings } from "../../src/mcp/http-settings.ts";

const TOKEN = "x".repeat(16);

test.each(["127.0.0.1", "127.8.8.8", "localhost", "::1"])("%s needs no token", (host) => {
  expect(toHttpSettings({ host })).toMatchObject({ host, token: undefined });
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
  expect(toHttpSettings({ host, token: TOKEN })).toMatchObject({ host, token: TOKEN });
});

test.each(["", "x".repeat(15), `${TOKEN} x`, `${TOKEN}\n`, `${TOKEN}\x7f`])("%j is no token", (token) => {
  expect(() => toHttpSettings({ token })).toThrow(/^the token must /);
});

test.each([-1, 65_536, 1.5, Number.NaN, "80" as unknown as number])("%j is no port", (port) => {
  expect(() => toHttpSettings({ port })).toThrow(/^the port must be a number from 0 to 65535/);
});

test("names are as a URL has them: in lower case, IPv6 in brackets and short, without the default port", () => {
  const { ownNames } = toHttpSettings({ host: "FE80:0::1", token: TOKEN });
  expect(ownNames).toEqual(["localhost", "127.0.0.1", "[::1]", "[fe80::1]"]);
  const { allowedHosts } = toHttpSettings({ allowedHosts: ["Leaf.Example:8443", "b:80", "2001:DB8::1", "[::2]:1"] });
  expect(allowedHosts).toEqual([
    { hostname: "leaf.example", port: "8443" },
    { hostname: "b", port: "" },
    { hostname: "[2001:db8::1]", port: "" },
    { hostname: "[::2]", port: "1" },
  ]);
});

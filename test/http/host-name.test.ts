// Host names and addresses.
import fc from "fast-check";
import { expect, test } from "vitest";

import { parseHost, toPlainAddress } from "../../src/http/host-name.ts";

test.each([
  ["localhost", { hostname: "localhost", port: "" }],
  ["LocalHost:3977", { hostname: "localhost", port: "3977" }],
  ["127.0.0.1:80", { hostname: "127.0.0.1", port: "" }],
  ["[::1]:443", { hostname: "[::1]", port: "443" }],
  ["[0:0::1]", { hostname: "[::1]", port: "" }],
  ["user@localhost", undefined],
  ["localhost/", undefined],
  ["localhost:", undefined],
  ["localhost:65536", undefined],
  ["[::1", undefined],
  ["::1", undefined],
  ["", undefined],
  ["a b", undefined],
  ["256.256.256.256", undefined],
])("%j as a host", (text, host) => {
  expect(parseHost(text)).toEqual(host);
});

test("the default port depends on the scheme", () => {
  expect(parseHost("x.example:443", "https:")).toEqual({ hostname: "x.example", port: "" });
  expect(parseHost("x.example:80", "https:")).toEqual({ hostname: "x.example", port: "80" });
});

test("no text makes it throw", () => {
  const anyHost = fc.oneof(fc.domain(), fc.webAuthority({ withPort: true, withIPv4Extended: true, withIPv6: true }));
  const anyUrl = fc.tuple(
    fc.constantFrom("https://", "user@", ""),
    anyHost,
    fc.constantFrom("/", "?", "#", ""),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        anyUrl.map((parts) => parts.join("")),
        fc.ipV6(),
        anyHost,
      ),
      (text) => {
        const host = parseHost(text);
        expect(host === undefined || !/[@/?#\s]/.test(host.hostname)).toBe(true);
      },
    ),
  );
});

test.each([
  ["192.0.2.2", "192.0.2.2"],
  ["::ffff:192.0.2.2", "192.0.2.2"],
  ["2001:db8::6", "2001:db8::6"],
  ["fe80::1%eth0", "fe80::1"],
])("a socket's address %s", (address, plain) => {
  expect(toPlainAddress(address)).toBe(plain);
});

// Only the page itself may call: Host, Origin, path, method, type and token are exactly what it sends.
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";

import { webGuard } from "../../src/web/web-guard.ts";

const guard = webGuard("127.0.0.1:4000", {
  refusalOf: (path, authorization) =>
    path !== "/token" && authorization === "Bearer secret" ? undefined : "open the address",
});

const usual = {
  host: "127.0.0.1:4000",
  origin: "http://127.0.0.1:4000",
  authorization: "Bearer secret",
  "content-type": "application/json",
};

function statusOf(request: {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly url?: string;
}): number | undefined {
  const { headers, method = "POST", url = "/call" } = request;
  return guard({ method, url, headers: { ...usual, ...headers } } as unknown as IncomingMessage)?.status;
}

test("the page may be loaded without a token, and may call with it", () => {
  expect(statusOf({})).toBe(undefined);
  expect(statusOf({ url: "/about" })).toBe(undefined);
  const plain = { origin: undefined, authorization: undefined, "content-type": undefined };
  expect(statusOf({ url: "/", method: "GET", headers: plain })).toBe(undefined);
});

test.each([
  ["another name", { headers: { host: "evil.test:4000" } }, 403],
  ["another name of this machine", { headers: { host: "localhost:4000" } }, 403],
  ["another port", { headers: { host: "127.0.0.1:4001" } }, 403],
  ["no port", { headers: { host: "127.0.0.1" } }, 403],
  ["no Host", { headers: { host: undefined } }, 403],
  ["the page under another name", { url: "/", method: "GET", headers: { host: "evil.test:4000" } }, 403],
  ["a page of another origin", { headers: { origin: "http://evil.test" } }, 403],
  ["a page of another port", { headers: { origin: "http://127.0.0.1:4001" } }, 403],
  ["a page of another scheme", { headers: { origin: "https://127.0.0.1:4000" } }, 403],
  ["a page without an origin", { headers: { origin: "null" } }, 403],
  ["no Origin", { headers: { origin: undefined } }, 403],
  ["the page from another origin", { url: "/", method: "GET", headers: { origin: "http://evil.test" } }, 403],
  ["no token", { headers: { authorization: undefined } }, 401],
  ["a wrong token", { headers: { authorization: "Bearer secrets" } }, 401],
  ["the token in another way", { headers: { authorization: "secret" } }, 401],
  ["the token where a key is due", { url: "/token" }, 401],
  ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
  ["a type with more to it", { headers: { "content-type": "text/plain;application/json" } }, 415],
  ["a call by GET", { method: "GET" }, 405],
  ["a preflight", { method: "OPTIONS" }, 405],
  ["the page by POST", { url: "/" }, 405],
  ["another path", { url: "/mcp" }, 404],
  ["a query", { url: "/call?x" }, 404],
  ["a fragment in the request", { url: "/#/../call" }, 404],
  ["two slashes", { url: "//call" }, 404],
  ["an address as a path", { url: "http://127.0.0.1:4000/call" }, 404],
])("refuses %s", (_, request, status) => {
  expect(statusOf(request)).toBe(status);
});

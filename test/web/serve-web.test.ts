// The server of the page: on loopback, for whoever has the token.
import { describe, expect, onTestFinished, test } from "vitest";

import { serveWeb, type WebListener } from "../../src/web/serve-web.ts";
import { WebCalls } from "../../src/web/web-calls.ts";
import { ask, TOKEN, type RawRequest } from "../support/raw-http.ts";

const PAGE = "<!doctype html><script>1</script><style>a{}</style>";

async function start(calls: WebCalls): Promise<WebListener> {
  const listener = await serveWeb(PAGE, TOKEN, calls);
  onTestFinished(() => listener.close());
  return listener;
}

describe("the server", () => {
  test("is on loopback, and sends the page with its policy", async () => {
    const listener = await start(new WebCalls({ roots: ["/"] }));
    expect(listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const response = await fetch(listener.url);
    expect([response.status, await response.text()]).toEqual([200, PAGE]);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'sha256-");
    expect(response.headers.get("set-cookie")).toBe(null);
  });

  test("stops a call whose connection drops", async () => {
    let stopped = false;
    class Calls extends WebCalls {
      override call(_: unknown, signal: AbortSignal): Promise<never> {
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            stopped = true;
            reject(new Error("stopped"));
          });
          dropped.abort();
        });
      }
    }
    const dropped = new AbortController();
    const { url } = await start(new Calls({ roots: ["/"] }));
    const headers = {
      Origin: url.slice(0, -1),
      Authorization: `Bearer ${TOKEN}`,
      "Content-Type": "application/json",
    };
    const body = '{"tool":"list_dir","arguments":"{}","profile":"leaf"}';
    await expect(fetch(`${url}call`, { method: "POST", headers, body, signal: dropped.signal })).rejects.toThrow(
      /abort/,
    );
    await expect.poll(() => stopped).toBe(true);
  });
});

test("only the page itself may call: Host, Origin, path, method, type and token are exactly what it sends", async () => {
  const { url } = await start(new WebCalls({ roots: ["/"] }));
  const { host, port } = new URL(url);
  const usual = { host, origin: `http://${host}`, authorization: `Bearer ${TOKEN}` };
  const plain = { origin: undefined, authorization: undefined, "content-type": undefined };
  const asked: [what: string, request: RawRequest, status: number][] = [
    ["a call", {}, 200],
    ["the page, without a token", { path: "/", method: "GET", headers: plain }, 200],
    ["another name", { headers: { host: `evil.test:${port}` } }, 403],
    ["another name of this machine", { headers: { host: `localhost:${port}` } }, 403],
    ["another port", { headers: { host: "127.0.0.1:1" } }, 403],
    ["no port", { headers: { host: "127.0.0.1" } }, 403],
    ["no Host", { headers: { host: undefined } }, 400],
    ["the page under another name", { path: "/", method: "GET", headers: { host: `evil.test:${port}` } }, 403],
    ["a page of another origin", { headers: { origin: "http://evil.test" } }, 403],
    ["a page of another port", { headers: { origin: "http://127.0.0.1:1" } }, 403],
    ["a page of another scheme", { headers: { origin: `https://${host}` } }, 403],
    ["a page without an origin", { headers: { origin: "null" } }, 403],
    ["no Origin", { headers: { origin: undefined } }, 403],
    ["the page from another origin", { path: "/", method: "GET", headers: { origin: "http://evil.test" } }, 403],
    ["no token", { headers: { authorization: undefined } }, 401],
    ["a wrong token", { headers: { authorization: `Bearer ${TOKEN}x` } }, 401],
    ["the token in another way", { headers: { authorization: TOKEN } }, 401],
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["a type with more to it", { headers: { "content-type": "text/plain;application/json" } }, 415],
    ["a call by GET", { method: "GET" }, 405],
    ["a preflight", { method: "OPTIONS" }, 405],
    ["the page by POST", { path: "/" }, 405],
    ["another path", { path: "/mcp" }, 404],
    ["a query", { path: "/call?x" }, 404],
    ["a fragment in the request", { path: "/#/../call" }, 404],
    ["two slashes", { path: "//call" }, 404],
    ["an address as a path", { path: `http://${host}/call` }, 404],
  ];
  for (const [what, { headers, path = "/about", ...request }, status] of asked) {
    const answer = await ask(url, { body: "{}", ...request, path, headers: { ...usual, ...headers } });
    expect([what, answer.slice(0, 12)]).toEqual([what, `HTTP/1.1 ${status}`]);
  }
});

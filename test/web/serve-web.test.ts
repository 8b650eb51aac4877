// The server of the page: on loopback, for whoever has the token.
import { describe, expect, onTestFinished, test } from "vitest";

import { serveWeb, type WebListener, type WebSettings } from "../../src/web/serve-web.ts";
import { WebCalls } from "../../src/web/web-calls.ts";
import { makeTree } from "../support/make-tree.ts";

const PAGE = "<!doctype html><script>1</script><style>a{}</style>";
const TOKEN = "a-token-for-tests";

async function start(calls: WebSettings["calls"], ticket?: string): Promise<WebListener> {
  const listener = await serveWeb({ page: PAGE, token: TOKEN, calls, ...(ticket !== undefined && { ticket }) });
  onTestFinished(() => listener.close());
  return listener;
}

function post(
  { url }: WebListener,
  path: string,
  body: string,
  changed: Record<string, string> = {},
): Promise<Response> {
  const headers = {
    Origin: url.slice(0, -1),
    Authorization: `Bearer ${TOKEN}`,
    "Content-Type": "application/json",
    ...changed,
  };
  return fetch(url + path, { method: "POST", headers, body });
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

  test("answers what there is, and calls", async () => {
    const root = makeTree("a", "b/");
    const listener = await start(new WebCalls({ roots: [root] }));
    expect(await (await post(listener, "about", "{}")).json()).toMatchObject({ roots: [root] });
    const body = { tool: "list_dir", arguments: JSON.stringify({ dir_path: root }), profile: "leaf" };
    const response = await post(listener, "call", JSON.stringify(body));
    expect(await response.json()).toMatchObject({ content: `Absolute path: ${root}\na\nb/ [empty]`, success: true });
    expect([...response.headers.keys()].filter((name) => /access-control|location|cookie/.test(name))).toEqual([]);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "null"],
    ["a list", "[]"],
    ["arguments that are no text", '{"tool":"list_dir","arguments":{},"profile":"leaf"}'],
  ])("refuses a call with %s", async (_, body) => {
    const listener = await start(new WebCalls({ roots: ["/"] }));
    expect((await post(listener, "call", body)).status).toBe(400);
  });

  test("refuses others, and closes their connections", async () => {
    const listener = await start(new WebCalls({ roots: ["/"] }));
    const response = await post(listener, "call", "{}", { Authorization: "Bearer wrong" });
    expect([response.status, response.headers.get("connection")]).toEqual([401, "close"]);
    expect(await response.json()).toEqual({ error: "open the address that dirleaf web printed" });
  });

  test("gives the token for a ticket, once", async () => {
    const listener = await start(new WebCalls({ roots: ["/"] }), "a-ticket");
    const exchange = (ticket: string) => post(listener, "token", "{}", { Authorization: `Bearer ${ticket}` });
    expect((await exchange("another")).status).toBe(401);
    expect((await exchange(TOKEN)).status).toBe(401);
    expect((await post(listener, "about", "{}", { Authorization: "Bearer a-ticket" })).status).toBe(401);
    const response = await exchange("a-ticket");
    expect([response.status, await response.json()]).toEqual([200, { token: TOKEN }]);
    expect((await exchange("a-ticket")).status).toBe(401);
    const without = await start(new WebCalls({ roots: ["/"] }));
    expect((await post(without, "token", "{}", { Authorization: "Bearer undefined" })).status).toBe(401);
  });

  test("refuses what is too large", async () => {
    const listener = await start(new WebCalls({ roots: ["/"] }));
    const status = await post(listener, "call", " ".repeat(300_000)).then(
      (response) => response.status,
      // The connection may be closed while the rest is still being sent.
      () => 413,
    );
    expect(status).toBe(413);
  });

  test("stops a call whose connection drops", async () => {
    let stopped = false;
    const calls = {
      about: new WebCalls({ roots: ["/"] }).about,
      call: (_: unknown, signal: AbortSignal) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            stopped = true;
            reject(new Error("stopped"));
          });
          dropped.abort();
        }),
    };
    const dropped = new AbortController();
    const { url } = await start(calls);
    const headers = { Origin: url.slice(0, -1), Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const body = '{"tool":"list_dir","arguments":"{}","profile":"leaf"}';
    await expect(fetch(`${url}call`, { method: "POST", headers, body, signal: dropped.signal })).rejects.toThrow(
      /abort/,
    );
    await expect.poll(() => stopped).toBe(true);
  });
});

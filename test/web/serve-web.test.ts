// The server of the page: on loopback, for whoever has the token.
import { describe, expect, onTestFinished, test } from "vitest";

import { serveWeb, type WebListener } from "../../src/web/serve-web.ts";
import { WebCalls, type Answers } from "../../src/web/web-calls.ts";
import { WebKeys } from "../../src/web/web-guard.ts";
import { ask, type RawRequest } from "../support/raw-http.ts";

const PAGE = "<!doctype html><script>1</script><style>a{}</style>";

interface Started extends WebListener {
  readonly keys: WebKeys;
}

async function start(calls: Answers, onKey?: (isFirst: boolean) => void): Promise<Started> {
  const keys = new WebKeys(onKey);
  const listener = await serveWeb(PAGE, keys, calls);
  onTestFinished(() => listener.close());
  return { ...listener, keys };
}

function post(
  { url, keys }: Started,
  path: string,
  body: string,
  changed: Record<string, string> = {},
): Promise<Response> {
  const headers = {
    Origin: url.slice(0, -1),
    Authorization: `Bearer ${keys.token}`,
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

  test("exchanges the key for a token; using the key again revokes that token, and only that one", async () => {
    const uses: boolean[] = [];
    const listener = await start(new WebCalls({ roots: ["/"] }), (isFirst) => uses.push(isFirst));
    const { keys } = listener;
    const send = async (path: string, token: string) => {
      const response = await post(listener, path, "{}", { Authorization: `Bearer ${token}` });
      return { status: response.status, ...((await response.json()) as { token?: string; error?: string }) };
    };
    expect((await send("token", "another")).status).toBe(401);
    expect((await send("token", keys.token)).status).toBe(401);
    expect((await send("about", keys.key)).status).toBe(401);
    expect((await send("about", "undefined")).status).toBe(401);
    expect(uses).toEqual([]);
    const { token: made = "" } = await send("token", keys.key);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect([keys.token, keys.key]).not.toContain(made);
    expect((await send("about", made)).status).toBe(200);
    expect(await send("token", made)).toMatchObject({ status: 401 });
    const again = {
      status: 401,
      error: expect.stringMatching(/used twice.*open the address that dirleaf web printed/),
    };
    expect(await send("token", keys.key)).toEqual(again);
    expect(await send("about", made)).toEqual(again);
    expect(await send("token", keys.key)).toEqual(again);
    expect((await send("about", keys.token)).status).toBe(200);
    expect(uses).toEqual([true, false]);
  });

  test("does not answer a call whose token is revoked while it runs", async () => {
    const held: (() => void)[] = [];
    const web = new WebCalls({ roots: ["/"] });
    const listener = await start({
      about: () => web.about(),
      call: async (asked, signal) => {
        await new Promise<void>((resolve) => void held.push(resolve));
        return web.call(asked, signal);
      },
    });
    const body = JSON.stringify({ tool: "list_dir", arguments: '{"dir_path":"/"}', profile: "leaf" });
    const made = listener.keys.makeToken();
    const late = post(listener, "call", body, { Authorization: `Bearer ${made}` });
    const own = post(listener, "call", body);
    await expect.poll(() => held.length).toBe(2);
    listener.keys.makeToken();
    held.forEach((go) => go());
    expect([(await late).status, (await own).status]).toEqual([401, 200]);
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
    const { url, keys } = await start(calls);
    const headers = {
      Origin: url.slice(0, -1),
      Authorization: `Bearer ${keys.token}`,
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
  const { url, keys } = await start(new WebCalls({ roots: ["/"] }));
  const { host, port } = new URL(url);
  const usual = { host, origin: `http://${host}`, authorization: `Bearer ${keys.token}` };
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
    ["a wrong token", { headers: { authorization: `Bearer ${keys.token}x` } }, 401],
    ["the token in another way", { headers: { authorization: keys.token } }, 401],
    ["the token where a key is due", { path: "/token" }, 401],
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

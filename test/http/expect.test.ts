// A request with `Expect`: the servers of `dirleaf mcp` and `dirleaf web` look at who asks before they ask for the body.
import { expect, onTestFinished, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { serveWeb } from "../../src/web/serve-web.ts";
import { WebCalls } from "../../src/web/web-calls.ts";
import { serveInProcess } from "../support/mcp-in-process.ts";
import { ask, connectRaw, listDirCall, TOKEN, writeRequest, type RawRequest } from "../support/raw-http.ts";

const OPTIONS = { fileSystem: memory(["/a"]), roots: ["/"] };

/** Both servers, each with a call that it answers. */
async function startBoth(): Promise<{ name: string; url: string; call: RawRequest }[]> {
  const web = await serveWeb("<!doctype html>", TOKEN, new WebCalls(OPTIONS));
  onTestFinished(() => web.close());
  const webHeaders = {
    host: new URL(web.url).host,
    origin: new URL(web.url).origin,
    authorization: `Bearer ${TOKEN}`,
  };
  const webBody = JSON.stringify({ tool: "list_dir", arguments: '{"dir_path":"/"}', profile: "leaf" });
  return [
    { name: "mcp", url: await serveInProcess(OPTIONS, { token: TOKEN }), call: { body: listDirCall("/") } },
    { name: "web", url: web.url, call: { path: "/call", headers: webHeaders, body: webBody } },
  ];
}

test("a refused request gets 403 or 401 at once, and is not asked for its body", async () => {
  for (const { name, url, call } of await startBoth()) {
    for (const expectation of ["100-continue", "something else"]) {
      for (const [changed, status] of [
        [{ host: "evil.example" }, 403],
        [{ origin: "http://evil.example" }, 403],
        [{ authorization: "Bearer wrong" }, 401],
      ] as const) {
        // The body never comes, so an answer can't be waiting for it.
        const headers = { ...call.headers, expect: expectation, "content-length": "1000", connection: "keep-alive" };
        const answer = await ask(url, { ...call, headers: { ...headers, ...changed }, body: "" });
        expect([name, expectation, answer.slice(0, 12)]).toEqual([name, expectation, `HTTP/1.1 ${status}`]);
        expect(answer).toMatch(/^connection: close/im);
      }
    }
  }
});

test("an accepted request is told to continue, and is answered", async () => {
  for (const { name, url, call } of await startBoth()) {
    const socket = await connectRaw(url);
    let text = "";
    socket.setEncoding("utf8").on("data", (data: string) => (text += data));
    const { body = "" } = call;
    const headers = { ...call.headers, expect: "100-continue", connection: "close" };
    socket.write(writeRequest({ ...call, headers }).slice(0, -body.length));
    await expect.poll(() => text, { interval: 10 }).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(body);
    await new Promise((resolve) => socket.once("close", resolve));
    expect([name, text]).toEqual([name, expect.stringMatching(/Continue\r\n\r\nHTTP\/1\.1 200 [^]*Absolute path: \//)]);
    // What we don't know may be ignored.
    expect(await ask(url, { ...call, headers: { ...call.headers, expect: "tea" } })).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test("a host name that is allowed lets no other page in", async () => {
  const url = await serveInProcess(OPTIONS, { token: TOKEN, allowedHosts: ["leaf.example"] });
  const from = (origin: string) => ask(url, { body: listDirCall("/"), headers: { host: "leaf.example", origin } });
  expect(await from("https://leaf.example")).toMatch(/^HTTP\/1\.1 200 /);
  expect(await from("http://evil.example")).toMatch(/^HTTP\/1\.1 403 /);
});

// A request with `Expect`: the server looks at who asks before it asks for the body.
import { expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { serveInProcess } from "../support/mcp-in-process.ts";
import { ask, connectRaw, listDirCall, TOKEN, writeRequest } from "../support/raw-http.ts";

const serve = () => serveInProcess({ fileSystem: memory(["/a"]), roots: ["/"] }, { token: TOKEN });

test("a refused request gets 403 or 401 at once, and is not asked for its body", async () => {
  const url = await serve();
  for (const expectation of ["100-continue", "something else"]) {
    for (const [changed, status] of [
      [{ host: "evil.example" }, 403],
      [{ origin: "http://evil.example" }, 403],
      [{ authorization: "Bearer wrong" }, 401],
    ] as const) {
      // The body never comes, so an answer can't be waiting for it.
      const headers = { expect: expectation, "content-length": "1000", connection: "keep-alive" };
      const answer = await ask(url, { headers: { ...headers, ...changed } });
      expect([expectation, answer.slice(0, 12)]).toEqual([expectation, `HTTP/1.1 ${status}`]);
      expect(answer).toMatch(/^connection: close/im);
    }
  }
});

test("an accepted request is told to continue, and is answered", async () => {
  const url = await serve();
  const body = listDirCall("/");
  const socket = await connectRaw(url);
  let text = "";
  socket.setEncoding("utf8").on("data", (data: string) => (text += data));
  socket.write(writeRequest({ body, headers: { expect: "100-continue", connection: "close" } }).slice(0, -body.length));
  await expect.poll(() => text, { interval: 10 }).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write(body);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(text).toMatch(/Continue\r\n\r\nHTTP\/1\.1 200 [^]*Absolute path: \//);
  // What we don't know may be ignored.
  expect(await ask(url, { body, headers: { expect: "tea" } })).toMatch(/^HTTP\/1\.1 200 /);
});

test("a host name that is allowed lets no other page in", async () => {
  const url = await serveInProcess(
    { fileSystem: memory(["/a"]), roots: ["/"] },
    { token: TOKEN, allowedHosts: ["leaf.example"] },
  );
  const from = (origin: string) => ask(url, { body: listDirCall("/"), headers: { host: "leaf.example", origin } });
  expect(await from("https://leaf.example")).toMatch(/^HTTP\/1\.1 200 /);
  expect(await from("http://evil.example")).toMatch(/^HTTP\/1\.1 403 /);
});

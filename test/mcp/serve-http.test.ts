// The HTTP server: who may call it, what it refuses, and how it ends.
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { heldOpen } from "../support/held-open.ts";
import { makeTree } from "../support/make-tree.ts";
import { makeHugeFolder, makeManyFiles, numbered } from "../support/many-files.ts";
import { serveHttp, startHttpServer } from "../support/mcp-connection.ts";
import { ask, writeRequest } from "../support/raw-http.ts";
import { ENVELOPE, nestedMessage } from "../support/stdio-server.ts";

const TOKEN = "a-token-of-enough-characters";

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_directory", arguments: { path: "." } },
};

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly path?: string;
}

/** Sends a request with `node:http`, because `fetch` does not allow forging the Host. */
async function send(url: string, { method = "POST", headers = {}, body = JSON.stringify(CALL), path: to }: Sent = {}) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
    const request = http.request(
      {
        hostname,
        port,
        path: to ?? pathname,
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (data) => (text += data));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
      },
    );
    request.on("error", reject);
    request.end(method === "POST" ? body : undefined);
  });
}

describe("who may call", () => {
  test("a call from this machine", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const { status, text } = await send(url);
    expect(status).toBe(200);
    expect(text).toContain("Showing 1-1 of 1 files");
    for (const host of ["localhost", "127.0.0.1:1234", "[::1]:80"]) {
      expect((await send(url, { headers: { host } })).status).toBe(200);
    }
  });

  test("a page from the host that it calls, or from an allowed host", async () => {
    const words = ["--allow-host", "leaf.example", "--allow-host", "other.example:8443"];
    const { url } = await serveHttp(words, makeTree("a"));
    const { port } = new URL(url);
    for (const [host, origin] of [
      [`localhost:${port}`, `http://localhost:${port}`],
      [`[::1]:${port}`, `http://[::1]:${port}`],
      ["leaf.example", "https://leaf.example"],
      ["leaf.example:444", "https://leaf.example:444"],
      [`127.0.0.1:${port}`, "https://leaf.example"],
      [`127.0.0.1:${port}`, "https://other.example:8443"],
    ] as const) {
      expect({ origin, ...(await send(url, { headers: { host, origin } })) }).toMatchObject({ status: 200, origin });
    }
  });

  test("not a page in a browser", async () => {
    const { url } = await serveHttp(["--allow-host", "leaf.example", "--token", TOKEN], makeTree("a"));
    const sent: readonly Record<string, string>[] = [
      { host: "evil.example" },
      { host: "127.0.0.1.evil.example" },
      { host: "localhost", origin: "https://evil.example" },
      { host: "localhost", origin: "null" },
      { host: "localhost", origin: "http://localhost.evil.example" },
      { host: "localhost", origin: "http://localhost" },
      { host: "localhost:1", origin: "http://localhost:1" },
      { host: "localhost:1", origin: "http://localhost:3000" },
      { host: "localhost:1", origin: "http://localhost" },
      { host: "localhost:1", origin: "https://localhost:1" },
      { host: "localhost:1", origin: "http://127.0.0.1:1" },
      { host: "localhost:1", origin: "http://user@localhost:1" },
      { host: "localhost:1", origin: "http://localhost:1/path" },
      { host: "localhost:1", origin: "ftp://localhost:1" },
      { host: "localhost:1", origin: "" },
      { host: "localhost", origin: "https://leaf.example:8443" },
      { host: "leaf.example", origin: "http://localhost:3000" },
    ];
    for (const headers of sent) {
      const { status, text } = await send(url, { headers: { ...headers, authorization: `Bearer ${TOKEN}` } });
      expect({ status, ...headers }).toEqual({ status: 403, ...headers });
      expect(text).not.toContain("Showing");
    }
  });

  test("not with an invalid Host", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const parts = [
      "user@localhost",
      "user:word@localhost",
      "localhost/x",
      "localhost?x",
      "localhost#x",
      "localhost\\x",
    ];
    for (const host of [...parts, "localhost:99999", "localhost:x", "[::1", "a b", "l\u00f6cal", "%6c"]) {
      expect({ host, status: (await send(url, { headers: { host } })).status }).toEqual({ host, status: 400 });
    }
  });

  test("not with two Hosts", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const body = JSON.stringify(CALL);
    for (const hosts of ["localhost\r\nHost: localhost", "localhost\r\nHost: evil.example"]) {
      expect(await ask(url, { headers: { host: hosts }, body })).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  test("with a token, only clients that send it", async () => {
    const root = makeTree("a");
    fs.writeFileSync(path.join(root, "token"), `${TOKEN}\n`);
    const { url } = await serveHttp(["--token-file", "token", "--deny", "token"], root);
    for (const authorization of ["", "Bearer", "Bearer ", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const refused = await send(url, { headers: { authorization } });
      expect(refused.status).toBe(401);
      expect(refused.headers["www-authenticate"]).toMatch(/^Bearer/);
    }
    const { status, text } = await send(url, { headers: { authorization: `bearer ${TOKEN}` } });
    expect(status).toBe(200);
    expect(text).toContain("Showing 1-1 of 1 files");
  });

  test("by the address of this machine that the request came in on, and by an allowed name", async () => {
    const words = ["--host", "0.0.0.0", "--token", TOKEN, "--allow-host", "leaf.example"];
    const { url } = await serveHttp(words, makeTree("a"));
    const local = url.replace("0.0.0.0", "127.0.0.2");
    const authorization = `Bearer ${TOKEN}`;
    expect((await send(local, { headers: { authorization } })).status).toBe(200);
    expect((await send(local, { headers: { authorization, host: "leaf.example" } })).status).toBe(200);
    expect((await send(local, { headers: { authorization, host: "other.example" } })).status).toBe(403);
    expect((await send(local, { headers: { authorization, host: "127.0.0.3" } })).status).toBe(403);
  });

  test("by the IPv4 address that the request came in on, if the server listens on all of IPv6", async () => {
    const { url } = await serveHttp(["--host", "::", "--token", TOKEN], makeTree("a"));
    const local = url.replace("[::]", "127.0.0.2");
    const authorization = `Bearer ${TOKEN}`;
    expect((await send(local, { headers: { authorization } })).status).toBe(200);
    expect((await send(local, { headers: { authorization, host: "127.0.0.3" } })).status).toBe(403);
  });
});

describe("what it serves", () => {
  test("one path for MCP, and one for health checks", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const health = await send(url, { method: "GET", path: "/health" });
    expect(health).toMatchObject({ status: 200, text: '{"status":"ok"}\n' });
    for (const elsewhere of ["/", "//", "/mcp/", "//mcp", "/MCP", "/mcp/../x", "/healthy", "*", "http://[/"]) {
      expect((await send(url, { path: elsewhere })).status).toBe(404);
    }
  });

  test("no sessions: GET and DELETE are refused, and every call is independent", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    expect((await send(url, { method: "GET" })).status).toBe(405);
    for (const method of ["DELETE", "OPTIONS", "PUT", "TRACE"]) {
      expect((await send(url, { method })).headers.allow).toBe("POST");
    }
    const { status, headers } = await send(url);
    expect({ status, session: headers["mcp-session-id"] }).toEqual({ status: 200, session: undefined });
  });

  test("a body that is too large or of another type is refused", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const body = JSON.stringify({ ...CALL, padding: "x".repeat(300_000) });
    expect((await send(url, { body })).status).toBe(413);
    expect((await send(url, { headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await send(url, { body: "{" })).status).toBe(400);
  });

  test("a client that sends far too much before it reads still learns why it is refused", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const { port } = new URL(url);
    // Together more than the buffers between the two hold, so that it is still sending when it is refused.
    const piece = "x".repeat(100_000);
    const pieces = 100;
    for (const headers of [{ "content-length": String(piece.length * pieces) }, { "transfer-encoding": "chunked" }]) {
      const socket = net.connect({ port: Number(port) }).pause();
      const ended = new Promise<unknown>((resolve) =>
        socket.once("end", () => resolve("ended")).once("error", resolve),
      );
      const given = { "content-length": "", connection: "close", ...headers };
      const head = writeRequest({ headers: given }).replace("content-length: \r\n", "");
      socket.write(head);
      for (let count = 0; count < pieces; count += 1) {
        const text = "content-length" in headers ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`;
        await new Promise((resolve) => socket.write(text, resolve));
      }
      socket.write("content-length" in headers ? "" : "0\r\n\r\n");
      let text = "";
      socket.setEncoding("utf8").on("data", (data: string) => (text += data));
      socket.resume();
      expect(await ended).toBe("ended");
      expect(text).toMatch(/^HTTP\/1.1 413 [^]*262144 bytes/);
    }
  });

  test("a batch is refused, whatever the version", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const body = JSON.stringify([CALL, { jsonrpc: "2.0", id: 2, method: "ping" }]);
    for (const version of ["2025-03-26", "2025-11-25", "2026-07-28"]) {
      const { status, text } = await send(url, { body, headers: { "mcp-protocol-version": version } });
      expect({ status, ...(JSON.parse(text) as object) }).toMatchObject({
        status: 400,
        id: null,
        error: { code: -32_600 },
      });
    }
  });

  test("the connection is kept or closed as the client wants, and closed for clients that may not call", async () => {
    const { url } = await serveHttp(["--token", TOKEN], makeTree("a"));
    const authorization = `Bearer ${TOKEN}`;
    const connectionOf = async (sent: Sent) => (await send(url, sent)).headers.connection;
    expect(await connectionOf({ headers: { authorization, connection: "keep-alive" } })).toBe("keep-alive");
    expect(await connectionOf({ headers: { authorization, connection: "close" } })).toBe("close");
    expect(await connectionOf({ headers: { connection: "keep-alive" } })).toBe("close");
    expect(await connectionOf({ headers: { connection: "keep-alive" }, path: "/health" })).toBe("close");
  });

  test("an error repeats only part of an unknown tool's name", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    for (const era of ["legacy", "modern"]) {
      const meta = era === "modern" ? { _meta: ENVELOPE } : {};
      // In the new era the name is also a header, and headers have a size limit.
      const name = "x".repeat(era === "modern" ? 10_000 : 200_000);
      const body = JSON.stringify({ ...CALL, params: { name, arguments: {}, ...meta } });
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
      const { text } = await send(url, { body, ...(era === "modern" && { headers }) });
      expect(text).toMatch(/Tool x{100,200}.* not found/);
      expect(text.length).toBeLessThan(1000);
    }
  });

  test.each(["version", "id", "method", "name", "arguments"])("%s nested too deep to be repeated", async (where) => {
    const { url } = await serveHttp([], makeTree("a"));
    expect((await send(url, { body: nestedMessage(where) })).text).toMatch(/"error":\{"code":-32/);
    expect((await send(url)).status).toBe(200);
  });

  test("the server does not believe what a client says about its directory", async () => {
    const root = makeTree("in/a", "out/secret");
    const { url } = await serveHttp([], path.join(root, "in"));
    const _meta = { "codex/sandbox-state-meta": { sandboxCwd: `file://${root}/out` } };
    const { text } = await send(url, { body: JSON.stringify({ ...CALL, params: { ...CALL.params, _meta } }) });
    expect(text).toContain("in");
    expect(text).not.toContain("secret");
  });
});

test("SIGTERM ends it, after the running calls are answered", async () => {
  const root = makeHugeFolder();
  const count = inDepth(20_000, 60_000);
  makeManyFiles(root, numbered(count, "file-"));
  const { url, child } = await startHttpServer([], root);
  const params = { name: "list_dir", arguments: { dir_path: root, order: "tree", offset: count - 10_000, limit: 5 } };
  let isAnswered = false;
  const answered = send(url, { body: JSON.stringify({ ...CALL, params }) }).finally(() => (isAnswered = true));
  await heldOpen(child.pid, root, () => isAnswered);
  const exited = new Promise((resolve) => child.once("exit", (status) => resolve(status)));
  child.kill("SIGTERM");
  expect((await answered).text).toContain("More than 5 entries found");
  expect(await exited).toBe(0);
});

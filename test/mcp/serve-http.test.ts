// The HTTP server: who may call it, what it refuses, and how it ends.
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { makeTree } from "../support/make-tree.ts";
import { serveHttp } from "../support/mcp-connection.ts";
import { ask, TOKEN, writeRequest } from "../support/raw-http.ts";

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
    const { url } = await serveHttp(["--tools", "list_directory"], makeTree("a"));
    const { status, text } = await send(url);
    expect(status).toBe(200);
    expect(text).toContain("Showing 1-1 of 1 files");
    for (const host of ["localhost", "127.0.0.1:1234", "[::1]:80"]) {
      expect((await send(url, { headers: { host } })).status).toBe(200);
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
    const refused = await send(url, { headers: { authorization: `Basic ${TOKEN}` } });
    expect(refused.status).toBe(401);
    expect(refused.headers["www-authenticate"]).toMatch(/^Bearer/);
    expect((await send(url, { headers: { authorization: `bearer ${TOKEN}` } })).status).toBe(200);
  });

  test("by the address of this machine that the request came in on, and by an allowed name", async () => {
    const root = makeTree("a");
    fs.writeFileSync(path.join(root, "token"), TOKEN);
    const words = ["--host", "0.0.0.0", "--token-file", "token", "--allow-host", "leaf.example"];
    const { url } = await serveHttp(words, root);
    const local = url.replace("0.0.0.0", "127.0.0.2");
    const authorization = `Bearer ${TOKEN}`;
    expect((await send(local, { headers: { authorization } })).status).toBe(200);
    expect((await send(local, { headers: { authorization, host: "leaf.example" } })).status).toBe(200);
    expect((await send(local, { headers: { authorization, host: "other.example" } })).status).toBe(403);
    expect((await send(local, { headers: { authorization, host: "127.0.0.3" } })).status).toBe(403);
  });
});

describe("what it serves", () => {
  test("one path for MCP, and one for health checks", async () => {
    const { url } = await serveHttp([], makeTree("a"));
    const health = await send(url, { method: "GET", path: "/health" });
    expect(health).toMatchObject({ status: 200, text: '{"status":"ok"}' });
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
    expect((await send(url, { headers: { "content-type": "Application/JSON; charset=utf-8" } })).status).toBe(200);
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
});

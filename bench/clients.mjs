// MCP servers as processes, and raw clients of them, so that the server is what is measured: over standard streams and over HTTP. The
// old revision of the protocol has a handshake; in the new one every request says who sends it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";

import { COMMAND, expect } from "./harness.mjs";
import { REFERENCE_SERVER } from "./reference.mjs";

export const REFERENCE = "server-filesystem";

const VERSIONS = { old: "2025-11-25", new: "2026-07-28" };
const CLIENT = { name: "bench", version: "1.0.0" };
const INITIALIZE = { protocolVersion: VERSIONS.old, capabilities: {}, clientInfo: CLIENT };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": VERSIONS.new,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

function writeMessage(method, params, id) {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** The headers and the body of a message over HTTP. Without an id it is a notification. */
export function messageOverHttp(revision, method, params, id) {
  const isNew = revision === "new";
  const headers = { "mcp-protocol-version": VERSIONS[revision] };
  return {
    headers: isNew ? { ...headers, "mcp-method": method, "mcp-name": params.name } : headers,
    body: writeMessage(method, isNew ? { ...params, _meta: ENVELOPE } : params, id),
  };
}

/** The text of a request. A header that is undefined is left out. */
export function writeRequest({ method = "POST", path = "/mcp", headers, body = "" }) {
  const all = {
    host: "127.0.0.1",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Our server or the reference on standard streams, after the handshake. */
export async function startServer(directory, side) {
  const client = new StdioClient(side === "ours" ? [COMMAND, "mcp", directory] : [REFERENCE_SERVER, directory]);
  await client.ask("initialize", INITIALIZE);
  client.notify("notifications/initialized");
  return client;
}

/** The text of a tool's answer. */
export async function callTool(client, name, toolArguments) {
  const { result, error } = JSON.parse(await client.ask("tools/call", { name, arguments: toolArguments }));
  expect(result?.isError !== true && error === undefined, `a listing, and not ${JSON.stringify(result ?? error)}`);
  return result.content[0].text;
}

/** A server on standard streams. The client reads only the id of an answer, and is busy for less than a fifth of the time. */
class StdioClient {
  #server;
  #lastId = 0;
  #unread = "";
  /** Promises by the id of the call. */
  #waiting = new Map();

  /** @param {readonly string[]} words The program and its arguments, for Node. */
  constructor(words) {
    this.#server = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "ignore"] });
    this.#server.stdout.setEncoding("utf8").on("data", (text) => this.#read(text));
    this.#server.stdin.on("error", () => {});
    this.#server.once("close", (code) => {
      const error = new Error(`node ${words.join(" ")} ended with ${code}`);
      this.#waiting.forEach(({ reject }) => reject(error));
    });
  }

  get pid() {
    return this.#server.pid;
  }

  /** The answer as it arrived, a line of JSON. */
  ask(method, params) {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#server.stdin.write(`${writeMessage(method, params, this.#lastId)}\n`);
    });
  }

  notify(method) {
    this.#server.stdin.write(`${writeMessage(method, {})}\n`);
  }

  /** Ends the server as a host does, and waits until it has exited. */
  async close() {
    const closed = once(this.#server, "close");
    this.#server.stdin.end();
    await closed;
  }

  #read(text) {
    const lines = (this.#unread + text).split("\n");
    this.#unread = lines.pop();
    for (const line of lines) {
      // Both servers write the id last, and inside the answer its quotes would be escaped.
      const id = Number.parseInt(line.slice(line.lastIndexOf('"id":') + 5), 10);
      this.#waiting.get(id)?.resolve(line);
      this.#waiting.delete(id);
    }
  }
}

/** The longest that any answer may take: a call waits for 30 seconds at most, and runs for 10. */
const PATIENCE_MS = 60_000;

/** Node's servers close a connection that was idle for five seconds, as it is while others are measured. */
const LONGEST_IDLE_MS = 2500;

/**
 * One connection over HTTP that is kept open, with one request under way. It writes prepared text, so it can also send what no library
 * sends. A client of `node:http` needs more time for a call than the server.
 */
export class RawClient {
  #port;
  #socket;
  #received = Buffer.alloc(0);
  #settle;
  #lastUsed = 0;

  constructor(url) {
    this.#port = Number(new URL(url).port);
  }

  /** Sends a request and waits for its answer: `{ status, head, body }`. Rejects if none comes. */
  ask(text) {
    if (performance.now() - this.#lastUsed > LONGEST_IDLE_MS) {
      this.leave();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.leave();
        reject(new Error("no answer came"));
      }, PATIENCE_MS);
      this.#settle = (answer) => {
        clearTimeout(timer);
        this.#settle = undefined;
        this.#lastUsed = performance.now();
        if (answer === undefined) {
          reject(new Error("the connection was closed"));
        } else {
          resolve(answer);
        }
      };
      this.send(text);
    });
  }

  /** Sends bytes without waiting for anything. */
  send(text) {
    this.#socket ??= this.#connect();
    this.#socket.write(text);
  }

  /** Drops the connection, whatever is under way on it. */
  leave() {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #connect() {
    const socket = net.connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    this.#received = Buffer.alloc(0);
    socket.on("data", (data) => {
      // Bytes that nobody asked for stay here, and make the next answer wrong.
      this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
      this.#read(false);
    });
    // What went wrong does not matter: the connection is over.
    socket.on("error", () => {});
    socket.once("close", () => {
      if (socket === this.#socket) {
        this.#socket = undefined;
        this.#read(true);
      }
    });
    return socket;
  }

  #read(isClosed) {
    const answer = this.#settle && readAnswer(this.#received, isClosed);
    if (answer !== undefined) {
      this.#received = this.#received.subarray(answer.length);
      if (answer.isLast) {
        this.leave();
      }
      this.#settle(answer);
    } else if (isClosed) {
      this.#settle?.();
    }
  }
}

/** The answer at the start of these bytes, or undefined if it is not complete. `isLast` if the connection ends with it. */
function readAnswer(bytes, isClosed) {
  const start = bytes.indexOf("\r\n\r\n") + 4;
  if (start === 3) {
    return undefined;
  }
  const head = bytes.toString("latin1", 0, start - 2);
  const answer = { head, status: Number(head.slice(9, 12)), isLast: /^connection: *close/im.test(head) };
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const chunked = readChunks(bytes, start);
    return chunked && { ...answer, ...chunked };
  }
  // A notification is accepted without a body; other answers without a length end with their connection.
  const stated = /^content-length: *(\d+)/im.exec(head)?.[1] ?? (answer.status === 202 ? "0" : undefined);
  const end = stated === undefined ? (isClosed ? bytes.length : Infinity) : start + Number(stated);
  return bytes.length < end ? undefined : { ...answer, body: bytes.toString("utf8", start, end), length: end };
}

function readChunks(bytes, start) {
  let body = "";
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (!(bytes.length >= end + 2)) {
      return undefined;
    }
    if (size === 0) {
      return { body, length: end + 2 };
    }
    body += bytes.toString("utf8", lineEnd + 2, end);
    at = end + 2;
  }
}

/**
 * Starts a server that listens, and waits until it says where. `ended` resolves when its process has.
 * @param {readonly string[]} words The program and its arguments, for Node.
 * @param {string} [input] What it reads from its standard input.
 */
export async function startHttpServer(words, input = "") {
  const server = spawn(process.execPath, words, { stdio: ["pipe", "ignore", "pipe"] });
  server.stdin.end(input);
  const ended = once(server, "close");
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stderr.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      const stated = /listening on (\S+)\n/.exec(text)?.[1];
      if (stated !== undefined) {
        resolve(stated);
      }
    });
    void ended.then(([code]) => reject(new Error(`node ${words.join(" ")} ended with ${code}: ${text.trim()}`)));
  });
  const close = async () => {
    server.kill();
    await ended;
  };
  return { url, pid: server.pid, ended, close };
}

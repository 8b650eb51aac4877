// Raw clients of an MCP server, so that the server is what is measured: over standard streams and over HTTP, in both eras of the
// protocol. The old era has a handshake; in the new one every request says who sends it.
import { spawn } from "node:child_process";
import net from "node:net";

export const OLD_VERSION = "2025-11-25";
export const NEW_VERSION = "2026-07-28";

const CLIENT = { name: "bench", version: "1.0.0" };
const INITIALIZE = { protocolVersion: OLD_VERSION, capabilities: {}, clientInfo: CLIENT };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": NEW_VERSION,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

function writeMessage(era, method, params, id) {
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method,
    params: era === "new" ? { ...params, _meta: ENVELOPE } : params,
  });
}

/** The headers and the body of a message over HTTP. Without an id it is a notification. */
export function messageOverHttp(era, method, params, id) {
  const headers =
    era === "new"
      ? { "mcp-protocol-version": NEW_VERSION, "mcp-method": method, "mcp-name": params.name }
      : { "mcp-protocol-version": OLD_VERSION };
  return { headers, body: writeMessage(era, method, params, id) };
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

/** A server on standard streams. The client reads only the id of an answer, and is busy for less than a fifth of the time. */
export class StdioClient {
  #server;
  #era;
  #lastId = 0;
  #unread = "";
  #complaints = "";
  /** Promises by the id of the call. */
  #waiting = new Map();

  /** @param {readonly string[]} words The program and its arguments, for Node. */
  constructor(words, era = "old") {
    this.#era = era;
    this.#server = spawn(process.execPath, words, { stdio: "pipe" });
    this.#server.stdout.setEncoding("utf8").on("data", (text) => this.#read(text));
    this.#server.stderr.setEncoding("utf8").on("data", (text) => {
      this.#complaints = (this.#complaints + text).slice(-2000);
    });
    this.#server.stdin.on("error", () => {});
    this.#server.once("close", (code) => {
      const error = new Error(`node ${words.join(" ")} ended with ${code}: ${this.#complaints.trim()}`);
      this.#waiting.forEach(({ reject }) => reject(error));
    });
  }

  /** Opens the connection: with the old era's handshake, or with any request of the new one. */
  async initialize() {
    if (this.#era === "new") {
      await this.ask("tools/list", {});
      return;
    }
    await this.ask("initialize", INITIALIZE);
    this.#server.stdin.write(`${writeMessage("old", "notifications/initialized", {})}\n`);
  }

  /** The answer as it arrived, a line of JSON. */
  ask(method, params) {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#server.stdin.write(`${writeMessage(this.#era, method, params, this.#lastId)}\n`);
    });
  }

  get pid() {
    return this.#server.pid;
  }

  /** Ends the server as a host does, and waits until it has exited. */
  async close() {
    this.#waiting.clear();
    const closed = new Promise((resolve) => {
      this.#server.once("close", resolve);
    });
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
const LONGEST_IDLE_MS = 4000;

/** The server closed the connection, or it broke, before there was a whole answer. */
export class ConnectionClosed extends Error {}

/** Neither an answer nor the end of the connection came. */
export class NoAnswer extends Error {}

/**
 * One connection over HTTP that is kept open, with one request under way. It writes prepared text, so it can also send what no
 * library sends, and notices bytes that nobody asked for. A client of `node:http` needs more time for a call than the server.
 */
export class RawClient {
  #port;
  #onSurplus;
  #socket;
  #received = Buffer.alloc(0);
  #onReceived;
  #lastUsed = 0;
  /** Whether something was sent whose answer nobody waits for, but which may come all the same. */
  #isIndifferent = false;

  /** @param {() => void} onSurplus Runs if there are bytes after an answer. */
  constructor(port, onSurplus = () => {}) {
    this.#port = port;
    this.#onSurplus = onSurplus;
  }

  /** Sends a request and waits for its answer: `{ status, head, body }`. Rejects with `ConnectionClosed` or `NoAnswer`. */
  ask(text) {
    if (performance.now() - this.#lastUsed > LONGEST_IDLE_MS) {
      this.leave();
    }
    this.#write(text);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // Or a late answer would be taken for that of the next request.
        this.leave();
        reject(new NoAnswer());
      }, PATIENCE_MS);
      const finish = (settle, result) => {
        clearTimeout(timer);
        this.#onReceived = undefined;
        this.#lastUsed = performance.now();
        settle(result);
      };
      this.#onReceived = (isClosed) => {
        const answer = readAnswer(this.#received, isClosed);
        if (answer !== undefined) {
          this.#received = this.#received.subarray(answer.length);
          finish(resolve, answer);
          this.#expectNoMore();
          if (answer.isLast) {
            this.leave();
          }
        } else if (isClosed) {
          finish(reject, new ConnectionClosed());
        }
      };
    });
  }

  /** Sends bytes without waiting for anything. */
  send(text) {
    this.#isIndifferent = true;
    this.#write(text);
  }

  /** Drops the connection, whatever is under way on it. */
  leave() {
    this.#isIndifferent = false;
    this.#onReceived = undefined;
    this.#received = Buffer.alloc(0);
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #write(text) {
    this.#socket ??= this.#connect();
    this.#socket.write(text);
  }

  #connect() {
    const socket = net.connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    this.#received = Buffer.alloc(0);
    socket.on("data", (data) => {
      if (socket === this.#socket) {
        this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
        const read = this.#onReceived ?? (() => this.#expectNoMore());
        read(false);
      }
    });
    // What went wrong does not matter: the connection is over.
    socket.on("error", () => {});
    socket.once("close", () => {
      if (socket === this.#socket) {
        this.#socket = undefined;
        this.#onReceived?.(true);
      }
    });
    return socket;
  }

  #expectNoMore() {
    if (this.#received.length > 0 && !this.#isIndifferent) {
      this.#onSurplus();
    }
    this.#received = Buffer.alloc(0);
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
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { ...answer, body: bytes.toString("utf8", start, end), length: end };
  }
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const chunked = readChunks(bytes, start);
    return chunked && { ...answer, ...chunked };
  }
  // A notification is accepted without a body; other answers without a length end with their connection.
  return isClosed || answer.status === 202
    ? { ...answer, body: bytes.toString("utf8", start), length: bytes.length }
    : undefined;
}

function readChunks(bytes, start) {
  const parts = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (!(bytes.length >= end + 2)) {
      return undefined;
    }
    if (size === 0) {
      return { body: Buffer.concat(parts).toString("utf8"), length: end + 2 };
    }
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** A client of a server over HTTP, with the same methods as one on standard streams. */
export class HttpClient {
  #client;
  #era;
  #session;
  /** The last request, which is usually the next one, too. */
  #last = {};

  constructor(url, era = "old") {
    this.#client = new RawClient(Number(new URL(url).port));
    this.#era = era;
  }

  /** Opens a session, with a server that has sessions. */
  async initialize() {
    const { head } = await this.#client.ask(this.#write("initialize", INITIALIZE, 0));
    this.#session = /^mcp-session-id: *(\S+)/im.exec(head)?.[1];
    await this.#client.ask(this.#write("notifications/initialized", {}));
  }

  /** The body of the answer, as it was sent. */
  async ask(method, params) {
    if (this.#last.params !== params) {
      this.#last = { params, text: this.#write(method, params, 1) };
    }
    return (await this.#client.ask(this.#last.text)).body;
  }

  close() {
    this.#client.leave();
  }

  #write(method, params, id) {
    const { headers, body } = messageOverHttp(this.#era, method, params, id);
    return writeRequest({ headers: { ...headers, "mcp-session-id": this.#session }, body });
  }
}

/**
 * Starts a server that listens, and waits until it says where. `ended` resolves with the exit code or the signal.
 * @param {readonly string[]} words The program and its arguments, for Node.
 * @param {string} [input] What it reads from its standard input.
 */
export async function startHttpServer(words, input = "") {
  const server = spawn(process.execPath, words, { stdio: ["pipe", "ignore", "pipe"] });
  server.stdin.end(input);
  const ended = new Promise((resolve) => {
    server.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stderr.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      const found = /listening on (\S+)\n/.exec(text)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
    void ended.then((how) => reject(new Error(`node ${words.join(" ")} ended with ${how}: ${text.trim()}`)));
  });
  const close = async () => {
    server.kill();
    await ended;
  };
  return { url, pid: server.pid, ended, close };
}

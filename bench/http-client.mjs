// HTTP servers as processes, and a raw client of them, so that the server is what is measured.
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";

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
  // It can't notice that we are gone, whatever ended us.
  process.once("exit", () => server.kill("SIGKILL"));
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

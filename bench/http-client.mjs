// A raw client of an MCP server over HTTP: one persistent connection, one call at a time. It writes prepared text to a socket and
// looks only for the end of the answer, so that the server is what is measured: a client of `node:http` needs more time for a
// call than the server.
import { spawn } from "node:child_process";
import net from "node:net";

import { ENVELOPE, INITIALIZE, NEW_VERSION, OLD_VERSION } from "./eras.mjs";

/** @typedef {import("./eras.mjs").Era} Era */

const LAST_CHUNK = "\r\n0\r\n\r\n";

/** Node's servers close a connection that was idle for five seconds, as it is while others are measured. */
const LONGEST_IDLE_MS = 4000;

export class HttpClient {
  #address;
  #era;
  /** @type {net.Socket | undefined} */
  #socket;
  #session = "";
  #unread = "";
  #lastAnswer = 0;
  /** @type {{ resolve: (answer: string) => void, reject: (error: Error) => void } | undefined} */
  #waiting;
  /** The last request, which is usually the next one, too. */
  #last = { params: {}, text: "" };

  /**
   * @param {string} url
   * @param {Era} [era]
   */
  constructor(url, era = "old") {
    this.#address = new URL(url);
    this.#era = era;
  }

  /** Opens a session, with a server that has sessions. */
  async initialize() {
    const head = await this.#exchange(this.#write("initialize", INITIALIZE, 0));
    this.#session = /^mcp-session-id: (\S+)\r$/im.exec(head)?.[1] ?? "";
    await this.#exchange(this.#write("notifications/initialized", {}));
  }

  /**
   * The body of the answer, as it was sent.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<string>}
   */
  async ask(method, params) {
    if (this.#last.params !== params) {
      this.#last = { params, text: this.#write(method, params, 1) };
    }
    const answer = await this.#exchange(this.#last.text);
    return answer.slice(answer.indexOf("\r\n\r\n") + 4);
  }

  close() {
    this.#socket?.destroy();
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {number} [id]
   */
  #write(method, params, id) {
    const isNew = this.#era === "new";
    const full = isNew ? { ...params, _meta: ENVELOPE } : params;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: full });
    const name = "name" in params ? `Mcp-Name: ${params.name}\r\n` : "";
    return [
      `POST /mcp HTTP/1.1\r\nHost: ${this.#address.host}\r\n`,
      "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n",
      `MCP-Protocol-Version: ${isNew ? NEW_VERSION : OLD_VERSION}\r\n`,
      isNew ? `Mcp-Method: ${method}\r\n${name}` : "",
      this.#session === "" ? "" : `Mcp-Session-Id: ${this.#session}\r\n`,
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ].join("");
  }

  /**
   * @param {string} text
   * @returns {Promise<string>}
   */
  #exchange(text) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#connection().write(text);
    });
  }

  #connection() {
    if (performance.now() - this.#lastAnswer > LONGEST_IDLE_MS) {
      this.#socket?.destroy();
    }
    if (this.#socket === undefined || !this.#socket.writable) {
      const { hostname: host, port } = this.#address;
      const socket = net.connect({ host, port: Number(port), noDelay: true });
      this.#socket = socket;
      socket.setEncoding("latin1").on("data", (text) => this.#read(String(text)));
      socket
        .on("error", () => {})
        .once("close", () => {
          // What is asked on a new connection does not end with the one before.
          if (this.#socket === socket) {
            this.#waiting?.reject(new Error("the server hung up"));
          }
        });
    }
    return this.#socket;
  }

  /** @param {string} text */
  #read(text) {
    this.#unread += text;
    if (this.#unread.endsWith(LAST_CHUNK) || this.#isWhole()) {
      const waiting = this.#waiting;
      const answer = this.#unread;
      this.#waiting = undefined;
      this.#unread = "";
      this.#lastAnswer = performance.now();
      waiting?.resolve(answer);
    }
  }

  /** Whether an answer with a length, or without a body, has arrived. */
  #isWhole() {
    const head = this.#unread.indexOf("\r\n\r\n");
    const [, length] = /^content-length: (\d+)\r$/im.exec(this.#unread.slice(0, head + 2)) ?? [];
    const isEmpty = head !== -1 && this.#unread.startsWith("HTTP/1.1 202") && length === undefined;
    return isEmpty ? !/^transfer-encoding:/im.test(this.#unread) : head + 4 + Number(length) <= this.#unread.length;
  }
}

/**
 * Starts a server that listens, and waits until it says where.
 * @param {readonly string[]} words The program and its arguments, for Node.
 * @param {string} [input] What it reads from its standard input.
 * @returns {Promise<{ url: string, pid: number, ended: Promise<string>, close: () => Promise<void> }>} `ended` resolves with the
 *   exit code or the signal.
 */
export async function startHttpServer(words, input = "") {
  const server = spawn(process.execPath, words, { stdio: ["pipe", "ignore", "pipe"] });
  server.stdin.end(input);
  /** @type {Promise<string>} */
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
    server.once("close", (code) => reject(new Error(`node ${words.join(" ")} ended with ${code}: ${text.trim()}`)));
  });
  return {
    url,
    pid: server.pid ?? Number.NaN,
    ended,
    close: async () => {
      server.kill();
      await ended;
    },
  };
}

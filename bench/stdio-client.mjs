// A raw client of an MCP server on standard streams. It reads only the id of an answer, so that the server is what is
// measured: driving either server keeps this process busy for less than a fifth of the time.
import { spawn } from "node:child_process";

import { ENVELOPE, INITIALIZE } from "./eras.mjs";

/** @typedef {import("./eras.mjs").Era} Era */

export class StdioClient {
  #server;
  #era;
  #lastId = 0;
  #unread = "";
  #complaints = "";
  /** @type {Map<number, { resolve: (line: string) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * @param {readonly string[]} words The program and its arguments, for Node.
   * @param {Era} [era]
   */
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
    this.#server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /**
   * The answer as it arrived, a line of JSON.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<string>}
   */
  ask(method, params) {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      const full = this.#era === "new" ? { ...params, _meta: ENVELOPE } : params;
      this.#server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#lastId, method, params: full })}\n`);
    });
  }

  /** The id of the server's process. */
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

  /** @param {string} text */
  #read(text) {
    const lines = (this.#unread + text).split("\n");
    this.#unread = lines.pop() ?? "";
    for (const line of lines) {
      // Both servers write the id last, and inside the answer its quotes would be escaped.
      const id = Number.parseInt(line.slice(line.lastIndexOf('"id":') + 5), 10);
      this.#waiting.get(id)?.resolve(line);
      this.#waiting.delete(id);
    }
  }
}

// MCP servers on standard streams, as processes, and a raw client of them, so that the server is what is measured.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { COMMAND, expect } from "./harness.mjs";
import { INITIALIZE, writeMessage } from "./mcp-messages.mjs";
import { REFERENCE_SERVER } from "./reference.mjs";

/** Our server or the reference on standard streams, after the handshake. */
export async function startServer(directory, side, ...options) {
  const words = side === "ours" ? [COMMAND, "mcp", ...options, directory] : [REFERENCE_SERVER, directory];
  const client = new StdioClient(words);
  await client.ask("initialize", INITIALIZE);
  client.notify("notifications/initialized");
  return client;
}

/** The text of a tool's answer to a call, which has a `name` and `arguments`. */
export async function callTool(client, call) {
  const { result, error } = JSON.parse(await client.ask("tools/call", call));
  expect(result?.isError !== true && error === undefined, `a listing, and not ${JSON.stringify(result ?? error)}`);
  return result.content[0].text;
}

/** A server on standard streams, and its client, which reads only the id of an answer, and is busy for less than a fifth of the time. */
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

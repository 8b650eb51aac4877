// A raw client of our MCP server over HTTP: one persistent connection, one call at a time.
import { spawn } from "node:child_process";
import http from "node:http";

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2025-11-25",
};

export class HttpClient {
  #url;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  /** @param {string} url */
  constructor(url) {
    this.#url = url;
  }

  /**
   * The body of the answer.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<string>}
   */
  ask(method, params) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return new Promise((resolve, reject) => {
      const request = http.request(
        this.#url,
        { method: "POST", agent: this.#agent, headers: { ...HEADERS, "Content-Length": Buffer.byteLength(body) } },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk) => {
            text += chunk;
          });
          response.once("end", () => resolve(text)).once("error", reject);
        },
      );
      request.once("error", reject).end(body);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

/**
 * Starts a server that listens, and waits until it says where.
 * @param {readonly string[]} words The program and its arguments, for Node.
 * @returns {Promise<{ url: string, pid: number, ended: Promise<string>, close: () => Promise<void> }>} `ended` resolves with the
 *   exit code or the signal.
 */
export async function startHttpServer(words) {
  const server = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
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

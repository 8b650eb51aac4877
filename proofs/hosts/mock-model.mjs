// A model that plays a script: each turn is the next call, and the turn after the last call ends the work. It follows a last
// line by what the host has shown it. Stores every request, which is what a real model would have seen.
import http from "node:http";
import { json } from "node:stream/consumers";

import { playScript } from "./play-script.mjs";

/** @typedef {import("./host.mjs").Host} Host */
/** @typedef {import("./host.mjs").ModelRequest} ModelRequest */

/**
 * @typedef {object} MockModel
 * @property {string} url
 * @property {ModelRequest[]} turns The requests of the conversation, in order.
 * @property {{ url: string, body: unknown }[]} requests All requests, as they came.
 * @property {() => void} close
 */

/**
 * @param {Host} host
 * @param {readonly import("./script.mjs").Step[]} script
 * @returns {Promise<MockModel>}
 */
export async function startMockModel(host, script) {
  const { wire } = host;
  /** @type {ModelRequest[]} */
  const turns = [];
  /** @type {{ url: string, body: unknown }[]} */
  const requests = [];
  const server = http.createServer(async (request, response) => {
    const url = request.url ?? "/";
    if (request.method !== "POST" || !wire.isTurn(url)) {
      requests.push({ url: `${request.method} ${url}`, body: undefined });
      request.resume();
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    try {
      const body = await json(request);
      requests.push({ url, body });
      const { type, text } = takeTurn({ url, body });
      response.writeHead(200, { "content-type": type }).end(text);
    } catch (error) {
      requests.push({ url, body: String(error) });
      response.writeHead(500).end(String(error));
    }
  });

  /** @param {{ url: string, body: any }} request */
  function takeTurn(request) {
    const read = wire.read(request.body);
    // Hosts also ask for a title, or which model to use. Only the conversation itself includes our tools.
    if (read.offered.length === 0) {
      return wire.end(request);
    }
    turns.push(read);
    const number = read.results.length;
    const played = playScript(host, script, read.results);
    const { step, calls = [] } = played.at(-1) ?? {};
    const values = calls.at(-1);
    const isDone = played.reduce((sum, { calls: made }) => sum + made.length, 0) === number;
    return step === undefined || values === undefined || isDone
      ? wire.end(request)
      : wire.call({ number, tool: step.tool, arguments: values }, request);
  }

  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    turns,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

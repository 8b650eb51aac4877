// Our MCP server over HTTP, compared with the least that a Node server can do for the same bytes, and with what the reference
// server would be over HTTP. Each client has its own connection, and one call at a time.
import { fileURLToPath } from "node:url";

import { expect } from "./ask-list-dir.mjs";
import { COMMAND } from "./compare-project.mjs";
import { listingCall, middle, WARM_UP_CALLS } from "./compare-servers.mjs";
import { residentMemory } from "./look-at-process.mjs";
import { driveCalls } from "./drive-calls.mjs";
import { HttpClient, startHttpServer } from "./http-client.mjs";

/** @typedef {import("./compare-servers.mjs").Side} Side */
/** @typedef {import("./drive-calls.mjs").Pace} Pace */
/** @typedef {"old" | "new" | "echo" | "sdk"} HttpSide Ours in either era, or one of the others. */

/**
 * @typedef {object} HttpTask
 * @property {string} directory What is listed.
 * @property {number} clients
 * @property {number} calls
 */

const ECHO = fileURLToPath(new URL("./echo-server.mjs", import.meta.url));
const SDK = fileURLToPath(new URL("./sdk-http-server.mjs", import.meta.url));

/**
 * @param {HttpTask & { rounds: number }} task
 * @returns {Promise<Record<HttpSide, Pace>>} Medians of the rounds.
 */
export async function compareHttp({ rounds, clients, calls, directory }) {
  const call = listingCall({ directory }, "ours");
  const ours = await startOurs(directory);
  const probe = new HttpClient(ours.url);
  const answer = await probe.ask("tools/call", call);
  expect(answer.includes("Showing 1-"), "a listing comes over HTTP");
  probe.close();
  const [echo, sdk] = await Promise.all([startHttpServer([ECHO], answer), startHttpServer([SDK])]);
  const sides = {
    old: connect(ours.url, clients),
    new: connect(ours.url, clients, "new"),
    echo: connect(echo.url, clients),
    sdk: connect(sdk.url, clients),
  };
  try {
    await Promise.all(sides.sdk.map((client) => client.initialize()));
    /** @type {Record<HttpSide, Pace[]>} */
    const paces = { old: [], new: [], echo: [], sdk: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of /** @type {HttpSide[]} */ (Object.keys(sides))) {
        const pace = await driveCalls(sides[side], call, round === 0 ? Math.min(calls, WARM_UP_CALLS) : calls);
        if (round > 0) {
          paces[side].push(pace);
        }
      }
    }
    return { old: middle(paces.old), new: middle(paces.new), echo: middle(paces.echo), sdk: middle(paces.sdk) };
  } finally {
    // They would keep running without us, because they can't notice that we are gone.
    Object.values(sides).forEach(disconnect);
    await Promise.all([ours, echo, sdk].map((server) => server.close()));
  }
}

/**
 * A fresh server's resident memory after `calls` calls.
 * @param {HttpTask & { side: Side }} task
 * @returns {Promise<number>} Bytes.
 */
export async function probeHttpMemory({ side, clients, calls, directory }) {
  const server = await (side === "ours" ? startOurs(directory) : startHttpServer([SDK]));
  const connections = connect(server.url, clients);
  try {
    if (side === "theirs") {
      await Promise.all(connections.map((client) => client.initialize()));
    }
    await driveCalls(connections, listingCall({ directory }, side), calls);
    return residentMemory(server.pid);
  } finally {
    disconnect(connections);
    await server.close();
  }
}

/** @param {string} directory */
function startOurs(directory) {
  return startHttpServer([COMMAND, "mcp", "--http", "--port", "0", directory]);
}

/**
 * @param {string} url
 * @param {number} clients
 * @param {import("./eras.mjs").Era} [era]
 */
function connect(url, clients, era) {
  return Array.from({ length: clients }, () => new HttpClient(url, era));
}

/** @param {readonly HttpClient[]} clients */
function disconnect(clients) {
  clients.forEach((client) => client.close());
}

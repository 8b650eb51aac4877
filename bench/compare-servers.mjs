// Our MCP server compared with the reference, each as a process on standard streams: how soon it gives its first answer, how
// many calls it then answers, and how much memory it uses afterwards.
import { expect } from "./ask-list-dir.mjs";
import { COMMAND } from "./compare-project.mjs";
import { driveCalls } from "./drive-calls.mjs";
import { residentMemory } from "./look-at-process.mjs";
import { interleave, median } from "./measure.mjs";
import { StdioClient } from "./stdio-client.mjs";

/** @typedef {import("./drive-calls.mjs").Pace} Pace */
/** @typedef {"ours" | "theirs"} Side */

/**
 * @typedef {object} ServerTask
 * @property {string} reference The program of the reference server.
 * @property {string} directory What is listed: one level of an ordinary project.
 */

const SIDES = /** @type {const} */ (["ours", "theirs"]);

/** Calls before anything is timed, so that the engine compiles what is called often. */
export const WARM_UP_CALLS = 1000;
const WARM_UP_CALLS_EACH = 400;

/**
 * From the start of the process to the answer to the first call.
 * @param {ServerTask & { rounds: number }} task
 * @returns {Promise<Record<string, number>>} Median times of `ours` and `theirs`.
 */
export function compareStarts({ rounds, ...task }) {
  const start = async (/** @type {Side} */ side) => {
    const client = await startServer(task, side);
    await client.ask("tools/call", listingCall(task, side));
    return client;
  };
  return interleave(
    SIDES.map((name) => ({ name, run: () => start(name), after: (client) => client.close() })),
    rounds,
  );
}

/**
 * `clients` clients, each with its own server, as hosts start them, and one call at a time.
 * @param {ServerTask & { rounds: number, clients: number, calls: number }} task
 * @returns {Promise<Record<Side, Pace>>} Medians of the rounds.
 */
export async function compareClients({ rounds, clients, calls, ...task }) {
  const measure = async (/** @type {Side} */ side) => {
    const servers = await Promise.all(Array.from({ length: clients }, () => startServer(task, side)));
    const call = listingCall(task, side);
    await driveCalls(servers, call, clients * WARM_UP_CALLS_EACH);
    const paces = [];
    for (let round = 0; round < rounds; round += 1) {
      paces.push(await driveCalls(servers, call, calls));
    }
    await Promise.all(servers.map((server) => server.close()));
    return middle(paces);
  };
  // One side after the other: twice as many processes would not fit into a small machine's memory.
  return { ours: await measure("ours"), theirs: await measure("theirs") };
}

/**
 * `clients` calls at once on one connection.
 * @param {ServerTask & { rounds: number, clients: number, calls: number }} task
 * @returns {Promise<Record<Side, Pace>>} Medians of the rounds.
 */
export async function compareCalls({ rounds, clients, calls, ...task }) {
  const servers = { ours: await startServer(task, "ours"), theirs: await startServer(task, "theirs") };
  await expectSameNames(task, servers);
  /** @type {Record<Side, Pace[]>} */
  const paces = { ours: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of SIDES) {
      const count = round === 0 ? Math.min(calls, WARM_UP_CALLS) : calls;
      const pace = await driveCalls(Array(clients).fill(servers[side]), listingCall(task, side), count);
      if (round > 0) {
        paces[side].push(pace);
      }
    }
  }
  await Promise.all(SIDES.map((side) => servers[side].close()));
  return { ours: middle(paces.ours), theirs: middle(paces.theirs) };
}

/**
 * A fresh server's resident memory after `calls` calls.
 * @param {ServerTask & { side: Side, calls: number }} task
 * @returns {Promise<number>} Bytes.
 */
export async function probeServerMemory({ side, calls, ...task }) {
  const server = await startServer(task, side);
  await driveCalls(Array(8).fill(server), listingCall(task, side), calls);
  const memory = residentMemory(server.pid);
  await server.close();
  return memory;
}

/**
 * `clients` calls at once on one connection of our own server, in each era.
 * @param {ServerTask & { rounds: number, clients: number, calls: number }} task
 * @returns {Promise<Record<import("./eras.mjs").Era, Pace>>} Medians of the rounds.
 */
export async function compareEras({ rounds, clients, calls, directory }) {
  const words = [COMMAND, "mcp", directory];
  const servers = { old: new StdioClient(words), new: new StdioClient(words, "new") };
  await Promise.all([servers.old.initialize(), servers.new.initialize()]);
  /** @type {Record<import("./eras.mjs").Era, Pace[]>} */
  const paces = { old: [], new: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const era of /** @type {const} */ (["old", "new"])) {
      const count = round === 0 ? Math.min(calls, WARM_UP_CALLS) : calls;
      const pace = await driveCalls(Array(clients).fill(servers[era]), listingCall({ directory }, "ours"), count);
      if (round > 0) {
        paces[era].push(pace);
      }
    }
  }
  await Promise.all([servers.old.close(), servers.new.close()]);
  return { old: middle(paces.old), new: middle(paces.new) };
}

/**
 * A server after the handshake.
 * @param {ServerTask} task
 * @param {Side} side
 * @param {string} [root] What it may list.
 * @returns {Promise<StdioClient>}
 */
export async function startServer({ reference, directory }, side, root = directory) {
  const client = new StdioClient(side === "ours" ? [COMMAND, "mcp", root] : [reference, root]);
  await client.initialize();
  return client;
}

/**
 * The same names on both sides: the reference does not hide dot names.
 * @param {Pick<ServerTask, "directory">} task
 * @param {Side} side
 */
export function listingCall({ directory }, side) {
  return { name: "list_directory", arguments: { path: directory, ...(side === "ours" && { showHidden: true }) } };
}

/**
 * @param {ServerTask} task
 * @param {Record<Side, StdioClient>} servers
 */
async function expectSameNames(task, servers) {
  const ours = JSON.parse(await askText(servers.ours, listingCall(task, "ours"))).files;
  const theirs = (await askText(servers.theirs, listingCall(task, "theirs"))).split("\n");
  const names = theirs.map((line) => line.replace(/^\[FILE\] /, "").replace(/^\[DIR\] (.*)$/, "$1/"));
  expect(JSON.stringify(ours.toSorted()) === JSON.stringify(names.toSorted()), "both servers list the same names");
}

/**
 * The text of an answer.
 * @param {StdioClient} client
 * @param {object} call
 * @returns {Promise<string>}
 */
export async function askText(client, call) {
  const { result, error } = JSON.parse(await client.ask("tools/call", call));
  expect(result?.isError !== true && error === undefined, `a listing, and not ${JSON.stringify(result ?? error)}`);
  return result.content[0].text;
}

/**
 * @param {readonly Pace[]} paces
 * @returns {Pace}
 */
export function middle(paces) {
  return { rate: median(paces.map(({ rate }) => rate)), slowest: median(paces.map(({ slowest }) => slowest)) };
}

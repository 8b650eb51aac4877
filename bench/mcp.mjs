// Our MCP server beside the reference, each as a process: what a model pays for, how soon the first answer comes, how many calls are
// then answered, and how much memory that takes. Over HTTP beside the least that a Node server can do.
import { memoryOf } from "./ask.mjs";
import { readPage } from "./economy/read-page.mjs";
import { beside, COMMAND, expect, interleave, median } from "./harness.mjs";
import { RawClient, startHttpServer } from "./http-client.mjs";
import { messageOverHttp, writeRequest } from "./mcp-messages.mjs";
import { loadTokenizer } from "./reference.mjs";
import {
  amount,
  faster,
  fewer,
  more,
  shown,
  withoutLimit,
  writeBytes,
  writeCount,
  writeMemory,
  writeRate,
  writeTokens,
} from "./rows.mjs";
import { callTool, startServer } from "./stdio-client.mjs";
import { flatName, makeFlatTree, makeModulesTree, makePackageTree, makeProjectTree } from "./trees.mjs";

const REFERENCE = "server-filesystem";

/** A file of the project: an answer that does not name it is no listing. */
const PROJECT_FILE = "README.md";

/** Calls before anything is timed, so that the engine compiles what is called often. */
const WARM_UP_CALLS = 1000;

/** Ours is not offered by default. */
const NAMES = ["--tools", "list_directory,list_dir"];

/** The same names on both sides: the reference does not hide dot names. */
function listingCall(directory, side) {
  return { name: "list_directory", arguments: { path: directory, ...(side !== "theirs" && { showHidden: true }) } };
}

function startBoth(directory, ...options) {
  return Promise.all([startServer(directory, "ours", ...options), startServer(directory, "theirs")]);
}

function closeAll(clients) {
  return Promise.all(clients.map((client) => client.close()));
}

/** The bytes of the answer to `tools/list`. */
export async function definitions() {
  const clients = await startBoth(makeProjectTree());
  const answers = await Promise.all(clients.map((client) => client.ask("tools/list", {})));
  await closeAll(clients);
  const [ours, theirs] = answers.map((line) => {
    const { result } = JSON.parse(line);
    expect(result.tools.length >= 3, "both servers offer their tools");
    return Buffer.byteLength(JSON.stringify(result));
  });
  return [
    amount("MCP, tool definitions, alone", ours, writeBytes, "<=", 4400),
    fewer("MCP, tool definitions", ours, REFERENCE, theirs, writeBytes, 1),
  ];
}

/** From the start of the process to the answer to the first call. */
export async function starts({ startRounds }) {
  const directory = makeProjectTree();
  const start = (side) => async () => {
    const client = await startServer(directory, side, ...NAMES);
    const text = await callTool(client, listingCall(directory, side));
    expect(text.includes(PROJECT_FILE), `the first answer of ${side} is a listing`);
    return client;
  };
  const contestants = { ours: start("ours"), theirs: start("theirs") };
  const times = await interleave(contestants, startRounds, { after: (_, client) => client.close() });
  return [faster("MCP, start to first answer", times.ours, REFERENCE, times.theirs, 2.2)];
}

/** Clients with a server each, as hosts start them, one call at a time; and many calls at once on one connection. */
export async function calls({ callRounds, calls: count }) {
  const directory = makeProjectTree();
  const rows = [];
  const compare = async (work, servers, clientsEach) => {
    const pairs = await Promise.all(Array.from({ length: servers }, () => startBoth(directory, ...NAMES)));
    const sides = {};
    for (const [index, side] of ["ours", "theirs"].entries()) {
      sides[side] = pairs.flatMap((pair) => Array(clientsEach).fill(pair[index]));
    }
    const rates = await takeTurns(sides, (side) => listingCall(directory, side), PROJECT_FILE, callRounds, count);
    await closeAll(pairs.flat());
    const row = more(`MCP, ${work}, calls`, rates.ours, REFERENCE, rates.theirs, writeRate);
    rows.push(withoutLimit(row, "ours sorts, checks the real path and marks directories; theirs prints what it reads"));
  };
  await compare("1 client", 1, 1);
  await compare("8 clients with a server each", 8, 1);
  await compare("64 at once on one connection", 1, 64);
  return rows;
}

/** Why single calls in a small directory have no limit. */
const WHY_FEWER = "ours also looks for rule files, checks what it opened and sorts: no single step is worth a tenth";

/** Most calls of an agent: one level of a small directory, in a checkout three levels below its root, and outside of any. */
export async function small({ callRounds, calls: count }) {
  const rows = [];
  for (const [work, root, below] of [
    ["checkout", makePackageTree(), "/packages/core/src"],
    ["plain directory", makeFlatTree(25), ""],
  ]) {
    const directory = root + below;
    const callOf = (side) =>
      side === "ours"
        ? { name: "list_dir", arguments: { dir_path: directory, depth: 1, limit: 100 } }
        : { name: "list_directory", arguments: { path: directory } };
    const servers = await startBoth(root);
    for (const atOnce of [1, 64]) {
      const [ours, theirs] = servers.map((server) => Array(atOnce).fill(server));
      const rates = await takeTurns({ ours, theirs }, callOf, flatName(0), callRounds, count);
      const least = atOnce === 1 ? undefined : 0.9;
      const name = `MCP, list_dir, ${work} of 25 entries, ${atOnce} at once, calls`;
      const row = more(name, rates.ours, REFERENCE, rates.theirs, writeRate, least);
      rows.push(least === undefined ? withoutLimit(row, WHY_FEWER) : row);
    }
    await closeAll(servers);
  }
  return rows;
}

/** The resident memory of a server after so many calls. */
export async function memory({ memoryCalls }) {
  const directory = makeProjectTree();
  const clients = await startBoth(directory, ...NAMES);
  const sizes = [];
  for (const [index, side] of ["ours", "theirs"].entries()) {
    await driveCalls(Array(8).fill(clients[index]), listingCall(directory, side), PROJECT_FILE, memoryCalls);
    sizes.push(memoryOf(clients[index].pid, "VmRSS"));
  }
  await closeAll(clients);
  const work = `MCP, memory after ${writeCount(memoryCalls)} calls`;
  const [ours, theirs] = sizes;
  return ours === undefined || theirs === undefined
    ? [shown(work, "not measured", "only Linux tells the memory of another process")]
    : [fewer(work, ours, REFERENCE, theirs, writeMemory, 1)];
}

/** Over HTTP, in both revisions of the protocol, with a connection for each client. */
export async function http({ callRounds, calls: count }) {
  const directory = makeProjectTree();
  const ours = await startHttpServer([COMMAND, "mcp", "--http", "--port", "0", ...NAMES, directory]);
  const connect = (url, revision) => {
    const client = new RawClient(url);
    const text = writeRequest(messageOverHttp(revision, "tools/call", listingCall(directory, "ours"), 1));
    return { ask: async () => (await client.ask(text)).body, close: () => client.leave() };
  };
  const probe = connect(ours.url, "old");
  const answer = await probe.ask();
  probe.close();
  const echo = await startHttpServer([beside("echo-server.mjs")], answer);
  const eight = (url, revision) => Array.from({ length: 8 }, () => connect(url, revision));
  const sides = { old: eight(ours.url, "old"), new: eight(ours.url, "new"), echo: eight(echo.url, "old") };
  const rates = await takeTurns(sides, (side) => listingCall(directory, side), PROJECT_FILE, callRounds, count);
  await closeAll([...Object.values(sides).flat(), ours, echo]);
  return ["old", "new"].map((revision) => {
    const work = `MCP over HTTP, 8 clients, ${revision} revision, calls`;
    const row = more(work, rates[revision], "bare node:http echo", rates.echo, writeRate);
    return withoutLimit(row, "the echo reads no directory and no JSON: it is what HTTP alone costs");
  });
}

/** Keeps each side busy in turn, round after round, with calls whose answers show a text. Returns the median of its calls a second; the first round is not counted. */
async function takeTurns(sides, callOf, shows, rounds, count) {
  const rates = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [side, clients] of Object.entries(sides)) {
      const isWarmUp = round === 0;
      const rate = await driveCalls(clients, callOf(side), shows, isWarmUp ? Math.min(count, WARM_UP_CALLS) : count);
      rates[side].push(...(isWarmUp ? [] : [rate]));
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([side, all]) => [side, median(all)]));
}

/**
 * Makes calls, whose answers must all be the same and show a text. Each client has one under way; the same one may appear more than once.
 * Returns the calls a second.
 */
async function driveCalls(clients, call, shows, count) {
  let remaining = count;
  let first = "";
  const work = async (client) => {
    while (remaining > 0) {
      remaining -= 1;
      const answer = await client.ask("tools/call", call);
      const withoutId = answer.slice(0, answer.lastIndexOf('"id":'));
      first ||= withoutId;
      expect(withoutId === first, "every call has the same answer");
      expect(answer.includes(shows) && !answer.includes('"isError":true'), "no call fails");
    }
  };
  const start = performance.now();
  await Promise.all(clients.map(work));
  return (count / (performance.now() - start)) * 1000;
}

/** Listings of the installed packages, one level and the tree: tokens of the arguments and answers of all calls. */
export async function listings() {
  const tree = makeModulesTree();
  const [ours, theirs] = await startBoth(tree);
  const countTokens = await loadTokenizer();
  const call = async (client, name, toolArguments) => {
    const text = await callTool(client, { name, arguments: toolArguments });
    return { text, tokens: countTokens(JSON.stringify(toolArguments)) + countTokens(text) };
  };
  const rows = [];
  for (const [depth, tool, entry, least] of [
    [1, "list_directory", /^\[/gm, 1.25],
    [100, "directory_tree", /"name":/g, 3],
  ]) {
    const other = await call(theirs, tool, { path: tree });
    // A page repeats the directories above its first entry. They are paid for, but were already listed.
    const paths = new Set();
    let [tokens, pages] = [0, 0];
    for (let next = {}; next !== undefined; pages += 1) {
      // More entries than exist, so that only the byte limit ends a page.
      const page = await call(ours, "list_dir", { dir_path: tree, depth, limit: 100_000, order: "tree", ...next });
      tokens += page.tokens;
      const read = readPage(page.text);
      read.entries.forEach(({ path }) => paths.add(path));
      next = read.next;
    }
    expect(paths.size === other.text.match(entry).length, "both servers list the same entries");
    const work = `MCP, list_dir of installed packages, ${writeCount(paths.size)} entries, ${pages} pages`;
    rows.push(fewer(work, tokens, `${REFERENCE} ${tool}`, other.tokens, writeTokens, least));
  }
  await closeAll([ours, theirs]);
  return rows;
}

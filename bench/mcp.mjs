// Our MCP server compared with the reference, each as a process: what a model pays for, how soon the first answer comes, how many
// calls are then answered, and how much memory that takes. Over HTTP also with the least that a Node server can do.
import { readPage } from "./economy/read-page.mjs";
import { memoryOf } from "./ask.mjs";
import { HttpClient, startHttpServer, StdioClient } from "./clients.mjs";
import {
  amount,
  beside,
  COMMAND,
  expect,
  faster,
  fewer,
  inFreshProcess,
  interleave,
  median,
  more,
  percentile,
  writeBytes,
  writeCount,
  writeMemory,
  writeRate,
  writeTokens,
} from "./harness.mjs";
import { installReference, loadTokenizer, REFERENCE_SERVER } from "./reference.mjs";
import { makeListedTrees, makeProjectTree } from "./trees.mjs";

const REFERENCE = "server-filesystem";
const SDK_SERVER = "SDK 1.x, Streamable HTTP, one tool";
const CLIENTS = [1, 8, 64];

/** Calls before anything is timed, so that the engine compiles what is called often. */
const WARM_UP_CALLS = 1000;
const WARM_UP_CALLS_EACH = 400;

export async function serverRows(settings, report) {
  installReference(report);
  // What is listed: one level of an ordinary project.
  const directory = makeProjectTree(report);
  const { callRounds: rounds, calls, startRounds, memoryProbes, memoryCalls } = settings;
  report("the MCP server: what a model pays for");
  const costs = await costRows(directory);
  report("the MCP server: starts");
  const starts = await run("compareStarts", { directory, rounds: startRounds });
  const rows = [faster("MCP, start to first answer", starts.ours, REFERENCE, starts.theirs, 2.2)];
  for (const clients of CLIENTS) {
    report(`the MCP server: ${clients} clients`);
    const { ours, theirs } = await run("compareClients", { directory, rounds, clients, calls });
    const work = `MCP, one level, clients with a server each: ${clients}`;
    rows.push(
      more(`${work}, calls`, ours.rate, REFERENCE, theirs.rate, writeRate, 1),
      faster(`${work}, 99th percentile`, ours.slowest, REFERENCE, theirs.slowest, 1),
    );
  }
  for (const clients of CLIENTS.slice(1)) {
    report(`the MCP server: ${clients} calls at once on one connection`);
    const { ours, theirs } = await run("compareCalls", { directory, rounds, clients, calls });
    const work = `MCP, one level, calls at once on one connection: ${clients}`;
    rows.push(more(work, ours.rate, REFERENCE, theirs.rate, writeRate, 1));
  }
  report("the MCP server: the new era");
  const eras = await run("compareEras", { directory, rounds, clients: 8, calls });
  const work = "MCP, one level, calls at once on one connection: 8, new era";
  rows.push(more(work, eras.new.rate, "dirleaf, old era", eras.old.rate, writeRate, 0.8));
  report("the MCP server: memory");
  const probes = { ours: [], theirs: [] };
  for (let probe = 0; probe < memoryProbes; probe += 1) {
    for (const side of Object.keys(probes)) {
      probes[side].push(await run("probeMemory", { directory, side, calls: memoryCalls }));
    }
  }
  const after = `MCP, memory after ${writeCount(memoryCalls)} calls`;
  rows.push(fewer(after, median(probes.ours), REFERENCE, median(probes.theirs), writeMemory, 1));
  return [...rows, ...costs, ...(await httpRows(directory, settings, report))];
}

async function httpRows(directory, { callRounds: rounds, httpCalls: calls, httpMemoryCalls }, report) {
  const rows = [];
  for (const clients of CLIENTS) {
    report(`the MCP server over HTTP: ${clients} clients`);
    const paces = await run("compareHttp", { directory, rounds, clients, calls });
    const work = `MCP over HTTP, one level, clients: ${clients}`;
    for (const era of ["old", "new"]) {
      const least = clients === 8 ? 0.4 : undefined;
      const { rate } = paces[era];
      rows.push(more(`${work}, ${era} era`, rate, "bare node:http echo", paces.echo.rate, writeRate, least));
    }
    if (clients === 64) {
      rows.push(
        more(work, paces.old.rate, SDK_SERVER, paces.sdk.rate, writeRate, 3),
        faster(`${work}, 99th percentile`, paces.old.slowest, SDK_SERVER, paces.sdk.slowest, 1),
      );
    }
  }
  report("the MCP server over HTTP: memory");
  const probe = (side) => run("probeHttpMemory", { directory, clients: 64, calls: httpMemoryCalls, side });
  const [ours, theirs] = [await probe("ours"), await probe("theirs")];
  const work = `MCP over HTTP, memory after ${writeCount(httpMemoryCalls)} calls`;
  return [...rows, fewer(work, ours, SDK_SERVER, theirs, writeMemory, 1)];
}

/** A server after the handshake. */
export async function startServer(directory, side) {
  const client = new StdioClient(side === "ours" ? [COMMAND, "mcp", directory] : [REFERENCE_SERVER, directory]);
  await client.initialize();
  return client;
}

/** The same names on both sides: the reference does not hide dot names. */
function listingCall(directory, side) {
  return { name: "list_directory", arguments: { path: directory, ...(side !== "theirs" && { showHidden: true }) } };
}

/** The text of an answer. */
export async function askText(client, name, toolArguments) {
  const { result, error } = JSON.parse(await client.ask("tools/call", { name, arguments: toolArguments }));
  expect(result?.isError !== true && error === undefined, `a listing, and not ${JSON.stringify(result ?? error)}`);
  return result.content[0].text;
}

/** The entries in an answer of the reference, in our notation. */
function theirEntries(text) {
  return text.split("\n").map((line) => line.replace(/^\[FILE\] /, "").replace(/^\[DIR\] (.*)$/, "$1/"));
}

function expectSame(ours, theirs) {
  const isSame = JSON.stringify(ours.toSorted()) === JSON.stringify(theirs.toSorted());
  expect(isSame && ours.length > 0, "both servers list the same entries");
}

/** From the start of the process to the answer to the first call. */
export function compareStarts({ directory, rounds }) {
  const start = (side) => async () => {
    const client = await startServer(directory, side);
    await client.ask("tools/call", listingCall(directory, side));
    return client;
  };
  return interleave({ ours: start("ours"), theirs: start("theirs") }, rounds, 1, (_, client) => client.close());
}

/** Clients with a server each, as hosts start them, and one call at a time. */
export async function compareClients({ directory, rounds, clients, calls }) {
  const paces = {};
  // One side after the other: twice as many processes would not fit into a small machine's memory.
  for (const side of ["ours", "theirs"]) {
    const servers = await Promise.all(Array.from({ length: clients }, () => startServer(directory, side)));
    await driveCalls(servers, listingCall(directory, side), clients * WARM_UP_CALLS_EACH);
    Object.assign(paces, await takeTurns({ [side]: servers }, directory, rounds, calls, 1));
    await Promise.all(servers.map((server) => server.close()));
  }
  return paces;
}

/** Calls at once on one connection. */
export async function compareCalls({ directory, rounds, clients, calls }) {
  const [ours, theirs] = [await startServer(directory, "ours"), await startServer(directory, "theirs")];
  const listed = JSON.parse(await askText(ours, "list_directory", listingCall(directory, "ours").arguments)).files;
  expectSame(listed, theirEntries(await askText(theirs, "list_directory", { path: directory })));
  const sides = { ours: Array(clients).fill(ours), theirs: Array(clients).fill(theirs) };
  const paces = await takeTurns(sides, directory, rounds, calls);
  await Promise.all([ours.close(), theirs.close()]);
  return paces;
}

/** The same on our own server, in each era. */
export async function compareEras({ directory, rounds, clients, calls }) {
  const servers = ["old", "new"].map((era) => new StdioClient([COMMAND, "mcp", directory], era));
  await Promise.all(servers.map((server) => server.initialize()));
  const [older, newer] = servers.map((server) => Array(clients).fill(server));
  const paces = await takeTurns({ old: older, new: newer }, directory, rounds, calls);
  await Promise.all(servers.map((server) => server.close()));
  return paces;
}

/** Each client has its own connection, and one call at a time. */
export async function compareHttp({ directory, rounds, clients, calls }) {
  const ours = await startOverHttp(directory);
  const probe = new HttpClient(ours.url);
  const answer = await probe.ask("tools/call", listingCall(directory, "ours"));
  expect(answer.includes("Showing 1-"), "a listing comes over HTTP");
  probe.close();
  const echo = await startHttpServer([beside("echo-server.mjs")], answer);
  const sdk = await startHttpServer([beside("sdk-http-server.mjs")]);
  const connect = (url, era) => Array.from({ length: clients }, () => new HttpClient(url, era));
  const sides = {
    old: connect(ours.url),
    new: connect(ours.url, "new"),
    echo: connect(echo.url),
    sdk: connect(sdk.url),
  };
  try {
    await Promise.all(sides.sdk.map((client) => client.initialize()));
    return await takeTurns(sides, directory, rounds, calls);
  } finally {
    // They would keep running without us, because they can't notice that we are gone.
    Object.values(sides)
      .flat()
      .forEach((client) => client.close());
    await Promise.all([ours, echo, sdk].map((server) => server.close()));
  }
}

function startOverHttp(directory) {
  return startHttpServer([COMMAND, "mcp", "--http", "--port", "0", directory]);
}

/** A fresh server's resident memory after so many calls, in bytes. */
export async function probeMemory({ directory, side, calls }) {
  const server = await startServer(directory, side);
  await driveCalls(Array(8).fill(server), listingCall(directory, side), calls);
  const memory = memoryOf(server.pid, "VmRSS");
  await server.close();
  return memory;
}

/** The same over HTTP. */
export async function probeHttpMemory({ directory, side, clients, calls }) {
  const server = await (side === "ours" ? startOverHttp(directory) : startHttpServer([beside("sdk-http-server.mjs")]));
  const connections = Array.from({ length: clients }, () => new HttpClient(server.url));
  try {
    if (side === "theirs") {
      await Promise.all(connections.map((client) => client.initialize()));
    }
    await driveCalls(connections, listingCall(directory, side), calls);
    return memoryOf(server.pid, "VmRSS");
  } finally {
    connections.forEach((client) => client.close());
    await server.close();
  }
}

/** Keeps each side busy in turn, round after round. Returns the medians of the paces; the first round is not counted. */
async function takeTurns(sides, directory, rounds, calls, firstRound = 0) {
  const paces = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = firstRound; round <= rounds; round += 1) {
    for (const [side, clients] of Object.entries(sides)) {
      const count = round === 0 ? Math.min(calls, WARM_UP_CALLS) : calls;
      const pace = await driveCalls(clients, listingCall(directory, side), count);
      paces[side].push(...(round === 0 ? [] : [pace]));
    }
  }
  const medians = Object.entries(paces).map(([side, all]) => {
    const [rate, slowest] = ["rate", "slowest"].map((name) => median(all.map((pace) => pace[name])));
    return [side, { rate, slowest }];
  });
  return Object.fromEntries(medians);
}

/**
 * Makes a number of calls, times them and compares the answers. Each client has one in progress at any time; the same one may
 * appear more than once. Returns calls a second, and the 99th percentile of their times in milliseconds.
 */
async function driveCalls(clients, call, count) {
  const times = [];
  let left = count;
  let first = "";
  const work = async (client) => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      const answer = await client.ask("tools/call", call);
      times.push(performance.now() - start);
      const withoutId = answer.slice(0, answer.lastIndexOf('"id":'));
      first ||= withoutId;
      expect(withoutId === first, "every call has the same answer");
    }
  };
  const start = performance.now();
  await Promise.all(clients.map(work));
  return { rate: (count / (performance.now() - start)) * 1000, slowest: percentile(times, 99) };
}

// What a model pays for: the definitions of the tools, and listings of the same trees.

async function costRows(directory) {
  const sizes = await run("compareDefinitions", { directory });
  const rows = [
    amount("MCP, tool definitions, dirleaf alone", sizes.ours, writeBytes, "<=", 5000),
    fewer("MCP, tool definitions", sizes.ours, REFERENCE, sizes.theirs, writeBytes, 1),
  ];
  for (const { name, level, tree } of makeListedTrees()) {
    for (const { listing, tool, least, ours, theirs } of await run("compareListings", { level, tree })) {
      const pages = ours.pages === 1 ? "1 page" : `${ours.pages} pages`;
      const work = `MCP, ${name}, ${listing}, ${writeCount(ours.entries)} entries in ${pages}`;
      const against = `${REFERENCE} ${tool}`;
      rows.push(
        fewer(work, ours.tokens, against, theirs.tokens, writeTokens, least),
        fewer(work, ours.bytes, against, theirs.bytes, writeBytes, 1),
      );
    }
  }
  return rows;
}

/** The bytes of the answer to `tools/list`. */
export async function compareDefinitions({ directory }) {
  const sizes = {};
  for (const side of ["ours", "theirs"]) {
    const client = await startServer(directory, side);
    const { result } = JSON.parse(await client.ask("tools/list", {}));
    sizes[side] = Buffer.byteLength(JSON.stringify(result));
    await client.close();
  }
  return sizes;
}

/** One level and a whole tree, with each of our tools that can, compared with the reference's tool that does the same. */
export async function compareListings({ level, tree }) {
  const [ours, theirs] = [await startServer(tree, "ours"), await startServer(tree, "theirs")];
  const theirLevel = await readListing(theirs, "list_directory", { path: level }, (text) => [theirEntries(text)]);
  const theirTree = await readListing(theirs, "directory_tree", { path: tree }, (text) => [pathsOf(JSON.parse(text))]);
  // The fewest arguments that show the same.
  const levelArguments = {
    path: level,
    ...(theirLevel.paths.length > 100 && { maxResults: 1000 }),
    ...(theirLevel.paths.some((name) => name.startsWith(".")) && { showHidden: true }),
  };
  // More entries than exist, so that only the byte limit ends a page.
  const limit = 100_000;
  const treeArguments = { dir_path: tree, depth: 100, limit, order: "tree" };
  const ourLevel = await readListing(ours, "list_directory", levelArguments, readListDirectory);
  const ourPage = await readListing(ours, "list_dir", { dir_path: level, depth: 1, limit }, readListDir);
  const ourTree = await readListing(ours, "list_dir", treeArguments, readListDir);
  await Promise.all([ours.close(), theirs.close()]);
  const countTokens = await loadTokenizer();
  const priceOf = ({ texts, paths }) => {
    const sum = (count) => texts.reduce((total, text) => total + count(text), 0);
    return { bytes: sum(Buffer.byteLength), tokens: sum(countTokens), pages: texts.length / 2, entries: paths.length };
  };
  return [
    ["one level, list_directory", ourLevel, "list_directory", theirLevel, 1.25],
    ["one level, list_dir", ourPage, "list_directory", theirLevel, 1.25],
    ["tree, list_dir", ourTree, "directory_tree", theirTree, 3],
  ].map(([listing, mine, tool, other, least]) => {
    expectSame(mine.paths, other.paths);
    return { listing, tool, least, ours: priceOf(mine), theirs: priceOf(other) };
  });
}

/**
 * All pages: the texts that count, which are the arguments of every call and its answer, and the paths of the entries;
 * directories end in a slash.
 * @param {(text: string) => [string[], number | undefined]} read The entries of a page, and the next offset.
 */
async function readListing(client, tool, toolArguments, read) {
  const texts = [];
  const paths = new Set();
  let offset;
  do {
    const page = { ...toolArguments, ...(offset !== undefined && { offset }) };
    const text = await askText(client, tool, page);
    const before = paths.size;
    let entries;
    [entries, offset] = read(text, before);
    texts.push(JSON.stringify(page), text);
    // A page repeats the directories above its first entry. They are paid for, but were already listed.
    entries.forEach((path) => paths.add(path));
    expect(paths.size > before, "every page has an entry");
    offset &&= paths.size + Number(tool === "list_dir");
  } while (offset !== undefined);
  return { texts, paths: [...paths] };
}

function readListDirectory(text, before) {
  const { files, count } = JSON.parse(text);
  return [files, before + files.length < count ? count : undefined];
}

function readListDir(text) {
  const { entries, moreThan } = readPage(text);
  return [entries.map(({ path, kind }) => (kind === "directory" ? `${path}/` : path)), moreThan];
}

function pathsOf(nodes, above = "") {
  return nodes.flatMap(({ name, children }) =>
    children === undefined ? [above + name] : [`${above}${name}/`, ...pathsOf(children, `${above}${name}/`)],
  );
}

function run(name, task) {
  return inFreshProcess(import.meta.url, name, task);
}

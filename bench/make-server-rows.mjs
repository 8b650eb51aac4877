// The rows that compare our MCP server with the reference, which ours must beat, and those of our own server over HTTP.
import { installReference } from "./install-reference.mjs";
import { makeListedTrees } from "./make-listed-trees.mjs";
import { makeProjectTree } from "./make-trees.mjs";
import { median } from "./measure.mjs";
import { atLeast, atMost, fasterRow, fewerRow, moreRow, numberRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import * as write from "./write-number.mjs";

/** @typedef {import("./compare-listings.mjs").Costs} Costs */
/** @typedef {import("./compare-servers.mjs").ServerTask} ServerTask */
/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./settings.mjs").Settings} Settings */

const REFERENCE = "server-filesystem";
const SDK_SERVER = "SDK 1.x, Streamable HTTP, one tool";
const CLIENTS = [1, 8, 64];

/**
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
export async function makeServerRows(settings, report) {
  const reference = installReference(report);
  const task = { reference, directory: makeProjectTree(report) };
  report("the MCP server: what a model pays for");
  const costs = [...(await makeDefinitionRows(task)), ...(await makeListingRows(reference))];
  report("the MCP server: starts");
  const starts = await runInChild("compareStarts", { ...task, rounds: settings.startRounds });
  const first = { ours: starts["ours"] ?? Number.NaN, theirs: starts["theirs"] ?? Number.NaN };
  return [
    fasterRow({ work: "MCP, start to first answer", ...first, against: REFERENCE }, atLeast(1.3, write.writeFaster)),
    ...(await makeCallRows(task, settings, report)),
    ...(await makeEraRows(task, settings, report)),
    ...(await makeMemoryRows(task, settings, report)),
    ...costs,
    ...(await makeHttpRows(task, settings, report)),
  ];
}

/**
 * @param {ServerTask} task
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
async function makeCallRows(task, { callRounds, calls }, report) {
  const rows = [];
  for (const clients of CLIENTS) {
    report(`the MCP server: ${clients} clients`);
    const { ours, theirs } = await runInChild("compareClients", { ...task, rounds: callRounds, clients, calls });
    const work = `MCP, one level, clients with a server each: ${clients}`;
    const rates = { ours: ours.rate, theirs: theirs.rate, write: write.writeRate };
    const slowest = { ours: ours.slowest, theirs: theirs.slowest };
    rows.push(
      moreRow({ work: `${work}, calls`, ...rates, against: REFERENCE }, atLeast(1, write.writeMore)),
      fasterRow({ work: `${work}, 99th percentile`, ...slowest, against: REFERENCE }, atLeast(1, write.writeFaster)),
    );
  }
  for (const clients of CLIENTS.slice(1)) {
    report(`the MCP server: ${clients} calls at once on one connection`);
    const { ours, theirs } = await runInChild("compareCalls", { ...task, rounds: callRounds, clients, calls });
    const work = `MCP, one level, calls at once on one connection: ${clients}`;
    const rates = { ours: ours.rate, theirs: theirs.rate, write: write.writeRate };
    rows.push(moreRow({ work, ...rates, against: REFERENCE }, atLeast(1, write.writeMore)));
  }
  return rows;
}

/**
 * The median of several fresh servers.
 * @param {ServerTask} task
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
async function makeMemoryRows(task, { memoryProbes, memoryCalls }, report) {
  report("the MCP server: memory");
  /** @type {Record<import("./compare-servers.mjs").Side, number[]>} */
  const probes = { ours: [], theirs: [] };
  for (let probe = 0; probe < memoryProbes; probe += 1) {
    for (const side of /** @type {const} */ (["ours", "theirs"])) {
      probes[side].push(await runInChild("probeServerMemory", { ...task, side, calls: memoryCalls }));
    }
  }
  const amounts = { ours: median(probes.ours), theirs: median(probes.theirs), write: write.writeMemory };
  const work = `MCP, memory after ${write.writeCount(memoryCalls)} calls`;
  return [fewerRow({ work, ...amounts, against: REFERENCE }, atLeast(1, write.writeFewer))];
}

/**
 * @param {ServerTask} task
 * @returns {Promise<Row[]>}
 */
async function makeDefinitionRows(task) {
  const sizes = await runInChild("compareDefinitions", task);
  const work = "MCP, tool definitions";
  return [
    numberRow(`${work}, dirleaf alone`, sizes.ours, write.writeBytes, atMost(3900, write.writeBytes)),
    fewerRow({ work, ...sizes, against: REFERENCE, write: write.writeBytes }, atLeast(1, write.writeFewer)),
  ];
}

/**
 * @param {string} reference
 * @returns {Promise<Row[]>}
 */
async function makeListingRows(reference) {
  const rows = [];
  for (const { name, level, tree } of makeListedTrees()) {
    const costs = await runInChild("compareListings", { reference, level, tree });
    rows.push(
      ...makeCostRows(`${name}, one level, list_directory`, "list_directory", costs.listDirectory, 1.25),
      ...makeCostRows(`${name}, one level, list_dir`, "list_directory", costs.listDir, 1.25),
      ...makeCostRows(`${name}, tree, list_dir`, "directory_tree", costs.tree, 3),
    );
  }
  return rows;
}

/**
 * @param {string} name
 * @param {string} tool
 * @param {Costs} costs
 * @param {number} least How many times fewer tokens it must be.
 * @returns {Row[]}
 */
function makeCostRows(name, tool, { ours, theirs }, least) {
  const pages = ours.pages === 1 ? "1 page" : `${ours.pages} pages`;
  const work = `MCP, ${name}, ${write.writeCount(ours.entries)} entries in ${pages}`;
  const against = `${REFERENCE} ${tool}`;
  const tokens = { ours: ours.tokens, theirs: theirs.tokens, write: write.writeTokens };
  const bytes = { ours: ours.bytes, theirs: theirs.bytes, write: write.writeBytes };
  return [
    fewerRow({ work, against, ...tokens }, atLeast(least, write.writeFewer)),
    fewerRow({ work, against, ...bytes }, atLeast(1, write.writeFewer)),
  ];
}

/**
 * @param {ServerTask} task
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
async function makeEraRows(task, { callRounds, calls }, report) {
  const clients = 8;
  report("the MCP server: the new era");
  const paces = await runInChild("compareEras", { ...task, rounds: callRounds, clients, calls });
  const work = `MCP, one level, calls at once on one connection: ${clients}, new era`;
  const rates = { ours: paces.new.rate, theirs: paces.old.rate, write: write.writeRate };
  return [moreRow({ work, ...rates, against: "dirleaf, old era" }, atLeast(0.8, write.writeMore))];
}

/**
 * @param {ServerTask} task
 * @param {Settings} settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
async function makeHttpRows({ directory }, { callRounds, httpCalls, httpMemoryCalls }, report) {
  const rows = [];
  for (const clients of CLIENTS) {
    report(`the MCP server over HTTP: ${clients} clients`);
    const paces = await runInChild("compareHttp", { directory, rounds: callRounds, clients, calls: httpCalls });
    const work = `MCP over HTTP, one level, clients: ${clients}`;
    for (const era of /** @type {const} */ (["old", "new"])) {
      const rates = { ours: paces[era].rate, theirs: paces.echo.rate, write: write.writeRate };
      const bound = clients === 8 ? atLeast(0.4, write.writeMore) : undefined;
      rows.push(moreRow({ work: `${work}, ${era} era`, ...rates, against: "bare node:http echo" }, bound));
    }
    if (clients === 64) {
      const rates = { ours: paces.old.rate, theirs: paces.sdk.rate, write: write.writeRate };
      const slowest = { ours: paces.old.slowest, theirs: paces.sdk.slowest };
      rows.push(
        moreRow({ work, ...rates, against: SDK_SERVER }, atLeast(3, write.writeMore)),
        fasterRow({ work: `${work}, 99th percentile`, ...slowest, against: SDK_SERVER }, atLeast(1, write.writeFaster)),
      );
    }
  }
  report("the MCP server over HTTP: memory");
  const probe = { directory, clients: 64, calls: httpMemoryCalls };
  const amounts = {
    ours: await runInChild("probeHttpMemory", { ...probe, side: "ours" }),
    theirs: await runInChild("probeHttpMemory", { ...probe, side: "theirs" }),
    write: write.writeMemory,
  };
  const work = `MCP over HTTP, memory after ${write.writeCount(httpMemoryCalls)} calls`;
  return [...rows, fewerRow({ work, ...amounts, against: SDK_SERVER }, atLeast(1, write.writeFewer))];
}

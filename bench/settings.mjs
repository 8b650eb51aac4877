// How large the trees are and how often everything runs: in full, and in the quick mode, which judges nothing.
import { parseArgs } from "node:util";

/**
 * @typedef {object} Settings
 * @property {number} entries The size of the tree and of the flat directory.
 * @property {boolean} judged Whether a missed bound fails the run. Small trees say nothing about bounds.
 * @property {number} treeRounds Rounds for what reads and sorts the whole tree.
 * @property {number} pagingRounds Rounds for what pages through the whole tree.
 * @property {number} flatRounds Rounds for what reads the flat directory.
 * @property {number} probes Fresh processes that measure one page's memory and event loop.
 * @property {number} projectRounds Rounds for the ordinary project root.
 * @property {number} processRounds Rounds for starting a process.
 * @property {number} searchRounds Rounds for the search by name.
 * @property {number} peerRounds Rounds for the peers, which are only shown.
 * @property {number} startRounds Rounds for starting an MCP server.
 * @property {number} callRounds Rounds for calls to an MCP server.
 * @property {number} calls Calls in one of those.
 * @property {number} httpCalls The same over HTTP.
 * @property {number} httpMemoryCalls Calls over HTTP before a server's memory is measured.
 * @property {number} memoryCalls Calls before an MCP server's memory is measured.
 * @property {number} memoryProbes Fresh servers for that.
 * @property {number} loadCalls Calls in the load test.
 * @property {number} loadFiles Files in its huge directory.
 * @property {number} storeKeys Keys in the bucket of the object store.
 * @property {number} storePage The number of a page far into the directory.
 * @property {number} storeRounds Rounds for pages of the object store.
 * @property {string | undefined} only The name of the only part to run.
 */

/** @type {Settings} */
const FULL = {
  entries: 1_000_000,
  judged: true,
  treeRounds: 5,
  pagingRounds: 3,
  flatRounds: 9,
  probes: 5,
  projectRounds: 300,
  processRounds: 60,
  searchRounds: 15,
  peerRounds: 5,
  startRounds: 25,
  callRounds: 5,
  calls: 3000,
  httpCalls: 3000,
  httpMemoryCalls: 100_000,
  memoryCalls: 10_000,
  memoryProbes: 3,
  loadCalls: 100_000,
  loadFiles: 100_000,
  storeKeys: 200_000,
  storePage: 1000,
  storeRounds: 20,
  only: undefined,
};

/** @type {Settings} */
const SMALL = {
  ...FULL,
  entries: 20_000,
  judged: false,
  probes: 2,
  projectRounds: 40,
  processRounds: 20,
  searchRounds: 7,
  peerRounds: 3,
  startRounds: 5,
  callRounds: 3,
  calls: 300,
  httpCalls: 100,
  httpMemoryCalls: 1000,
  memoryCalls: 1000,
  memoryProbes: 1,
  loadCalls: 2000,
  loadFiles: 20_000,
  storeKeys: 5000,
  storePage: 20,
  storeRounds: 5,
};

/**
 * The settings from the words of the command line.
 * @param {readonly string[]} words
 * @param {readonly string[]} parts The names that `--only` accepts.
 * @returns {Settings}
 */
export function parseSettings(words, parts) {
  const { values } = parseArgs({ args: [...words], options: { small: { type: "boolean" }, only: { type: "string" } } });
  if (values.only !== undefined && !parts.includes(values.only)) {
    throw new Error(`--only must be one of ${parts.join(", ")}, not '${values.only}'`);
  }
  return { ...(values.small === true ? SMALL : FULL), only: values.only };
}

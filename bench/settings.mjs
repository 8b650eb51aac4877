// How large the trees are and how often each thing is run: in full, and in the quick mode that judges nothing.

/**
 * @typedef {object} Settings
 * @property {number} entries The size of the tree and of the flat directory.
 * @property {boolean} judged Whether a missed bound fails the run. Small trees say nothing about bounds.
 * @property {number} treeRounds Rounds for what reads and sorts the whole tree.
 * @property {number} pagingRounds Rounds for what pages through the whole tree.
 * @property {number} flatRounds Rounds for what reads the flat directory.
 * @property {number} probes Fresh processes in which one page's memory and event loop are watched.
 * @property {number} projectRounds Rounds for the ordinary project root.
 * @property {number} processRounds Rounds for starting a process.
 * @property {number} peerRounds Rounds for the peers, which are only shown.
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
  peerRounds: 5,
};

/** @type {Settings} */
const SMALL = {
  ...FULL,
  entries: 20_000,
  judged: false,
  probes: 2,
  projectRounds: 40,
  processRounds: 20,
  peerRounds: 3,
};

/**
 * The settings behind the words of the command line.
 * @param {readonly string[]} words
 * @returns {Settings}
 */
export function parseSettings(words) {
  const unknown = words.find((word) => word !== "--small");
  if (unknown !== undefined) {
    throw new Error(`unknown option '${unknown}'; the only one is --small`);
  }
  return words.includes("--small") ? SMALL : FULL;
}

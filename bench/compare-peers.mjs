// Other tools on the same two directories, for 25 lines. Shown for comparison, never judged: each lacks something that a page
// needs, and `lacks` says what.
import { spawnSync } from "node:child_process";

import { askListDir } from "./ask-list-dir.mjs";
import { COMMAND } from "./compare-project.mjs";
import { interleave } from "./measure.mjs";

/** @typedef {"library" | "command"} PeerKind */

/**
 * @typedef {object} PeerResult
 * @property {string} name
 * @property {string} lacks
 * @property {number | undefined} time The median, or undefined if the peer is not installed.
 */

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} lacks
 * @property {PeerKind} kind What it is compared with: dirleaf as a library or as a command.
 * @property {(root: string) => Promise<(() => unknown) | undefined>} prepare Returns what to time, if it is installed.
 */

const LIMIT = 25;

/** @type {readonly Peer[]} */
const PEERS = [
  { name: "fdir", lacks: "no order, no page, no stop", kind: "library", prepare: prepareFdir },
  { name: "tinyglobby `**`", lacks: "no order, no page, no stop", kind: "library", prepare: prepareTinyglobby },
  {
    name: "`find`, 25 lines",
    lacks: "no order, no page",
    kind: "command",
    prepare: prepareShell(["find"], (command) => `${command} "$1" -mindepth 1 | head -n ${LIMIT}`),
  },
  {
    name: "`find`, sorted, 25 lines",
    lacks: "no page, no stop",
    kind: "command",
    prepare: prepareShell(["find"], (command) => `${command} "$1" -mindepth 1 | LC_ALL=C sort | head -n ${LIMIT}`),
  },
  {
    name: "`fd`, 25 lines",
    lacks: "no order, no page",
    kind: "command",
    prepare: prepareShell(["fd", "fdfind"], (command) => `${command} --unrestricted . "$1" | head -n ${LIMIT}`),
  },
  {
    name: "`tree`, 25 lines",
    lacks: "no page",
    kind: "command",
    prepare: prepareShell(["tree"], (command) => `LC_ALL=C ${command} -a --noreport "$1" | head -n ${LIMIT + 1}`),
  },
];

/**
 * The peers of one kind on one directory, and dirleaf in the same form. A fresh process starts the commands, because one that
 * uses much memory starts others slowly.
 * @param {{ kind: PeerKind, root: string, depth: number, rounds: number }} task
 * @returns {Promise<{ dirleaf: number, peers: PeerResult[] }>} Median times.
 */
export async function comparePeers({ kind, root, depth, rounds }) {
  const words = [COMMAND, "--depth", String(depth), "--limit", String(LIMIT), root];
  const forms = {
    library: () => askListDir({ dir_path: root, depth, limit: LIMIT }),
    command: () => spawnSync(process.execPath, words),
  };
  /** @type {import("./measure.mjs").Contestant[]} */
  const contestants = [{ name: "dirleaf", run: forms[kind] }];
  const peers = PEERS.filter((peer) => peer.kind === kind);
  for (const { name, prepare } of peers) {
    const run = await prepare(root);
    if (run !== undefined) {
      contestants.push({ name, run });
    }
  }
  const { dirleaf = Number.NaN, ...times } = await interleave(contestants, rounds);
  return { dirleaf, peers: peers.map(({ name, lacks }) => ({ name, lacks, time: times[name] })) };
}

/** @param {string} root */
async function prepareFdir(root) {
  const { fdir: Crawler } = await import("fdir");
  return async () => {
    const paths = await new Crawler().withRelativePaths().withDirs().crawl(root).withPromise();
    return paths.slice(0, LIMIT);
  };
}

/** @param {string} root */
async function prepareTinyglobby(root) {
  const { glob } = await import("tinyglobby");
  return async () => {
    const paths = await glob("**", { cwd: root, dot: true, onlyFiles: false });
    return paths.slice(0, LIMIT);
  };
}

/**
 * @param {readonly string[]} commands The names that a command goes by; the first installed one is used.
 * @param {(command: string) => string} script A shell script; `$1` is the directory.
 * @returns {Peer["prepare"]}
 */
function prepareShell(commands, script) {
  return async (root) => {
    const command = commands.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);
    return command === undefined ? undefined : () => spawnSync("sh", ["-c", script(command), "sh", root]);
  };
}

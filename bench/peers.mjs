// Other tools on the same two directories, for 25 lines. Shown for comparison, never judged: each lacks something that a page
// needs, and its name says what.
import { spawnSync } from "node:child_process";

import { askListDir } from "./ask.mjs";
import { COMMAND, faster, inFreshProcess, interleave, slower } from "./harness.mjs";

const LIMIT = 25;

/** What to time for a directory, by name; undefined if a program is not installed. */
const PEERS = {
  library: {
    "fdir (no order, no page, no stop)": async (root) => {
      const { fdir: Crawler } = await import("fdir");
      return () => new Crawler().withRelativePaths().withDirs().crawl(root).withPromise();
    },
    "tinyglobby `**` (no order, no page, no stop)": async (root) => {
      const { glob } = await import("tinyglobby");
      return () => glob("**", { cwd: root, dot: true, onlyFiles: false });
    },
  },
  command: {
    "`find`, 25 lines (no order, no page)": shell("find", `"$1" "$2" -mindepth 1 | head -n ${LIMIT}`),
    "`find`, sorted, 25 lines (no page, no stop)": shell(
      "find",
      `"$1" "$2" -mindepth 1 | LC_ALL=C sort | head -n ${LIMIT}`,
    ),
    "`fd`, 25 lines (no order, no page)": shell("fd fdfind", `"$1" --unrestricted . "$2" | head -n ${LIMIT}`),
    "`tree`, 25 lines (no page)": shell("tree", `LC_ALL=C "$1" -a --noreport "$2" | head -n ${LIMIT + 1}`),
  },
};

/** A shell script, where `$1` is the first installed of the names that a program goes by, and `$2` the directory. */
function shell(names, script) {
  return (root) => {
    const program = names.split(" ").find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);
    return program && (() => spawnSync("sh", ["-c", script, "sh", program, root]));
  };
}

export async function peerRows(trees, { peerRounds: rounds }) {
  const rows = [];
  for (const [name, depth] of Object.entries({ tree: 100, flat: 1 })) {
    for (const kind of Object.keys(PEERS)) {
      const task = { kind, root: trees[name], depth, rounds };
      const { dirleaf: ours, ...times } = await inFreshProcess(import.meta.url, "comparePeers", task);
      const work = `${name}, first page, ${kind}`;
      for (const against of Object.keys(PEERS[kind])) {
        const theirs = times[against];
        const row = ours < theirs ? faster : slower;
        rows.push(
          theirs === undefined ? { work, ours, against, measured: "not installed" } : row(work, ours, against, theirs),
        );
      }
    }
  }
  return rows;
}

/** The peers of one kind, and dirleaf in the same form, in a fresh process: one that uses much memory starts others slowly. */
export async function comparePeers({ kind, root, depth, rounds }) {
  const words = [COMMAND, "--depth", String(depth), "--limit", String(LIMIT), root];
  const forms = {
    library: () => askListDir({ dir_path: root, depth, limit: LIMIT }),
    command: () => spawnSync(process.execPath, words),
  };
  const contestants = { dirleaf: forms[kind] };
  for (const [name, prepare] of Object.entries(PEERS[kind])) {
    const run = await prepare(root);
    if (run !== undefined) {
      contestants[name] = run;
    }
  }
  return interleave(contestants, rounds);
}

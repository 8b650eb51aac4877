// Other tools on the same two directories, for 25 lines. Shown for comparison, never judged: each lacks something that a page needs,
// and its name says what.
import { spawnSync } from "node:child_process";

import { fdir as Crawler } from "fdir";

import { askListDir } from "./ask.mjs";
import { COMMAND, faster, interleave, slower } from "./harness.mjs";

const LIMIT = 25;

export function library({ trees, treeRounds }) {
  return compare("library", trees, treeRounds, (root, depth) => ({
    dirleaf: () => askListDir({ dir_path: root, depth, limit: LIMIT }),
    "fdir (no order, no page, no stop)": () => new Crawler().withRelativePaths().withDirs().crawl(root).withPromise(),
  }));
}

export function command({ trees, treeRounds }) {
  return compare("command", trees, treeRounds, (root, depth) => ({
    dirleaf: () => spawnSync(process.execPath, [COMMAND, "--depth", String(depth), "--limit", String(LIMIT), root]),
    "`find`, 25 lines (no order, no page)": () => runShell(`find "$0" -mindepth 1 | head -n ${LIMIT}`, root),
    "`find`, sorted, 25 lines (no page, no stop)": () =>
      runShell(`find "$0" -mindepth 1 | LC_ALL=C sort | head -n ${LIMIT}`, root),
  }));
}

async function compare(kind, trees, rounds, toContestants) {
  const rows = [];
  for (const [name, depth] of Object.entries({ tree: 100, flat: 1 })) {
    const { dirleaf: ours, ...peers } = await interleave(toContestants(trees[name], depth), rounds);
    for (const [peer, theirs] of Object.entries(peers)) {
      rows.push((ours < theirs ? faster : slower)(`${name}, first page, ${kind}`, ours, peer, theirs));
    }
  }
  return rows;
}

function runShell(script, root) {
  spawnSync("sh", ["-c", script, root]);
}

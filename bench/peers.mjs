// Other tools on the same two directories, for 25 lines. Shown for comparison, never judged: each lacks something that a page needs,
// and its name says what.
import { spawnSync } from "node:child_process";

import { fdir as Crawler } from "fdir";

import { askListDir } from "./ask.mjs";
import { COMMAND, expect, interleave } from "./harness.mjs";
import { faster, slower } from "./rows.mjs";

const LIMIT = 25;

export function library({ trees, treeRounds }) {
  return compare("library", trees, treeRounds, (root, depth) => ({
    dirleaf: () => askListDir({ dir_path: root, depth, limit: LIMIT }),
    "fdir (no order, no page, no stop)": async () => {
      const paths = await new Crawler().withRelativePaths().withDirs().crawl(root).withPromise();
      // It says nothing of what it can't read.
      expect(paths.length >= trees.entries, `fdir lists ${trees.entries} entries`);
      return paths;
    },
  }));
}

export function command({ trees, treeRounds }) {
  return compare("command", trees, treeRounds, (root, depth) => ({
    dirleaf: () => linesOf(process.execPath, COMMAND, "--depth", String(depth), "--limit", String(LIMIT), root),
    "`find`, 25 lines (no order, no page)": () => linesOf("sh", "-c", `find "$0" -mindepth 1 | head -n ${LIMIT}`, root),
    "`find`, sorted, 25 lines (no page, no stop)": () =>
      linesOf("sh", "-c", `find "$0" -mindepth 1 | LC_ALL=C sort | head -n ${LIMIT}`, root),
  }));
}

async function compare(kind, trees, rounds, toContestants) {
  const rows = [];
  for (const [name, depth] of Object.entries({ tree: 100, flat: 1 })) {
    const contestants = toContestants(trees[name], depth);
    const after = (peer, { length }) => expect(length >= LIMIT, `${peer} lists ${LIMIT} entries`);
    const { dirleaf: ours, ...peers } = await interleave(contestants, rounds, { after });
    for (const [peer, theirs] of Object.entries(peers)) {
      rows.push((ours < theirs ? faster : slower)(`${name}, first page, ${kind}`, ours, peer, theirs));
    }
  }
  return rows;
}

function linesOf(program, ...words) {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8" });
  expect(status === 0, `${program} ends well`);
  return stdout.trimEnd().split("\n");
}

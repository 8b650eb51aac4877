// `find_files` without an index beside fff, which has one, and beside `find` and fzf: a process that answers once, and the second call of one
// that stays.
import { execFileSync, spawnSync } from "node:child_process";

import { beside, expect, interleave, median } from "./harness.mjs";
import { faster, shown, slower, writeCount } from "./rows.mjs";
import { makeSearchTree, MATCH, SEARCHED_WORDS } from "./trees.mjs";

const SIZES = [45_000, 400_000];

const WAYS = { fff: "fff", fzf: "`find | fzf --filter` for each word" };

export async function search({ processRounds }) {
  const hasFzf = spawnSync("fzf", ["--version"]).status === 0;
  const rows = [];
  for (const entries of SIZES) {
    const root = makeSearchTree(entries);
    const rounds = Math.max(3, Math.ceil((processRounds * 9000) / entries));
    const work = `find_files, ${SEARCHED_WORDS.length} words, ${writeCount(entries)} entries`;
    const { ours, ...others } = await interleave(
      {
        ours: () => runSearcher("ours", root, 1),
        fff: () => runSearcher("fff", root, 1),
        ...(hasFzf && { fzf: () => runFzf(root) }),
      },
      rounds,
    );
    for (const [name, time] of Object.entries(others)) {
      rows.push((ours < time ? faster : slower)(`${work}, from the start of a process`, ours, WAYS[name], time));
    }
    if (!hasFzf) {
      rows.push(shown(`${work}, beside fzf`, "not measured", "fzf is not installed"));
    }
    const second = { ours: [], fff: [] };
    for (let round = 0; round < rounds; round += 1) {
      Object.entries(second).forEach(([who, times]) => times.push(runSearcher(who, root, 2)));
    }
    rows.push(slower(`${work}, the second call`, median(second.ours), "fff, from its index", median(second.fff)));
  }
  return rows;
}

/** Starts a process that makes so many calls. Returns how long the last one took. */
function runSearcher(who, root, calls) {
  const words = [beside("search-once.mjs"), who, root, String(calls), ...SEARCHED_WORDS];
  return Number(execFileSync(process.execPath, words, { encoding: "utf8" }));
}

function runFzf(root) {
  const filters = SEARCHED_WORDS.map((word) => `printf '%s\n' "$paths" | fzf --exact --filter ${word} | head -n 100`);
  const script = `cd "$0" && paths=$(find . -type f); ${filters.join("; ")}`;
  const { status, stdout } = spawnSync("sh", ["-c", script, root], { encoding: "utf8", maxBuffer: Infinity });
  expect(status === 0 && stdout.includes(MATCH), `fzf finds ${MATCH}`);
}

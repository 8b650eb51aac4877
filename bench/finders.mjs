// `find_files` without an index beside fff, which has one, and beside `find` and fzf: a process that answers once, and the second call of one that stays.
import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";

import { beside, expect, faster, interleave, median, shown, slower, writeCount } from "./harness.mjs";
import { makeSearchTree } from "./trees.mjs";

const SIZES = [45_000, 400_000];
const WORDS = "quote name histogram nats auth roles migration widget stream provider".split(" ");

export async function search({ processRounds }) {
  const rows = [];
  for (const entries of SIZES) {
    const root = makeSearchTree(entries);
    const warm = { ours: [], fff: [] };
    const run = (who) => () => {
      const words = [beside("search-once.mjs"), who, root, ...WORDS];
      const [, second] = JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" }));
      warm[who].push(second);
    };
    const contestants = { ours: run("ours"), fff: run("fff"), ...(hasFzf() && { fzf: () => runFzf(root) }) };
    const { ours, ...others } = await interleave(contestants, Math.max(3, Math.ceil((processRounds * 9000) / entries)));
    const work = `find_files, ${WORDS.length} words, ${writeCount(entries)} entries`;
    for (const [name, time] of Object.entries(others)) {
      rows.push((ours < time ? faster : slower)(`${work}, from the start of a process`, ours, WAYS[name], time));
    }
    if (others.fzf === undefined) {
      rows.push(shown(`${work}, beside fzf`, "not measured", "fzf is not installed"));
    }
    rows.push(slower(`${work}, the second call`, median(warm.ours), "fff, from its index", median(warm.fff)));
  }
  return rows;
}

const WAYS = { fff: "fff", fzf: "`find | fzf --filter` for each word" };

function hasFzf() {
  return spawnSync("fzf", ["--version"]).status === 0;
}

function runFzf(root) {
  const each = WORDS.map((word) => `printf '%s\n' "$paths" | fzf --exact --filter ${word} | head -n 100`).join("; ");
  const { status, stdout } = spawnSync(
    "sh",
    ["-c", `cd "$0" && paths=$(find . -type f); ${each}`, path.resolve(root)],
    {
      encoding: "utf8",
      maxBuffer: Infinity,
    },
  );
  expect(status === 0 && stdout.includes("quote-name.ts"), "fzf finds the file");
}

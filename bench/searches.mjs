// Searches through a tree as large as a checkout with its packages, beside `find`, which is a process of its own.
import { spawnSync } from "node:child_process";

import { ask } from "./ask.mjs";
import { expect, interleave } from "./harness.mjs";
import { MATCH, SEARCHED_WORDS } from "./trees.mjs";
import { slower, withoutLimit, writeCount } from "./rows.mjs";

const GLOB = "*quote*";

/** Why searches by words have no limit. */
const WHY_SLOWER =
  "reading alone takes as long as `find`; what judges and matches each name has no single step worth a tenth";

/** All matches by `list_dir`. What the start of `find` takes is measured on an empty directory, and taken off. */
export async function include({ trees, searchRounds }) {
  const list = () =>
    ask(
      "list_dir",
      { dir_path: trees.search, include: GLOB, gitignore: "off", limit: 2000 },
      { maxOutputBytes: 2 ** 20 },
    );
  const lines = (await list()).split("\n").filter((line) => line.includes("quote"));
  expect(lines.length === trees.matches, `list_dir finds ${trees.matches}, not ${lines.length}`);
  const times = await besideFind({ list }, trees, searchRounds, (directory) => ["find", directory, "-name", GLOB]);
  const work = `list_dir, \`include: "${GLOB}"\`, all matches in ${writeCount(trees.searched)} entries`;
  return [slower(work, times.list, "`find -name`, without its start", times.find - times.start, 3)];
}

export async function words({ trees, searchRounds }) {
  const search = (call, options) =>
    ask("find_files", { dir_path: trees.search, words: SEARCHED_WORDS, ...call }, options);
  const ways = {
    plain: () => search({ gitignore: "off" }),
    guarded: () => search({}, { roots: [trees.search] }),
  };
  for (const [name, way] of Object.entries(ways)) {
    expect((await way()).includes(MATCH), `${name}: the files are found`);
  }
  const times = await besideFind(ways, trees, searchRounds, (directory) => ["find", directory]);
  const work = `find_files, ${SEARCHED_WORDS.length} words, ${writeCount(trees.searched)} entries`;
  return [
    withoutLimit(slower(`${work}, no rules, no roots`, times.plain, "`find`", times.find), WHY_SLOWER),
    withoutLimit(slower(`${work}, rules and roots`, times.guarded, "`find`", times.find), WHY_SLOWER),
  ];
}

export async function newest({ trees, searchRounds }) {
  const script = String.raw`find "$0" -type f -printf '%T@ %p\n' | LC_ALL=C sort -rn`;
  const search = () => ask("find_files", { dir_path: trees.search, gitignore: "off" });
  expect(/ \[\d+[smhdwy]\]\n/.test(await search()), "files are shown with their ages");
  const times = await besideFind({ search }, trees, searchRounds, (directory) => ["sh", "-c", script, directory]);
  const work = `find_files, the newest of ${writeCount(trees.searched)} entries`;
  return [slower(work, times.search, "`find -printf` and `sort`", times.find, 3)];
}

function besideFind(ways, trees, rounds, toWords) {
  const run = (directory) => () => {
    const [program, ...programWords] = toWords(directory);
    const { status } = spawnSync(program, programWords, { stdio: ["ignore", "ignore", "inherit"] });
    expect(status === 0, `${program} ends well`);
  };
  return interleave({ ...ways, find: run(trees.search), start: run(trees.empty) }, rounds);
}

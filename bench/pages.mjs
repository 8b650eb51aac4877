// Pages of the large tree, of the flat directory, of an ordinary project and of a checkout, each beside the plain way to read as much.
import { spawnSync } from "node:child_process";

import { createToolRouter, localDisk } from "../dist/index.js";
import { askListDir, notingDisk, readPages } from "./ask.mjs";
import { COMMAND, expect, interleave } from "./harness.mjs";
import { drain, readAndSortTree, readWithPromises } from "./plain-ways.mjs";
import { flatName } from "./trees.mjs";
import { amount, faster, slower, withoutLimit, writeCount } from "./rows.mjs";

const DEPTH = 100;
const LIMIT = 25;

const EAGER_TREE = "read and sort the tree";
const DRAIN = "bare drain";

export async function firstPages({ trees, treeRounds }) {
  const page = { dir_path: trees.tree, depth: DEPTH, limit: LIMIT };
  const calls = {
    "order breadth": { ...page, order: "breadth" },
    "order tree": { ...page, order: "tree" },
    "`gitignore: off`": { ...page, gitignore: "off" },
  };
  const contestants = { eager: () => readAndSortTree(trees.tree, LIMIT) };
  expect(contestants.eager().length === LIMIT, "reading and sorting the tree gives a page");
  const reads = {};
  for (const [name, call] of Object.entries(calls)) {
    const { read, fileSystem } = notingDisk();
    const lines = await askListDir(call, { fileSystem });
    expect(lines.at(-1).startsWith(`More than ${LIMIT} entries found`), `${name}: the page is full and says so`);
    reads[name] = read.length;
    contestants[name] = () => askListDir(call);
  }
  const repeats = Object.fromEntries(Object.keys(calls).map((name) => [name, 20]));
  const { eager, ...times } = await interleave(contestants, treeRounds, { repeats });
  const { "`gitignore: off`": plain, ...orders } = times;
  return [
    ...Object.entries(orders).map(([name, time]) => faster(`tree, first page, ${name}`, time, EAGER_TREE, eager, 300)),
    amount("tree, first page, order breadth: directories read", reads["order breadth"], writeCount, "<=", 2),
    slower("tree, first page, `gitignore: collapse`", times["order breadth"], "the same without", plain, 3),
  ];
}

export async function wholeTree({ trees, pagingRounds }) {
  const listed = { dirPath: trees.tree, depth: DEPTH };
  let count = 0;
  await readPages(listed, () => void (count += 1));
  expect(count === trees.entries, `the pages have ${trees.entries} entries, not ${count}`);
  const contestants = {
    paged: () => readPages(listed),
    rooted: () => readPages({ ...listed, roots: [trees.tree] }),
    eager: () => readAndSortTree(trees.tree, LIMIT),
  };
  const { paged, rooted, eager } = await interleave(contestants, pagingRounds);
  return [
    slower("whole tree, pages of 1000 with `after`", paged, EAGER_TREE, eager, 3),
    slower("whole tree within a root", rooted, "the same without", paged, 1.5),
  ];
}

export async function flatFirstPage({ trees, flatRounds }) {
  // Each time as if for the first time: a new disk remembers nothing.
  const page = () => askListDir({ dir_path: trees.flat, depth: 1, limit: LIMIT }, { fileSystem: localDisk() });
  expect((await page())[0] === flatName(0), "the page starts with the first name");
  const times = await interleave({ page, drain: () => drain(trees.flat) }, flatRounds);
  return [slower("flat, first page", times.page, DRAIN, times.drain, 1.8)];
}

/** Later pages of the flat directory. */
export async function flatAgain({ trees, pagingRounds }) {
  const fileSystem = localDisk();
  const askAt = (where) => askListDir({ dir_path: trees.flat, limit: LIMIT, ...where }, { fileSystem });
  // One page takes less than a clock shows.
  const numbers = Array.from({ length: 20 }, (_, index) => Math.floor(((index + 0.5) * trees.entries) / 20));
  const askEach = (toWhere) => async () => {
    for (const number of numbers) {
      const where = toWhere(number);
      const [first] = await askAt(where);
      expect(first === flatName(number), `${JSON.stringify(where)} starts with ${flatName(number)}, not ${first}`);
    }
  };
  const contestants = {
    after: askEach((number) => ({ after: flatName(number - 1) })),
    offset: askEach((number) => ({ offset: number + 1 })),
    drain: () => drain(trees.flat),
  };
  const times = await interleave(contestants, pagingRounds);
  return [
    faster("flat again, any `after`", times.after / numbers.length, DRAIN, times.drain, 100),
    // All names before it are counted again.
    faster("flat again, any `offset`", times.offset / numbers.length, DRAIN, times.drain),
  ];
}

export async function project({ trees, projectRounds }) {
  const contestants = {
    page: () => askListDir({ dir_path: trees.project, depth: 2, limit: 1000, gitignore: "off" }),
    plain: () => readWithPromises(trees.project, 2),
  };
  const [lines, count] = [await contestants.page(), await contestants.plain()];
  expect(lines.length === count, "the whole project is on the page");
  const times = await interleave(contestants, projectRounds, { repeats: { page: 10, plain: 10 } });
  return [slower("project root, depth 2", times.page, "`fs.promises.readdir`, one after the other", times.plain, 2)];
}

/** Default listings of an ordinary checkout, with and without its rules. */
export async function checkout({ trees, projectRounds }) {
  const router = createToolRouter({ roots: "any" });
  const askWith = async (more) => {
    const payload = { type: "function", arguments: JSON.stringify({ dir_path: trees.checkout, ...more }) };
    return (await router.dispatch({ toolName: "list_dir", callId: "bench", payload })).content;
  };
  expect((await askWith({})).includes("\nnode_modules/ [ignored]\n"), "the rules apply");
  const contestants = { plain: () => askWith({ gitignore: "off" }), rules: () => askWith({}) };
  const times = await interleave(contestants, projectRounds, { repeats: { plain: 10, rules: 10 } });
  const row = slower("checkout, default listing", times.rules, "with `gitignore: off`", times.plain);
  return [withoutLimit(row, "a fraction of a millisecond for the rule files, whatever the listing costs")];
}

/** A process from its start to its end. Newer versions of Node start faster on their own. */
export async function start({ trees, processRounds }) {
  const contestants = { command: () => runNode(COMMAND, trees.project), bare: () => runNode("-e", "0") };
  expect(String(contestants.command()).includes("module-0000/"), "the project is listed");
  const times = await interleave(contestants, processRounds);
  const row = slower("`dirleaf <project>`, a process", times.command, "`node -e 0`", times.bare);
  return [withoutLimit(row, "versions of Node differ in how fast they load modules")];
}

function runNode(...words) {
  const { status, stdout } = spawnSync(process.execPath, words, { maxBuffer: Infinity });
  expect(status === 0, `node ${words.join(" ")} ends well`);
  return stdout;
}

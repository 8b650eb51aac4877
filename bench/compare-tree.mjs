// The large tree: first pages in every order, and all of it page by page, each compared with reading and sorting everything.
import { listDir } from "../dist/index.js";
import { askListDir, expect } from "./ask-list-dir.mjs";
import { countingDisk } from "./count-reads.mjs";
import { interleave } from "./measure.mjs";
import { readAndSortTree } from "./plain-ways.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */

const DEPTH = 100;
const LIMIT = 25;
const PAGE = 1000;

/**
 * First pages: what to ask for, by the name of the order or profile.
 * @type {Record<string, { toolArguments: Record<string, string>, options: import("./ask-list-dir.mjs").ToolRouterOptions }>}
 */
const FIRST_PAGES = {
  "order breadth": { toolArguments: { order: "breadth" }, options: {} },
  "order tree": { toolArguments: { order: "tree" }, options: {} },
  "codex-sorted": { toolArguments: {}, options: { profile: "codex-sorted" } },
  "codex-breadth": { toolArguments: {}, options: { profile: "codex-breadth" } },
};

/**
 * @typedef {object} FirstPages
 * @property {Record<string, number>} reads Directories read, by order.
 * @property {Record<string, number>} times Medians, by order; that of the eager way is `eager`.
 */

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<FirstPages>}
 */
export async function compareFirstPages({ trees, rounds }) {
  const firstPages = Object.entries(FIRST_PAGES).map(([name, { toolArguments, options }]) => ({
    name,
    ask: (more = {}) =>
      askListDir({ dir_path: trees.tree, depth: DEPTH, limit: LIMIT, ...toolArguments }, { ...options, ...more }),
  }));
  /** @type {Record<string, number>} */
  const reads = {};
  for (const { name, ask } of firstPages) {
    const disk = countingDisk();
    const lines = await ask({ fileSystem: disk.fileSystem });
    reads[name] = disk.reads();
    expect(
      lines.at(-1)?.startsWith(`More than ${LIMIT} entries found`) === true,
      `${name}: the page is full and says so`,
    );
    if (name === "codex-sorted") {
      expect(sameNames(lines.slice(0, LIMIT), readAndSortTree(trees.tree, LIMIT)), `${name}: as the eager way has it`);
    }
  }
  const contestants = firstPages.map(({ name, ask }) => ({ name, run: () => ask(), repeats: 20 }));
  const eager = { name: "eager", run: () => readAndSortTree(trees.tree, LIMIT) };
  return { reads, times: await interleave([...contestants, eager], rounds) };
}

/**
 * @param {readonly string[]} lines
 * @param {readonly string[]} paths
 */
function sameNames(lines, paths) {
  const shown = lines.map((line) => line.trim().replace(/\/$/, ""));
  return shown.join("\n") === paths.map((path) => path.slice(path.lastIndexOf("/") + 1)).join("\n");
}

/**
 * @typedef {object} WholeTree
 * @property {number} distinct How many entries came, each counted once.
 * @property {number} paged The median time of all pages together.
 * @property {number} eager The median time of one read and sort.
 */

/**
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<WholeTree>}
 */
export async function compareWholeTree({ trees, rounds }) {
  const distinct = await countDistinct(trees.tree);
  const contestants = [
    { name: "paged", run: () => readPages(trees.tree, () => {}) },
    { name: "eager", run: () => readAndSortTree(trees.tree, LIMIT) },
  ];
  const { paged = Number.NaN, eager = Number.NaN } = await interleave(contestants, rounds);
  return { distinct, paged, eager };
}

/**
 * How many entries the pages contain. Each must come after the previous one in the listing's order, so none can come twice.
 * @param {string} root
 */
async function countDistinct(root) {
  let count = 0;
  let last = "";
  await readPages(root, ({ path, kind }) => {
    const key = kind === "directory" ? `${path}/` : path;
    expect(key > last, `${key} stands behind ${last}`);
    last = key;
    count += 1;
  });
  return count;
}

/**
 * @param {string} root
 * @param {(entry: import("../dist/index.js").ListDirEntry) => void} visit
 */
async function readPages(root, visit) {
  /** @type {string | undefined} */
  let after;
  do {
    const page = await listDir({ dirPath: root, depth: DEPTH, limit: PAGE, order: "tree", gitignore: "off", after });
    for (const entry of page.entries) {
      if (entry.context !== true) {
        visit(entry);
      }
    }
    after = page.next;
  } while (after !== undefined);
}

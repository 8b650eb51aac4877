// What filters and the sandbox cost the lazy walk, each compared with the same listing without them.
import { createToolRouter, listDir } from "../dist/index.js";
import { askListDir, expect } from "./ask-list-dir.mjs";
import { interleave } from "./measure.mjs";

/** @typedef {import("./make-trees.mjs").Trees} Trees */

const DEPTH = 100;
const PAGE = 1000;
const EXCLUDE = "**/node_modules";

/**
 * First pages of the tree, with and without reading ignore files.
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<{ plain: number, gitignore: number }>} Median times.
 */
export async function compareGitignore({ trees, rounds }) {
  const ask = (/** @type {Record<string, string>} */ more) =>
    askListDir({ dir_path: trees.tree, depth: DEPTH, ...more });
  const collapsed = await ask({ gitignore: "collapse" });
  expect(collapsed.includes("node_modules/ [ignored]"), "an ignored directory is shown closed");
  const contestants = [
    { name: "plain", run: () => ask({ gitignore: "off" }), repeats: 20 },
    { name: "gitignore", run: () => ask({ gitignore: "collapse" }), repeats: 20 },
  ];
  const { plain = Number.NaN, gitignore = Number.NaN } = await interleave(contestants, rounds);
  return { plain, gitignore };
}

/**
 * Default listings of an ordinary checkout, with and without its rules: of its top, and of a directory in it within roots.
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<Record<"top" | "held" | "inside", { plain: number, gitignore: number }>>} Median times.
 */
export async function compareCheckout({ trees, rounds }) {
  const { checkout } = trees;
  const within = createToolRouter({ roots: [checkout] });
  const open = createToolRouter();
  const compare = async (
    /** @type {import("../dist/index.js").ToolRouter} */ router,
    /** @type {string} */ directory,
  ) => {
    const ask = (/** @type {object} */ more) => {
      const payload = /** @type {const} */ ({
        type: "function",
        arguments: JSON.stringify({ dir_path: directory, ...more }),
      });
      return router.dispatch({ toolName: "list_dir", callId: "bench", payload });
    };
    const { content } = await ask({});
    expect(directory !== checkout || content.includes("\nnode_modules/ [ignored]\n"), "the rules apply");
    const contestants = [
      { name: "plain", run: () => ask({ gitignore: "off" }), repeats: 10 },
      { name: "gitignore", run: () => ask({}), repeats: 10 },
    ];
    const { plain = Number.NaN, gitignore = Number.NaN } = await interleave(contestants, rounds);
    return { plain, gitignore };
  };
  return {
    top: await compare(open, checkout),
    held: await compare(within, checkout),
    inside: await compare(within, `${checkout}/src`),
  };
}

/**
 * All pages of the tree: plain, with a glob that excludes directories, and inside a sandbox root.
 * @param {{ trees: Trees, rounds: number }} task
 * @returns {Promise<{ plain: number, excluded: number, sandboxed: number }>} Median times.
 */
export async function compareDrains({ trees, rounds }) {
  const all = await drainPages(trees.tree, {});
  const kept = await drainPages(trees.tree, { exclude: EXCLUDE });
  expect(all === trees.entries && kept < all, "the glob leaves something out, and nothing else does");
  expect((await drainPages(trees.tree, { roots: [trees.tree] })) === all, "the root holds everything");
  const contestants = [
    { name: "plain", run: () => drainPages(trees.tree, {}) },
    { name: "excluded", run: () => drainPages(trees.tree, { exclude: EXCLUDE }) },
    { name: "sandboxed", run: () => drainPages(trees.tree, { roots: [trees.tree] }) },
  ];
  const { plain = Number.NaN, excluded = Number.NaN, sandboxed = Number.NaN } = await interleave(contestants, rounds);
  return { plain, excluded, sandboxed };
}

/**
 * @param {string} root
 * @param {Partial<import("../dist/index.js").ListDirOptions>} options
 * @returns {Promise<number>} How many entries there were.
 */
async function drainPages(root, options) {
  let count = 0;
  /** @type {string | undefined} */
  let after;
  do {
    const page = await listDir({
      dirPath: root,
      depth: DEPTH,
      limit: PAGE,
      order: "tree",
      gitignore: "off",
      ...options,
      after,
    });
    count += page.moreThan ?? page.entries.filter(({ context }) => context !== true).length;
    after = page.next;
  } while (after !== undefined);
  return count;
}

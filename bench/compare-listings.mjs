// What a model pays for: the definitions of the tools, and listings of the same trees. Counts the arguments of every call and
// the text of every answer; if our answer has several pages, all of them.
import { parseListing } from "../dist/index.js";
import { expect } from "./ask-list-dir.mjs";
import { askText, startServer } from "./compare-servers.mjs";
import { loadTokenizer } from "./install-reference.mjs";

/** @typedef {import("./stdio-client.mjs").StdioClient} StdioClient */
/** @typedef {{ bytes: number, tokens: number, pages: number, entries: number }} Cost */
/** @typedef {{ ours: Cost, theirs: Cost }} Costs */

/** More entries than exist, so that only the byte limit ends a page. */
const DEPTH = 100;
const LIMIT = 100_000;

/**
 * The bytes of the answer to `tools/list`.
 * @param {import("./compare-servers.mjs").ServerTask} task
 * @returns {Promise<{ ours: number, theirs: number }>}
 */
export async function compareDefinitions(task) {
  const sizes = { ours: 0, theirs: 0 };
  for (const side of /** @type {const} */ (["ours", "theirs"])) {
    const client = await startServer(task, side);
    const { result } = JSON.parse(await client.ask("tools/list", {}));
    sizes[side] = Buffer.byteLength(JSON.stringify(result));
    await client.close();
  }
  return sizes;
}

/**
 * One level and a whole tree, with each of our tools that can, compared with the reference's tool that does the same.
 * @param {{ reference: string, level: string, tree: string }} task
 * @returns {Promise<{ listDirectory: Costs, listDir: Costs, tree: Costs }>}
 */
export async function compareListings({ reference, level, tree }) {
  const ours = await startServer({ reference, directory: tree }, "ours");
  const theirs = await startServer({ reference, directory: tree }, "theirs");
  const theirLevel = await askTheirLevel(theirs, level);
  // The fewest arguments that show the same.
  const options = {
    ...(theirLevel.paths.length > 100 && { maxResults: 1000 }),
    ...(theirLevel.paths.some((name) => name.startsWith(".")) && { showHidden: true }),
  };
  const listings = {
    listDirectory: { ours: await askListDirectory(ours, level, options), theirs: theirLevel },
    listDir: { ours: await askListDir(ours, { dir_path: level, depth: 1, limit: LIMIT }), theirs: theirLevel },
    tree: {
      ours: await askListDir(ours, { dir_path: tree, depth: DEPTH, limit: LIMIT, order: "tree" }),
      theirs: await askTheirTree(theirs, tree),
    },
  };
  await Promise.all([ours.close(), theirs.close()]);
  expectSameEntries(listings.listDirectory);
  expectSameEntries(listings.listDir);
  expectSameEntries(listings.tree);

  const countTokens = await loadTokenizer();
  const price = (/** @type {Listing} */ listing) => priceOf(listing, countTokens);
  const priceBoth = (/** @type {{ ours: Listing, theirs: Listing }} */ both) => ({
    ours: price(both.ours),
    theirs: price(both.theirs),
  });
  return {
    listDirectory: priceBoth(listings.listDirectory),
    listDir: priceBoth(listings.listDir),
    tree: priceBoth(listings.tree),
  };
}

/** @param {{ ours: Listing, theirs: Listing }} listings */
function expectSameEntries({ ours, theirs }) {
  const same = JSON.stringify(ours.paths.toSorted()) === JSON.stringify(theirs.paths.toSorted());
  expect(same && ours.paths.length > 0, "both servers list the same entries");
}

/** @typedef {{ texts: string[], pages: number, paths: string[] }} Listing What is counted, and the entries; directories end in a slash. */

/**
 * @param {StdioClient} client
 * @param {string} directory
 * @param {object} options
 * @returns {Promise<Listing>}
 */
async function askListDirectory(client, directory, options) {
  /** @type {Listing} */
  const listing = { texts: [], pages: 0, paths: [] };
  let count = Infinity;
  while (listing.paths.length < count) {
    const offset = listing.paths.length;
    const page = { path: directory, ...options, ...(offset > 0 && { offset }) };
    const text = await askText(client, { name: "list_directory", arguments: page });
    const answer = JSON.parse(text);
    expect(answer.files.length > 0, "every page has an entry");
    add(listing, page, text, answer.files);
    ({ count } = answer);
  }
  return listing;
}

/**
 * @param {StdioClient} client
 * @param {Record<string, string | number>} request
 * @returns {Promise<Listing>}
 */
async function askListDir(client, request) {
  /** @type {Listing} */
  const listing = { texts: [], pages: 0, paths: [] };
  let hasMore = true;
  while (hasMore) {
    const offset = listing.paths.length + 1;
    const page = { ...request, ...(offset > 1 && { offset }) };
    const text = await askText(client, { name: "list_dir", arguments: page });
    const { entries, moreThan } = parseListing(text);
    // A page repeats the directories above its first entry. They are paid for, but were already listed.
    const listed = new Set(listing.paths);
    const paths = entries.map(({ path, kind }) => (kind === "directory" ? `${path}/` : path));
    add(
      listing,
      page,
      text,
      paths.filter((path) => !listed.has(path)),
    );
    hasMore = moreThan !== undefined;
  }
  return listing;
}

/**
 * @param {StdioClient} client
 * @param {string} directory
 * @returns {Promise<Listing>}
 */
async function askTheirLevel(client, directory) {
  const page = { path: directory };
  const text = await askText(client, { name: "list_directory", arguments: page });
  const paths = text.split("\n").map((line) => line.replace(/^\[FILE\] /, "").replace(/^\[DIR\] (.*)$/, "$1/"));
  return add({ texts: [], pages: 0, paths: [] }, page, text, paths);
}

/**
 * @param {StdioClient} client
 * @param {string} directory
 * @returns {Promise<Listing>}
 */
async function askTheirTree(client, directory) {
  const page = { path: directory };
  const text = await askText(client, { name: "directory_tree", arguments: page });
  return add({ texts: [], pages: 0, paths: [] }, page, text, pathsOf(JSON.parse(text), ""));
}

/**
 * @param {{ name: string, type: string, children?: [] }[]} nodes
 * @param {string} above
 * @returns {string[]}
 */
function pathsOf(nodes, above) {
  return nodes.flatMap(({ name, children }) =>
    children === undefined ? [above + name] : [`${above}${name}/`, ...pathsOf(children, `${above}${name}/`)],
  );
}

/**
 * @param {Listing} listing
 * @param {object} page The arguments of the call.
 * @param {string} text
 * @param {readonly string[]} paths
 */
function add(listing, page, text, paths) {
  listing.texts.push(JSON.stringify(page), text);
  listing.pages += 1;
  listing.paths.push(...paths);
  return listing;
}

/**
 * @param {Listing} listing
 * @param {(text: string) => number} countTokens
 * @returns {Cost}
 */
function priceOf({ texts, pages, paths }, countTokens) {
  const sum = (/** @type {(text: string) => number} */ count) => texts.reduce((total, text) => total + count(text), 0);
  return { bytes: sum((text) => Buffer.byteLength(text)), tokens: sum(countTokens), pages, entries: paths.length };
}

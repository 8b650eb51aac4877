// What the first look at a tree costs a model, by the size of the tree: a page of `list_dir`, a map, and the reference's whole tree.
import { loadTokenizer } from "./install-reference.mjs";
import { askText, startServer } from "./compare-servers.mjs";

/** @typedef {{ page: number, map: number, theirs: number }} LookCost Tokens of the call's arguments and of its answer. */

/**
 * @param {{ reference: string, directory: string }} task
 * @returns {Promise<LookCost>}
 */
export async function compareSizes(task) {
  const { directory } = task;
  const countTokens = await loadTokenizer();
  const ours = await startServer(task, "ours");
  const theirs = await startServer(task, "theirs");
  /**
   * @param {import("./stdio-client.mjs").StdioClient} client
   * @param {string} name
   * @param {object} given
   */
  const price = async (client, name, given) =>
    countTokens(JSON.stringify(given)) + countTokens(await askText(client, { name, arguments: given }));
  const cost = {
    page: await price(ours, "list_dir", { dir_path: directory }),
    map: await price(ours, "map_dir", { dir_path: directory }),
    theirs: await price(theirs, "directory_tree", { path: directory }),
  };
  await Promise.all([ours.close(), theirs.close()]);
  return cost;
}

// Runs one comparison in this process, which does nothing else, and prints its result as JSON.
import { compareAgain, compareAll, probeNames } from "./compare-again.mjs";
import { compareEconomy } from "./compare-economy.mjs";
import { compareCheckout, compareDrains, compareGitignore } from "./compare-filters.mjs";
import { compareFlat, probeFlat } from "./compare-flat.mjs";
import { compareHttp, probeHttpMemory } from "./compare-http.mjs";
import { compareDefinitions, compareListings } from "./compare-listings.mjs";
import {
  compareMapOfFlat,
  compareMapOfProject,
  compareMapOfTree,
  countMapRequests,
  probeMapOfFlat,
} from "./compare-map.mjs";
import { comparePeers } from "./compare-peers.mjs";
import { compareProcess, compareProject } from "./compare-project.mjs";
import { compareSearch } from "./compare-search.mjs";
import { compareSizes } from "./compare-sizes.mjs";
import { compareCalls, compareClients, compareEras, compareStarts, probeServerMemory } from "./compare-servers.mjs";
import { probeLoad } from "./probe-load.mjs";
import { compareFirstPages, compareWholeTree } from "./compare-tree.mjs";

/**
 * Loaded on demand, because it loads the SDK, which must not slow down the other comparisons.
 * @param {import("./compare-stores.mjs").StoreTask} task
 */
async function compareStores(task) {
  const comparison = await import("./compare-stores.mjs");
  return comparison.compareStores(task);
}

/** By name; `runInChild` takes these names. */
const COMPARISONS = {
  compareAgain,
  compareAll,
  compareCalls,
  compareCheckout,
  compareClients,
  compareDefinitions,
  compareDrains,
  compareEconomy,
  compareEras,
  compareFirstPages,
  compareFlat,
  compareGitignore,
  compareHttp,
  compareListings,
  compareMapOfFlat,
  compareMapOfProject,
  compareMapOfTree,
  comparePeers,
  compareProcess,
  compareProject,
  compareSearch,
  compareSizes,
  compareStarts,
  compareStores,
  compareWholeTree,
  countMapRequests,
  probeFlat,
  probeHttpMemory,
  probeLoad,
  probeMapOfFlat,
  probeNames,
  probeServerMemory,
};

/** @typedef {typeof COMPARISONS} Comparisons */

const [name, task] = process.argv.slice(2);
const comparison = COMPARISONS[/** @type {keyof Comparisons} */ (name)];
process.stdout.write(JSON.stringify(await comparison(JSON.parse(task ?? ""))));

// The rows of economy: calls and tokens to find a file, by tool and repository.
import { REPOSITORIES } from "./compare-economy.mjs";
import { installReference } from "./install-reference.mjs";
import { atMost } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeTokens } from "./write-number.mjs";

/** @typedef {import("./row.mjs").Row} Row */
/** @typedef {import("./economy/search.mjs").Cost} Cost */

/** What the means over the repositories must reach. */
const MOST = { calls: 2.9, tokens: 1400 };

const TOOLS = /** @type {const} */ (["map_dir", "list_dir", "list_directory"]);

/**
 * @param {import("./settings.mjs").Settings} _settings
 * @param {(message: string) => void} report
 * @returns {Promise<Row[]>}
 */
export async function makeEconomyRows(_settings, report) {
  installReference(report);
  const results = [];
  for (const repository of REPOSITORIES) {
    report(`economy: ${repository}`);
    results.push({ repository, ...(await runInChild("compareEconomy", { repository })) });
  }
  const rows = TOOLS.flatMap((tool) => {
    const costs = results.map(({ means }) => means[tool] ?? { calls: Number.NaN, tokens: Number.NaN });
    const each = results.map(({ repository }, index) => ({
      work: `find a file, ${tool}, ${repository}`,
      measured: writeCost(costs[index]),
    }));
    const mean = { calls: meanOf(costs.map(({ calls }) => calls)), tokens: meanOf(costs.map(({ tokens }) => tokens)) };
    const total = { work: `find a file, ${tool}, mean of the three`, measured: writeCost(mean) };
    return [...each, tool === "map_dir" ? { ...total, ...bound(mean) } : total];
  });
  const prompts = results.map(({ repository, mapTokens, pathsTokens }) => ({
    work: `a map with budget 800 in a system prompt, ${repository}`,
    ours: mapTokens,
    against: "the first 200 files as paths",
    theirs: pathsTokens,
    write: writeTokens,
    measured: `${(mapTokens / pathsTokens).toFixed(2)} x`,
  }));
  return [...rows, ...prompts];
}

/** @param {Cost} mean */
function bound({ calls, tokens }) {
  const [most, mostTokens] = [atMost(MOST.calls, (value) => `${value} calls`), atMost(MOST.tokens, writeTokens)];
  return { bound: `${most.text}, ${mostTokens.text}`, holds: most.holds(calls) && mostTokens.holds(tokens) };
}

/** @param {Cost | undefined} cost */
function writeCost({ calls, tokens } = { calls: Number.NaN, tokens: Number.NaN }) {
  return `${calls.toFixed(2)} calls, ${writeTokens(Math.round(tokens))}`;
}

/** @param {readonly number[]} values */
function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

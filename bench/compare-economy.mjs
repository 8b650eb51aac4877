// What it costs an agent to find files of public repositories with each of our tools, and what a map or the first files of a tree
// cost in a system prompt. The trees are in memory; the tools are asked through the router.
import fs from "node:fs";

import { createToolRouter, mapDirText, memory } from "../dist/index.js";
import { ROOT, searchByListDir, searchByListDirectory, searchByMap } from "./economy/search.mjs";
import { loadTokenizer } from "./install-reference.mjs";

/** The repositories. `<name>.paths` are their files, `<name>.targets` 300 of those that their last 1,500 commits touched. */
export const REPOSITORIES = /** @type {const} */ (["codex", "django", "ai"]);

const SEARCHES = { map_dir: searchByMap, list_dir: searchByListDir, list_directory: searchByListDirectory };

/** What agents put into a system prompt: so many files as plain paths, or a map in so many tokens. */
const FIRST_FILES = 200;
const PROMPT_BUDGET = 800;

/**
 * @typedef {object} Economy
 * @property {Record<string, import("./economy/search.mjs").Cost>} means Means of calls and tokens, by tool.
 * @property {number} mapTokens Tokens of a map in a system prompt.
 * @property {number} pathsTokens Tokens of the first files as plain paths.
 */

/**
 * @param {{ repository: typeof REPOSITORIES[number] }} task
 * @returns {Promise<Economy>}
 */
export async function compareEconomy({ repository }) {
  const countTokens = await loadTokenizer();
  const [paths, targets] = ["paths", "targets"].map((ending) => readLines(`${repository}.${ending}`));
  const fileSystem = memory((paths ?? []).map((path) => `${ROOT}/${path}`));
  const router = createToolRouter({ fileSystem });
  /** @type {Economy["means"]} */
  const means = {};
  for (const [toolName, search] of Object.entries(SEARCHES)) {
    // Pages that were asked for before are not asked for again.
    /** @type {Map<string, string>} */
    const known = new Map();
    /** @type {import("./economy/search.mjs").Ask} */
    const ask = async (toolArguments) => {
      const json = JSON.stringify(toolArguments);
      const payload = /** @type {const} */ ({ type: "function", arguments: json });
      const text = known.get(json) ?? (await router.dispatch({ toolName, callId: "1", payload })).content;
      known.set(json, text);
      return text;
    };
    const total = { calls: 0, tokens: 0 };
    for (const target of targets ?? []) {
      const { calls, tokens } = await search(ask, target, countTokens);
      total.calls += calls;
      total.tokens += tokens;
    }
    const count = (targets ?? []).length;
    means[toolName] = { calls: total.calls / count, tokens: total.tokens / count };
  }
  const map = await mapDirText({ dirPath: ROOT, budget: PROMPT_BUDGET, fileSystem });
  const first = (paths ?? []).slice(0, FIRST_FILES).join("\n");
  return { means, mapTokens: countTokens(map), pathsTokens: countTokens(first) };
}

/** @param {string} file */
function readLines(file) {
  return fs
    .readFileSync(new URL(`./economy/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
}

// What it costs an agent to find files of public repositories with each of our tools, what a map or the first files of a tree cost
// in a system prompt, and what the first look at trees of several sizes costs. The last is also drawn for the documents.
import fs from "node:fs";

import { createToolRouter, mapDirText, memory } from "../dist/index.js";
import { drawCosts } from "./draw-costs.mjs";
import { ROOT, searchByListDir, searchByListDirectory, searchByMap } from "./economy/search.mjs";
import { beside, fewer, inFreshProcess, shown, writeCount, writeTokens } from "./harness.mjs";
import { askText, startServer } from "./mcp.mjs";
import { installReference, loadTokenizer } from "./reference.mjs";
import { makePathsTree, readLines } from "./trees.mjs";

/** The repositories. `<name>.paths` are their files, `<name>.targets` 300 of those that their last 1,500 commits touched. */
const REPOSITORIES = ["codex", "django", "ai"];

const SEARCHES = { map_dir: searchByMap, list_dir: searchByListDir, list_directory: searchByListDirectory };

/** What the means of `map_dir` over the repositories must reach. */
const MOST = { calls: 2.9, tokens: 1400 };

/** What agents put into a system prompt: so many files as plain paths, or a map in so many tokens. */
const FIRST_FILES = 200;
const PROMPT_BUDGET = 800;

export async function economyRows(_settings, report) {
  installReference(report);
  const results = [];
  for (const repository of REPOSITORIES) {
    report(`economy: ${repository}`);
    results.push({ repository, ...(await inFreshProcess(import.meta.url, "compareEconomy", { repository })) });
  }
  const rows = Object.keys(SEARCHES).flatMap((tool) => {
    const meanOf = (name) => results.reduce((sum, { means }) => sum + means[tool][name], 0) / results.length;
    const mean = { calls: meanOf("calls"), tokens: meanOf("tokens") };
    const total = shown(`find a file, ${tool}, mean of the three`, writeCost(mean));
    const bound = {
      bound: `<= ${MOST.calls} calls, <= ${writeTokens(MOST.tokens)}`,
      holds: mean.calls <= MOST.calls && mean.tokens <= MOST.tokens,
    };
    return [
      ...results.map(({ repository, means }) => shown(`find a file, ${tool}, ${repository}`, writeCost(means[tool]))),
      tool === "map_dir" ? { ...total, ...bound } : total,
    ];
  });
  const prompts = results.map(({ repository, mapTokens, pathsTokens }) => ({
    work: `a map with budget ${PROMPT_BUDGET} in a system prompt, ${repository}`,
    ours: mapTokens,
    against: `the first ${FIRST_FILES} files as paths`,
    theirs: pathsTokens,
    write: writeTokens,
    measured: `${(mapTokens / pathsTokens).toFixed(2)} x`,
  }));
  return [...rows, ...prompts];
}

/** The trees are in memory; the tools are asked through the router. */
export async function compareEconomy({ repository }) {
  const countTokens = await loadTokenizer();
  const [paths, targets] = [readLines(`${repository}.paths`), readLines(`${repository}.targets`)];
  const fileSystem = memory(paths.map((path) => `${ROOT}/${path}`));
  const router = createToolRouter({ fileSystem });
  const means = {};
  for (const [toolName, search] of Object.entries(SEARCHES)) {
    // Pages that were asked for before are not asked for again.
    const known = new Map();
    const ask = async (toolArguments) => {
      const json = JSON.stringify(toolArguments);
      const payload = { type: "function", arguments: json };
      const text = known.get(json) ?? (await router.dispatch({ toolName, callId: "1", payload })).content;
      known.set(json, text);
      return text;
    };
    means[toolName] = { calls: 0, tokens: 0 };
    for (const target of targets) {
      const { calls, tokens } = await search(ask, target, countTokens);
      means[toolName].calls += calls / targets.length;
      means[toolName].tokens += tokens / targets.length;
    }
  }
  const map = await mapDirText({ dirPath: ROOT, budget: PROMPT_BUDGET, fileSystem });
  return { means, mapTokens: countTokens(map), pathsTokens: countTokens(paths.slice(0, FIRST_FILES).join("\n")) };
}

/** How many files of `ai` a first look is taken at. The last is more than there are: all of them. */
const SIZES = [10, 30, 100, 300, 1000, 3000, 10_000];

export async function sizeRows(_settings, report) {
  installReference(report);
  const costs = [];
  for (const size of SIZES) {
    const { directory, files } = makePathsTree("ai", report, size);
    report(`a first look at ${files} files`);
    costs.push({ files, ...(await inFreshProcess(import.meta.url, "compareSizes", { directory })) });
  }
  fs.writeFileSync(beside("../docs/pictures/costs.svg"), drawCosts(costs));
  const against = "server-filesystem directory_tree";
  return costs.flatMap(({ files, page, map, theirs }) => [
    fewer(`a first look at ${writeCount(files)} files, list_dir`, page, against, theirs, writeTokens),
    fewer(`a first look at ${writeCount(files)} files, map_dir`, map, against, theirs, writeTokens),
  ]);
}

/** Tokens of a call's arguments and of its answer: a page of `list_dir`, a map, and the reference's whole tree. */
export async function compareSizes({ directory }) {
  const countTokens = await loadTokenizer();
  const [ours, theirs] = [await startServer(directory, "ours"), await startServer(directory, "theirs")];
  const price = async (client, name, given) =>
    countTokens(JSON.stringify(given)) + countTokens(await askText(client, name, given));
  const cost = {
    page: await price(ours, "list_dir", { dir_path: directory }),
    map: await price(ours, "map_dir", { dir_path: directory }),
    theirs: await price(theirs, "directory_tree", { path: directory }),
  };
  await Promise.all([ours.close(), theirs.close()]);
  return cost;
}

function writeCost({ calls, tokens }) {
  return `${calls.toFixed(2)} calls, ${writeTokens(Math.round(tokens))}`;
}

// What it costs an agent to find files of public repositories (`economy/repositories.mjs`), and how many of ten changes one answer names a file of:
// by `find_files`, by the strongest plain baseline, and by other finders, each in the layout that suits it. A file counts where it is named.
import { minimatch } from "minimatch";

import { createToolRouter, memory } from "../dist/index.js";
import { FINDERS } from "./economy/finders.mjs";
import { countFitting, LAYOUTS, takeTurns } from "./economy/layouts.mjs";
import { readMap } from "./economy/read-map.mjs";
import { commitsOf, readLines, tunedRepositories, untunedRepositories } from "./economy/repositories.mjs";
import { ROOT, SEARCHES, searchFor } from "./economy/search.mjs";
import { expect } from "./harness.mjs";
import { loadTokenizer } from "./reference.mjs";
import { shown, writeShare, writeTokens } from "./rows.mjs";

/** What the means of `map_dir` over the repositories must reach. */
const MOST_CALLS = 2.75;
const MOST_TOKENS = 1060;

/** The budgets of an answer, and the share of changes that it must name a file of in the repositories that were tuned on. */
const BUDGETS = [150, 300, 500, 1000];
const FOUND_BY_WORDS = [0.55, 0.65, 0.71, 0.76];
const FOUND_BY_GUESSES = [0.52, 0.74, 0.81, 0.85];

/** No budget holds more. */
const MOST_PATHS = 400;

/** Asks the tools about a repository, which is in memory. */
function makeAsk(paths, options) {
  const router = createToolRouter({ ...options, fileSystem: memory(paths.map((path) => `${ROOT}/${path}`)) });
  const known = new Map();
  return async (toolName, toolArguments) => {
    const json = JSON.stringify(toolArguments);
    const key = `${toolName} ${json}`;
    const payload = { type: "function", arguments: json };
    const text = known.get(key) ?? (await router.dispatch({ toolName, callId: "1", payload })).content;
    known.set(key, text);
    return text;
  };
}

/** The mean calls and tokens to a file. */
export async function searches() {
  const countTokens = await loadTokenizer();
  const rows = [];
  for (const [tool, search] of Object.entries(SEARCHES)) {
    const means = [];
    for (const { name, paths } of tunedRepositories()) {
      const ask = makeAsk(paths);
      const costs = [];
      for (const target of readLines(`${name}.targets`)) {
        costs.push(await searchFor(target, search, (call) => ask(tool, call), countTokens));
      }
      means.push({ calls: mean(costs.map(({ calls }) => calls)), tokens: mean(costs.map(({ tokens }) => tokens)) });
      rows.push(shown(`find a file, ${tool}, ${name}`, writeCost(means.at(-1))));
    }
    const calls = mean(means.map((cost) => cost.calls));
    const tokens = mean(means.map((cost) => cost.tokens));
    const row = shown(`find a file, ${tool}, mean of the three`, writeCost({ calls, tokens }));
    const bound = `<= ${MOST_CALLS} calls, <= ${writeTokens(MOST_TOKENS)}`;
    rows.push(tool === "map_dir" ? { ...row, bound, holds: calls <= MOST_CALLS && tokens <= MOST_TOKENS } : row);
  }
  return rows;
}

/** The words of commit messages go to the tool as they are. */
export async function words() {
  return rowsOfOurs("words of commit messages", tunedRepositories(), commitsOf, FOUND_BY_WORDS);
}

export async function guesses() {
  const repositories = tunedRepositories();
  return [
    ...(await rowsOfOurs("guesses of models", repositories, guessesOf, FOUND_BY_GUESSES)),
    ...(await rowsOfOthers("guesses of models", repositories)),
  ];
}

export async function untuned({ clones }) {
  const work = "guesses of a model, repositories that nothing was tuned on";
  if (clones === undefined) {
    return [shown(work, "not measured", "with `--clones`: docs/benchmarks.md says how")];
  }
  const repositories = untunedRepositories(clones);
  return [...(await rowsOfOurs(work, repositories, guessesOf)), ...(await rowsOfOthers(work, repositories))];
}

function guessesOf(repository) {
  return repository.guesses;
}

async function rowsOfOurs(work, repositories, callsOf, limits) {
  const shares = await measure(repositories, callsOf, ourAnswers(await loadTokenizer()));
  const rows = repositories.map(({ name }, index) => shown(`${work}: ${name}`, writeShares(shares[index])));
  const means = meansOf(shares);
  const all = shown(`${work}: mean of ${repositories.length}`, writeShares(means));
  const bound = limits && {
    bound: `>= ${writeShares(limits)}`,
    holds: means.every((share, at) => share >= limits[at]),
  };
  return [...rows, { ...all, ...bound }];
}

async function rowsOfOthers(work, repositories) {
  const countTokens = await loadTokenizer();
  const rows = [];
  for (const [finder, make] of Object.entries(FINDERS)) {
    for (const [layout, write] of Object.entries(LAYOUTS)) {
      const shares = await measure(repositories, guessesOf, othersAnswers(make, write, countTokens));
      const row = shown(`${work}: mean of ${repositories.length}`, writeShares(meansOf(shares)));
      rows.push({ ...row, against: `${finder}, ${layout}` });
    }
  }
  return rows;
}

// What answers calls about a repository: a function that is handed a call and a budget, and returns whether a file is named.

function ourAnswers(countTokens) {
  return (repository) => {
    const ask = makeAsk(repository.paths, { countTokens });
    return async (call, budget) => {
      const text = await ask("find_files", { dir_path: ROOT, ...call, budget });
      expect(countTokens(text) <= budget, `find_files takes at most ${budget} tokens`);
      const { named } = readMap(text);
      return (file) => named.get(file) === "file";
    };
  };
}

/** `make` makes the finder, and `write` is its layout. */
function othersAnswers(make, write, countTokens) {
  return async (repository) => {
    const rank = await make(repository);
    return ({ words: queries, exclude = [] }, budget) => {
      const isWanted = (path) => !exclude.some((glob) => minimatch(path, glob, { dot: true, matchBase: true }));
      const paths = takeTurns(queries.map((query) => rank(query).filter(isWanted))).slice(0, MOST_PATHS);
      const named = new Set(paths.slice(0, countFitting(paths, write, countTokens, budget)));
      return (file) => named.has(file);
    };
  };
}

/** For each repository and each budget, the share of changes of which an answer names a file. */
async function measure(repositories, callsOf, makeAnswer) {
  const shares = [];
  for (const repository of repositories) {
    const answer = await makeAnswer(repository);
    const found = BUDGETS.map(() => []);
    for (const { call, wanted } of callsOf(repository)) {
      for (const [at, budget] of BUDGETS.entries()) {
        const isNamed = await answer(call, budget);
        found[at].push(...wanted.map((files) => Number(files.some(isNamed))));
      }
    }
    shares.push(found.map(mean));
  }
  return shares;
}

function meansOf(shares) {
  return BUDGETS.map((_, at) => mean(shares.map((ofOne) => ofOne[at])));
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function writeCost({ calls, tokens }) {
  return `${calls.toFixed(2)} calls, ${writeTokens(tokens)}`;
}

/** In 150, 300, 500 and 1,000 tokens. */
function writeShares(shares) {
  return shares.map(writeShare).join(" / ");
}

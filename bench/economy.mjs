// What it costs an agent to find files of three public repositories, and how often one call of `find_files` shows them.
// `economy/<name>.paths` are all files of a repository. `.targets` are 300 that its last 1,500 commits touched. A line of `.find` is a commit: words of its summary, then its files. A line of `.guesses` is a call as a model
// wrote it for ten commits of which it knew only the summaries, and the files of each.
import { createToolRouter, memory } from "../dist/index.js";
import { isInFold, readMap } from "./economy/read-map.mjs";
import { ROOT, SEARCHES, searchFor } from "./economy/search.mjs";
import { amount, shown, writeShare, writeTokens } from "./harness.mjs";
import { loadTokenizer } from "./reference.mjs";
import { readLines } from "./trees.mjs";

const REPOSITORIES = ["codex", "django", "ai"];

/** What the means of `map_dir` over the repositories must reach. */
const MOST_CALLS = 2.9;
const MOST_TOKENS = 1400;

/** The share of files that one answer must show, by its budget. */
const FOUND_BY_WORDS = { 150: 0.56, 500: 0.71 };
const FOUND_BY_GUESSES = { 500: 0.8, 1000: 0.84 };

/** A file in a fold or a closed directory of so few entries counts half: one more call shows it. */
const FEW = 30;

/** Asks the tools about a repository, which is in memory. */
function makeAsk(repository, options) {
  const fileSystem = memory(readLines(`${repository}.paths`).map((path) => `${ROOT}/${path}`));
  const router = createToolRouter({ ...options, fileSystem });
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
    for (const repository of REPOSITORIES) {
      const ask = makeAsk(repository);
      const costs = [];
      for (const target of readLines(`${repository}.targets`)) {
        costs.push(await searchFor(target, search, (call) => ask(tool, call), countTokens));
      }
      means.push(meansOf(costs));
      rows.push(shown(`find a file, ${tool}, ${repository}`, writeCost(means.at(-1))));
    }
    const { calls, tokens } = meansOf(means);
    const row = shown(`find a file, ${tool}, mean of the three`, writeCost({ calls, tokens }));
    const bound = `<= ${MOST_CALLS} calls, <= ${writeTokens(MOST_TOKENS)}`;
    rows.push(tool === "map_dir" ? { ...row, bound, holds: calls <= MOST_CALLS && tokens <= MOST_TOKENS } : row);
  }
  return rows;
}

/** Commits of which one answer names a file. The words go to the tool as they are, verbs and fillers included. */
export function words() {
  return findRows("words of commit messages", readCommit, isNamed, FOUND_BY_WORDS);
}

/** Commits of which one answer names a file, or says where it is. */
export function guesses() {
  return findRows("guesses of models", readGuesses, worth, FOUND_BY_GUESSES);
}

function readCommit(repository) {
  return readLines(`${repository}.find`).map((line) => {
    const [text, ...files] = line.split("\t");
    return { call: { words: text.split(" ") }, wanted: [files] };
  });
}

function readGuesses(repository) {
  return readLines(`${repository}.guesses`).map((line) => {
    const { wanted, budget: _budget, ...call } = JSON.parse(line);
    return { call, wanted };
  });
}

function isNamed({ named }, file) {
  return Number(named.get(file) === "file");
}

function worth({ named, closed, folds }, file) {
  const parts = file.split("/");
  const dir = file.slice(0, file.length - parts.at(-1).length);
  const isNear =
    parts.some((_, index) => (closed.get(parts.slice(0, index).join("/")) ?? Infinity) <= FEW) ||
    folds.some((fold) => fold.dir === dir && fold.count <= FEW && isInFold(fold.glob, parts.at(-1)));
  return named.get(file) === "file" ? 1 : isNear ? 0.5 : 0;
}

async function findRows(name, readCalls, valueOf, limits) {
  const countTokens = await loadTokenizer();
  const rows = [];
  for (const [budget, limit] of Object.entries(limits)) {
    const shares = [];
    for (const repository of REPOSITORIES) {
      const ask = makeAsk(repository, { countTokens });
      const found = [];
      for (const { call, wanted } of readCalls(repository)) {
        const answer = readMap(await ask("find_files", { dir_path: ROOT, ...call, budget: Number(budget) }));
        found.push(...wanted.map((files) => ({ share: Math.max(...files.map((file) => valueOf(answer, file))) })));
      }
      shares.push(meansOf(found));
      rows.push(shown(`find_files, ${name}, ${budget} tokens, ${repository}`, writeShare(shares.at(-1).share)));
    }
    const work = `find_files, ${name}, ${budget} tokens, mean of the three`;
    rows.push(amount(work, meansOf(shares).share, writeShare, ">=", limit));
  }
  return rows;
}

function meansOf(items) {
  const names = Object.keys(items[0]);
  return Object.fromEntries(
    names.map((name) => [name, items.reduce((sum, item) => sum + item[name], 0) / items.length]),
  );
}

function writeCost({ calls, tokens }) {
  return `${calls.toFixed(2)} calls, ${writeTokens(tokens)}`;
}

// Where is the file that a fix changed? Issues of SWE-bench Verified as queries, with no model: how many answers name one of the files that the fix
// changed. `npm run bench -- --only swebench --data <JSON lines> --clones <folder>`
import { createToolRouter, memory } from "../dist/index.js";
import { bm25, FINDERS, grepInTurns } from "./economy/finders.mjs";
import { readIssues } from "./economy/issues.mjs";
import { countFitting, LAYOUTS, takeTurns } from "./economy/layouts.mjs";
import { readMap } from "./economy/read-map.mjs";
import { ROOT } from "./economy/search.mjs";
import { expect } from "./harness.mjs";
import { loadTokenizer } from "./reference.mjs";
import { shown, writeShare } from "./rows.mjs";

const BUDGETS = [150, 300, 500, 1000];

const OURS = "find_files";

/** No budget holds more. */
const MOST_PATHS = 400;

const HOW =
  "with `--data`, SWE-bench Verified as JSON lines (huggingface.co/datasets/princeton-nlp/SWE-bench_Verified; a part of them is enough), and " +
  "`--clones`, a folder of their repositories, each by its own name";

export async function issues({ data, clones }) {
  if (data === undefined || clones === undefined) {
    return [shown("issues of SWE-bench Verified", "not measured", HOW)];
  }
  const countTokens = await loadTokenizer();
  /** How many answers name a file, by row and budget; how many there are, by group. */
  const [found, counts] = [new Map(), new Map()];
  for (const issue of readIssues(data, clones)) {
    const group = issue.isTuned ? "seven repositories, tuned on" : "five repositories, kept aside";
    counts.set(group, (counts.get(group) ?? 0) + 1);
    const paths = issue.paths();
    const ways = await waysToSearch({ name: issue.repo.replace("/", "-"), paths }, countTokens);
    for (const [query, words] of Object.entries(issue.queries)) {
      for (const [way, search] of Object.entries(ways)) {
        const answer = await search(words);
        const key = [group, query, way].join("\n");
        const hits = found.get(key) ?? BUDGETS.map(() => 0);
        const named = await Promise.all(BUDGETS.map(answer));
        found.set(
          key,
          hits.map((hit, at) => hit + Number(issue.files.some((file) => named[at].has(file)))),
        );
      }
    }
  }
  return Array.from(found, ([key, hits]) => {
    const [group, query, way] = key.split("\n");
    const count = counts.get(group);
    const ours = found.get([group, query, OURS].join("\n"));
    const row = { work: `${count} issues of ${group}: ${query}`, ours: writeShares(ours, count), ...errorOf(count) };
    if (way === OURS) {
      return { ...row, measured: `in ${BUDGETS.join(" / ")} tokens` };
    }
    const more = hits.map((hit, at) => writePoints((ours[at] - hit) / count));
    return { ...row, against: way, theirs: writeShares(hits, count), measured: `${more.join(" / ")} points` };
  });
}

function writeShares(hits, count) {
  return hits.map((hit) => writeShare(hit / count)).join(" / ");
}

function writePoints(share) {
  return `${share < 0 ? "" : "+"}${(100 * share).toFixed(1)}`;
}

/** At the widest, with 19 of 20 samples. */
function errorOf(count) {
  return { why: `each share is good to ± ${((100 * 1.96 * 0.5) / Math.sqrt(count)).toFixed(1)} or less` };
}

/** Each takes words and gives a function from a budget to the paths that an answer names. */
async function waysToSearch({ name, paths }, countTokens) {
  const router = createToolRouter({ countTokens, fileSystem: memory(paths.map((path) => `${ROOT}/${path}`)) });
  const ways = {
    [OURS]: (words) => async (budget) => {
      const payload = { type: "function", arguments: JSON.stringify({ dir_path: ROOT, words, budget }) };
      const { content } = await router.dispatch({ toolName: "find_files", callId: "1", payload });
      expect(countTokens(content) <= budget, `find_files takes at most ${budget} tokens`);
      return new Set(Array.from(readMap(content).named, ([path, kind]) => (kind === "file" ? path : "")));
    },
  };
  const rankers = {
    "BM25 of the words of paths, tests and docs last": bm25(paths),
    "`grep` in turns": grepInTurns(paths),
  };
  for (const [finder, make] of Object.entries(FINDERS)) {
    const rank = await make({ name, paths });
    rankers[finder] = (words) => takeTurns(words.map((word) => rank(word)));
  }
  for (const [ranker, rank] of Object.entries(rankers)) {
    for (const [layout, write] of Object.entries(LAYOUTS)) {
      ways[`${ranker}, ${layout}`] = (words) => {
        const ranked = rank(words).slice(0, MOST_PATHS);
        return async (budget) => new Set(ranked.slice(0, countFitting(ranked, write, countTokens, budget)));
      };
    }
  }
  return ways;
}

// What it costs an agent to find a file: calls, and tokens of the answers. The agent starts at the root and reads names: on each page
// it takes the deepest entry on its target's path that is named there. A file that is named is found.
import { isInFold, readMap } from "./read-map.mjs";
import { readPage } from "./read-page.mjs";

export const ROOT = "/home/user/p";

/** What a call costs besides the text of its answer. */
const CALL = 40;

const MOST_CALLS = 1000;

/** How the agent uses each tool: a generator that is handed the answer to each call that it makes, and ends at the target. */
export const SEARCHES = { map_dir: byMap, list_dir: byListDir };

/** The cost of one search. */
export async function searchFor(target, search, ask, countTokens) {
  const cost = { calls: 0, tokens: 0 };
  const calls = search(target);
  for (let call = calls.next(); !call.done;) {
    const text = await ask(call.value);
    cost.calls += 1;
    cost.tokens += countTokens(text) + CALL;
    if (cost.calls > MOST_CALLS) {
      throw new Error(`no progress towards ${target}`);
    }
    call = calls.next(text);
  }
  return cost;
}

/** Goes on to a directory that is named but closed, or opens a fold whose glob matches the next component. */
function* byMap(target) {
  let dir = "";
  let fold;
  for (;;) {
    const { named, folds } = readMap(yield { dir_path: join(ROOT, dir), fold });
    const parts = below(target, dir);
    const deepest = deepestOf(parts, named);
    const at = parts.slice(0, deepest).join("/");
    if (deepest === parts.length) {
      return;
    }
    dir = join(dir, at);
    fold = undefined;
    if (deepest > 0 && named.get(at) === "closed") {
      continue;
    }
    const inside = folds.filter((one) => one.dir === (at === "" ? "" : `${at}/`));
    const right = inside.find(({ glob }) => isInFold(glob, parts[deepest]));
    if (right === undefined) {
      throw new Error(`neither named nor folded: ${parts[deepest]} of ${target}`);
    }
    // The agent looks for words. Behind `a*` or `[d-k]*` it can't tell what is there, and opens such folds one after the other.
    const vague = inside.filter(({ glob }) => !isTelling(glob));
    for (const { glob } of vague.slice(0, Math.max(0, vague.indexOf(right)))) {
      yield { dir_path: join(ROOT, dir), fold: glob };
    }
    fold = right.glob;
  }
}

/** Goes on to the deepest directory on the page, or to the next page. */
function* byListDir(target) {
  let dir = "";
  let page = {};
  for (;;) {
    const { entries, next } = readPage(yield { dir_path: join(ROOT, dir), ...page });
    const parts = below(target, dir);
    const deepest = deepestOf(parts, new Set(entries.map(({ path }) => path)));
    if (deepest === parts.length) {
      return;
    }
    dir = join(dir, ...parts.slice(0, deepest));
    page = deepest > 0 ? {} : next;
  }
}

/** How many of the components are named together. */
function deepestOf(parts, named) {
  return parts.findLastIndex((_, index) => named.has(parts.slice(0, index + 1).join("/"))) + 1;
}

function join(...paths) {
  return paths.filter((path) => path !== "").join("/");
}

function below(target, dir) {
  return (dir === "" ? target : target.slice(dir.length + 1)).split("/");
}

/** Whether a fold says what is in it: three letters or more of the names that it stands for. */
function isTelling(glob) {
  const letters = glob.replaceAll(/\\(.)/g, "$1").replaceAll(/\[[^\]]*\]|\*/g, "");
  return letters.replaceAll(/[^A-Za-z0-9]/g, "").length >= 3;
}

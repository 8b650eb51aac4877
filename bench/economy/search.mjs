// What it costs an agent to find a file: calls, and tokens of the answers. The agent starts at the root and reads names: on each
// page it takes the deepest entry on its target's path that is named there. A file that is named is found.
import { readPage } from "./read-page.mjs";
import { readMap } from "./read-map.mjs";

export const ROOT = "/home/user/p";

/** What a call costs besides the text of its answer. */
const CALL = 40;

const MOST_CALLS = 1000;

/** With `map_dir`: it goes on to a directory that is named but closed, or opens a fold whose glob matches the next component. */
export async function searchByMap(ask, target, countTokens) {
  const cost = { calls: 0, tokens: 0 };
  const look = meter(ask, cost, target, countTokens);
  let dir = "";
  let fold;
  for (;;) {
    const { named, folds } = readMap(await look({ dir_path: pathOf(dir), fold }));
    const parts = below(target, dir).split("/");
    const deepest = deepestOf(parts, (path) => named.has(path));
    const at = parts.slice(0, deepest).join("/");
    if (deepest === parts.length) {
      return cost;
    }
    if (deepest > 0 && named.get(at) === "closed") {
      dir = join(dir, at);
      fold = undefined;
      continue;
    }
    const inside = folds.filter((one) => one.dir === (at === "" ? "" : `${at}/`));
    const found = inside.find(({ glob }) => toRegExp(glob).test(parts[deepest] ?? ""));
    if (found === undefined) {
      throw new Error(`neither named nor folded: ${parts[deepest]} of ${target}`);
    }
    dir = join(dir, at);
    // The agent looks for words. Behind `a*` or `[d-k]*` it can't tell what is there, and opens such folds one after the other.
    for (const other of inside.filter(({ glob }) => !isTelling(glob))) {
      if (isTelling(found.glob) || other === found) {
        break;
      }
      await look({ dir_path: pathOf(dir), fold: other.glob });
    }
    fold = found.glob;
  }
}

/** With `list_dir`: it goes on to the deepest directory on the page, or to the next page. */
export async function searchByListDir(ask, target, countTokens) {
  const cost = { calls: 0, tokens: 0 };
  const look = meter(ask, cost, target, countTokens);
  let dir = "";
  let offset = 1;
  for (;;) {
    const page = readPage(await look({ dir_path: pathOf(dir), offset }));
    const paths = new Set(page.entries.map(({ path }) => path));
    const parts = below(target, dir).split("/");
    const deepest = deepestOf(parts, (path) => paths.has(path));
    if (deepest === parts.length) {
      return cost;
    }
    if (deepest > 0) {
      dir = join(dir, parts.slice(0, deepest).join("/"));
      offset = 1;
    } else {
      offset = page.nextOffset ?? Number.NaN;
    }
  }
}

/** With `list_directory`: one directory after the other. */
export async function searchByListDirectory(ask, target, countTokens) {
  const cost = { calls: 0, tokens: 0 };
  const look = meter(ask, cost, target, countTokens);
  let dir = "";
  let offset = 0;
  for (;;) {
    const { files } = JSON.parse(await look({ path: pathOf(dir), offset, showHidden: true }));
    const [next = "", ...rest] = below(target, dir).split("/");
    if (!files.includes(rest.length === 0 ? next : `${next}/`)) {
      offset += files.length;
    } else if (rest.length === 0) {
      return cost;
    } else {
      dir = join(dir, next);
      offset = 0;
    }
  }
}

function meter(ask, cost, target, countTokens) {
  return async (toolArguments) => {
    const text = await ask(toolArguments);
    cost.calls += 1;
    cost.tokens += countTokens(text) + CALL;
    if (cost.calls > MOST_CALLS) {
      throw new Error(`no progress towards ${target}`);
    }
    return text;
  };
}

/** How many of the components are named together. */
function deepestOf(parts, isNamed) {
  return parts.findLastIndex((_, index) => isNamed(parts.slice(0, index + 1).join("/"))) + 1;
}

function pathOf(dir) {
  return join(ROOT, dir);
}

function join(...paths) {
  return paths.filter((path) => path !== "").join("/");
}

function below(target, dir) {
  return dir === "" ? target : target.slice(dir.length + 1);
}

function toRegExp(glob) {
  const source = glob.replace(/\/$/, "").replaceAll(/\\(.)|\*|\?|\[[^\]]*\]|[.+^${}()|]/g, (found, escaped) => {
    if (escaped !== undefined) {
      return `\\${escaped}`;
    }
    return found === "*" ? ".*" : found === "?" ? "." : found.startsWith("[") ? found : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}

/** Whether a fold says what is in it: three letters or more of the names that it stands for. */
function isTelling(glob) {
  const letters = glob.replaceAll(/\\(.)/g, "$1").replaceAll(/\[[^\]]*\]|\*/g, "");
  return letters.replaceAll(/[^A-Za-z0-9]/g, "").length >= 3;
}

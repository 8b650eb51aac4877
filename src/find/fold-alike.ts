// If many entries of one directory match the same guesses, the first few are named and the others become a fold, `*.svg (27)`.
import { isMeaningful, writeFoldGlob } from "../text/fold.ts";
import type { ScoredCandidate, FormScore } from "./score.ts";
import type { SearchedDirectory } from "./search.ts";

/** The smallest group that is folded, and how many of its entries are named. */
const MIN_GROUP = 8;
const MAX_NAMED = 4;

/** A fold by extension stands for at least this many entries. */
const MIN_FOLD = 3;

export interface AlikeFold {
  readonly directory: SearchedDirectory;
  readonly glob: string;
  /** The entries that it stands for unless they are named, the best first. */
  readonly members: readonly ScoredCandidate[];
  /** Those of them that are named only if there is room for everything else. */
  readonly folded: readonly ScoredCandidate[];
  readonly formScores: readonly FormScore[];
  readonly score: number;
}

/** The folds among candidates that are sorted by score. */
export function foldAlike(scored: readonly ScoredCandidate[]): AlikeFold[] {
  const groups = new Map<SearchedDirectory, Map<string, ScoredCandidate[]>>();
  for (const each of scored) {
    const { directory, kind } = each.candidate;
    if (each.isOwn && kind !== "directory") {
      const key = each.formScores.map(({ form, isOwn }) => (isOwn ? form : "")).join(" ");
      append(
        getOrAdd(groups, directory, () => new Map<string, ScoredCandidate[]>()),
        key,
        each,
      );
    }
  }
  return [...groups].flatMap(([directory, byGuesses]) => {
    const byGlob = new Map<string, ScoredCandidate[]>();
    const named = new Map<string, ScoredCandidate[]>();
    for (const group of byGuesses.values()) {
      for (const [glob, matches] of group.length < MIN_GROUP ? [] : toGlobs(group.slice(MAX_NAMED))) {
        append(named, glob, ...group.slice(0, MAX_NAMED).filter(matches));
        append(byGlob, glob, ...group.slice(MAX_NAMED).filter(matches));
      }
    }
    return Array.from(byGlob, ([glob, folded]): AlikeFold => {
      const { formScores, score } = folded[0] as ScoredCandidate;
      return { directory, glob, members: [...(named.get(glob) ?? []), ...folded], folded, formScores, score };
    });
  });
}

/** The globs for folds of some entries, and what matches each: by their common prefix if it is meaningful, otherwise by extension. */
function toGlobs(entries: readonly ScoredCandidate[]): [string, (entry: ScoredCandidate) => boolean][] {
  const prefix = commonPrefix(entries.map(({ candidate }) => candidate.name));
  if (isMeaningful(prefix)) {
    const glob = writeFoldGlob({ prefix, suffix: "", directoriesOnly: false });
    return [[glob, ({ candidate }) => candidate.name.startsWith(prefix)]];
  }
  const byEnding = new Map<string, ScoredCandidate[]>();
  for (const each of entries) {
    append(byEnding, endingOf(each), each);
  }
  return [...byEnding]
    .filter(([, members]) => members.length >= MIN_FOLD)
    .map(([glob]) => [glob, (entry) => endingOf(entry) === glob]);
}

function endingOf({ candidate }: ScoredCandidate): string {
  return `*${/(?<=.)\.[\w-]+$/.exec(candidate.name)?.[0] ?? ""}`;
}

/** The common prefix of all names, cut back to the end of a word. */
function commonPrefix(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let { length } = first;
  for (const name of others) {
    while (!name.startsWith(first.slice(0, length))) {
      length -= 1;
    }
  }
  const common = first.slice(0, length);
  const endsWord = names.every((name) => !/^[\p{Ll}\p{N}]/u.test(name.slice(length)));
  return endsWord ? common : common.replace(/^(.*?)[\p{L}\p{N}]+$/su, "$1");
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function append<Key, Item>(map: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void {
  getOrAdd(map, key, () => []).push(...items);
}

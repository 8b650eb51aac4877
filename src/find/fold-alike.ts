// Many entries of one directory that fit the same guesses: some are named, and the others are a fold, `*.svg (27)`.
import { isMeaningful, writeGlob } from "../map/fold-glob.ts";
import type { ScoredCandidate, Worth } from "./score.ts";
import type { SearchedDirectory } from "./search.ts";

/** From so many on they are folded, after so many that are named. */
const FOLD_FROM = 8;
const NAMED_BEFORE = 4;

/** An ending of fewer entries gets no fold. */
const MIN_FOLD = 3;

export interface AlikeFold {
  readonly directory: SearchedDirectory;
  readonly glob: string;
  /** The entries that it stands for unless they are named, the best first. */
  readonly members: readonly ScoredCandidate[];
  /** Those of them that are named only if there is room for everything else. */
  readonly folded: readonly ScoredCandidate[];
  readonly worths: readonly Worth[];
  readonly score: number;
}

/** The folds among some candidates, which are in the order of their scores. */
export function foldAlike(scored: readonly ScoredCandidate[]): AlikeFold[] {
  const groups = new Map<SearchedDirectory, Map<string, ScoredCandidate[]>>();
  for (const each of scored) {
    const { directory, kind } = each.candidate;
    if (each.isOwn && kind !== "directory") {
      const key = each.worths.map(({ form, isOwn }) => (isOwn ? form : "")).join(" ");
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
      for (const [glob, matches] of group.length < FOLD_FROM ? [] : toGlobs(group.slice(NAMED_BEFORE))) {
        append(named, glob, ...group.slice(0, NAMED_BEFORE).filter(matches));
        append(byGlob, glob, ...group.slice(NAMED_BEFORE).filter(matches));
      }
    }
    return Array.from(byGlob, ([glob, folded]): AlikeFold => {
      const { worths, score } = folded[0] as ScoredCandidate;
      return { directory, glob, members: [...(named.get(glob) ?? []), ...folded], folded, worths, score };
    });
  });
}

/** The globs of folds for some entries, and what matches each: by what all of them begin with, or else by their endings. */
function toGlobs(entries: readonly ScoredCandidate[]): [string, (entry: ScoredCandidate) => boolean][] {
  const prefix = commonBeginning(entries.map(({ candidate }) => candidate.name));
  if (isMeaningful(prefix)) {
    const glob = writeGlob({ prefix, suffix: "", directoriesOnly: false });
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

/** What all names begin with, up to the end of a word in each. */
function commonBeginning(names: readonly string[]): string {
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

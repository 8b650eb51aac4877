// If many entries of one directory match the same guesses, the first few are named and the others become a fold, `*.svg (27)`.
import { getOrAdd } from "../core/get-or-add.ts";
import { commonPrefix, isMeaningful, writeFoldGlob } from "../text/fold.ts";
import { byScore, type ScoredCandidate, type GuessScore } from "./score-candidates.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

/** The smallest group that is folded, and how many of its entries are named. */
const MIN_GROUP = 8;
const MAX_NAMED = 4;

/** A fold by extension stands for at least this many entries. */
const MIN_FOLD = 3;

export interface AlikeFold {
  readonly kind: "fold";
  readonly directory: SearchedDirectory;
  readonly glob: string;
  /** The entries that it stands for unless they are named, the best first. */
  readonly members: readonly ScoredCandidate[];
  /** Those of them that are named only if there is room for everything else. */
  readonly folded: readonly ScoredCandidate[];
  /** Those of the best of them. */
  readonly guessScores: readonly GuessScore[];
  readonly score: number;
  readonly isOwn: true;
}

/** The folds among candidates that are sorted by score. */
export function foldAlike(scored: readonly ScoredCandidate[]): AlikeFold[] {
  const groups = new Map<SearchedDirectory, Map<string, ScoredCandidate[]>>();
  for (const each of scored) {
    const { directory, kind } = each;
    if (each.isOwn && kind !== "directory") {
      const key = each.guessScores.map(({ guess, isOwn }) => (isOwn ? guess.index : "")).join(" ");
      const byGuesses = getOrAdd(groups, directory, () => new Map<string, ScoredCandidate[]>());
      getOrAdd(byGuesses, key, () => []).push(each);
    }
  }
  return [...groups].flatMap(([directory, byGuesses]) => foldsIn(directory, [...byGuesses.values()]));
}

/** The folds of one directory. `groups`: its candidates by the guesses that they match. */
function foldsIn(directory: SearchedDirectory, groups: readonly ScoredCandidate[][]): AlikeFold[] {
  const folds = new Map<string, { readonly named: ScoredCandidate[]; readonly folded: ScoredCandidate[] }>();
  for (const group of groups.filter(({ length }) => length >= MIN_GROUP)) {
    const globOf = toGlobOf(group.slice(MAX_NAMED).map(({ name }) => name));
    for (const [index, each] of group.entries()) {
      const glob = globOf(each.name);
      if (glob !== undefined) {
        const { named, folded } = getOrAdd(folds, glob, () => ({ named: [], folded: [] }));
        (index < MAX_NAMED ? named : folded).push(each);
      }
    }
  }
  return [...folds].flatMap(([glob, { named, folded }]): AlikeFold[] => {
    // Groups may have a glob in common.
    const [members, [best]] = [[...named, ...folded].sort(byScore), folded.sort(byScore)];
    if (best === undefined) {
      return [];
    }
    const { guessScores, score } = best;
    return [{ kind: "fold", directory, glob, members, folded, guessScores, score, isOwn: true }];
  });
}

/** The glob of the fold that a name belongs in: by the common prefix of all names if it is meaningful, otherwise by extension. */
function toGlobOf(names: readonly string[]): (name: string) => string | undefined {
  const prefix = commonWords(names);
  if (isMeaningful(prefix)) {
    const glob = writeFoldGlob({ prefix, suffix: "" }, false);
    return (name) => (name.startsWith(prefix) ? glob : undefined);
  }
  const counts = new Map<string, number>();
  for (const ending of names.map(endingOf)) {
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return (name) => ((counts.get(endingOf(name)) ?? 0) < MIN_FOLD ? undefined : endingOf(name));
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 && /^\.[\w-]+$/.test(name.slice(dot)) ? `*${name.slice(dot)}` : "*";
}

/** The common prefix of all names, cut back to the end of a word. */
function commonWords(names: readonly string[]): string {
  const common = names.reduce((prefix, name) => commonPrefix(prefix, name));
  const endsWord = names.every((name) => !/^[\p{Ll}\p{N}]/u.test(name.slice(common.length)));
  return endsWord ? common : (/^.*[^\p{L}\p{N}]/su.exec(common)?.[0] ?? "");
}

// Matches entries against the readings of all guesses, by their own names and by those of the directories above them. What a directory passes
// on to its entries is remembered for the latest directories only: in a large tree, every directory may have something to pass on.
import type { Reading, Term, WantedName } from "./guess.ts";
import type { NameMatcher, NameHits } from "./name-matcher.ts";
import type { Match, SearchedDirectory } from "./searched-directory.ts";

/** The factor for a match in part. */
const IN_PART = 0.7;

/** A directory's name describes its contents, so its match counts a little more for its entries, and less for each further level. */
const IN_DIRECTORY = 1.1;
const FURTHER_DOWN = 0.9;

/** How many directories are remembered with what they pass on. */
const MAX_CONTEXTS = 1024;

/** What the name of a directory and those above it say about what is in it. */
interface Context {
  /** The nearest directory whose name says something, if there is one. */
  readonly nearestMatching?: SearchedDirectory;
  /** The matches of that directory. */
  readonly matches: readonly Match[];
  /** How well the names match the terms of phrases. */
  readonly termScores: ReadonlyMap<Term, number>;
}

/** An entry, and the wanted names that its name matches. */
interface NamedEntry {
  readonly directory: SearchedDirectory;
  readonly name: string;
  readonly isDirectory: boolean;
  readonly hits: NameHits;
}

const NO_MATCHES: readonly Match[] = [];
const NOTHING: Context = { matches: NO_MATCHES, termScores: new Map() };

export class EntryMatcher {
  readonly #names: NameMatcher;
  readonly #withGlobs: readonly Reading[];
  /** In order of use, the latest last. */
  readonly #contexts = new Map<SearchedDirectory, Context>();
  /** The directory of the latest entry, its context, and what its entries inherit: entries come directory by directory. */
  #lastDirectory: SearchedDirectory | undefined;
  #lastContext = NOTHING;
  #lastInherited = NO_MATCHES;

  constructor(readings: readonly Reading[], names: NameMatcher) {
    this.#names = names;
    this.#withGlobs = readings.filter(({ terms }) => terms.some(({ glob }) => glob !== undefined));
  }

  /** The matches of an entry, for each reading at most one. */
  matchesIn(directory: SearchedDirectory, name: string, isDirectory: boolean): readonly Match[] {
    if (directory !== this.#lastDirectory) {
      this.#lastDirectory = directory;
      this.#lastContext = this.#contextOf(directory.nearestMatching);
      this.#lastInherited = inheritedAt(directory.depth + 1, this.#lastContext);
    }
    return mergeMatches(this.#lastInherited, this.#ownMatches(directory, name, isDirectory, this.#lastContext));
  }

  /** Whether the name of a subdirectory may say something about what is in it. */
  isMatching(name: string, matches: readonly Match[]): boolean {
    return (
      this.#names.hitsIn(name).readings.length > 0 ||
      matches.some(({ isOwn }) => isOwn) ||
      this.#withGlobs.some(({ terms }) => terms.length > 1)
    );
  }

  #contextOf(nearest: SearchedDirectory | undefined): Context {
    const missing: SearchedDirectory[] = [];
    let above = nearest;
    for (; above !== undefined && !this.#contexts.has(above); above = above.parent?.nearestMatching) {
      missing.push(above);
    }
    let context = NOTHING;
    if (above !== undefined) {
      context = this.#contexts.get(above) as Context;
      this.#contexts.delete(above);
      this.#contexts.set(above, context);
    }
    for (const directory of missing.toReversed()) {
      context = this.#enter(directory, context);
      this.#contexts.set(directory, context);
    }
    for (const oldest of this.#contexts.keys()) {
      if (this.#contexts.size <= MAX_CONTEXTS) {
        break;
      }
      this.#contexts.delete(oldest);
    }
    return context;
  }

  #enter(directory: SearchedDirectory, above: Context): Context {
    const { name, depth } = directory;
    const parent = directory.parent as SearchedDirectory;
    const matches = mergeMatches(inheritedAt(depth, above), this.#ownMatches(parent, name, true, above));
    let termScores: Map<Term, number> | undefined;
    const entry = { directory: parent, name, isDirectory: true, hits: this.#names.hitsIn(name) };
    for (const { terms } of this.#readingsFor(entry.hits)) {
      for (const term of terms.length > 1 ? terms : []) {
        const score = this.#termScore(term, entry);
        if (score > (above.termScores.get(term) ?? 0)) {
          termScores ??= new Map(above.termScores);
          termScores.set(term, score);
        }
      }
    }
    return { nearestMatching: directory, matches, termScores: termScores ?? above.termScores };
  }

  /** The readings that an entry may match: those with a name that its own name matches, and those with globs, which match paths. */
  #readingsFor({ readings }: NameHits): readonly Reading[] {
    const globs = this.#withGlobs;
    return globs.length === 0 ? readings : [...globs, ...readings.filter((reading) => !globs.includes(reading))];
  }

  /** The matches by an entry's own name. */
  #ownMatches(directory: SearchedDirectory, name: string, isDirectory: boolean, context: Context): readonly Match[] {
    const hits = this.#names.hitsIn(name);
    const readings = this.#readingsFor(hits);
    if (readings.length === 0) {
      return NO_MATCHES;
    }
    const entry = { directory, name, isDirectory, hits };
    const matches: Match[] = [];
    for (const reading of readings) {
      const match = this.#matchOf(reading, entry, context);
      if (match !== undefined) {
        matches.push(match);
      }
    }
    return matches;
  }

  /** The match of a reading by an entry's own name. */
  #matchOf(reading: Reading, entry: NamedEntry, { termScores }: Context): Match | undefined {
    const { terms, kind } = reading;
    const matched: Term[] = [];
    let [sum, best, isOwn] = [0, 0, false];
    for (const term of terms) {
      const own = this.#termScore(term, entry);
      const score = Math.max(own, termScores.get(term) ?? 0);
      if (score > 0) {
        matched.push(term);
        sum += score;
        best = Math.max(best, score);
        isOwn ||= own > 0;
      } else if (kind !== "part") {
        return undefined;
      }
    }
    const matchScore = (kind === "part" ? IN_PART * best * matched.length : sum) / terms.length;
    return isOwn
      ? { reading, matchScore, isOwn, isInherited: false, terms: kind === "part" ? matched : terms }
      : undefined;
  }

  /** How well an entry matches a term by its own name (and, for a path, the names above it), 0 if it does not. */
  #termScore({ names, onlyDirectories, glob }: Term, { directory, name, isDirectory, hits }: NamedEntry): number {
    if (glob !== undefined) {
      return glob(directory, name, isDirectory) ? 1 : 0;
    }
    if (onlyDirectories && !isDirectory) {
      return 0;
    }
    let sum = hits.scores.get(names.at(-1) as WantedName) ?? 0;
    let above = directory;
    for (let at = names.length - 2; at >= 0 && sum > 0; at -= 1) {
      const score = this.#names.hitsIn(above.name).scores.get(names[at] as WantedName) ?? 0;
      sum = score > 0 ? sum + score : 0;
      // Nothing matches the root, whose name is empty, so what is above it is never used.
      above = above.parent as SearchedDirectory;
    }
    return sum / names.length;
  }
}

/** What entries at a depth inherit. */
function inheritedAt(depth: number, { nearestMatching: nearest, matches }: Context): readonly Match[] {
  return nearest === undefined ? NO_MATCHES : matches.map((match) => inherit(match, depth - nearest.depth));
}

/** What an entry inherits from the match of a directory so many levels above it. */
function inherit(match: Match, levels: number): Match {
  const factor = match.isInherited ? FURTHER_DOWN ** levels : IN_DIRECTORY * FURTHER_DOWN ** (levels - 1);
  return { ...match, matchScore: match.matchScore * factor, isOwn: false, isInherited: true };
}

/** The better match for each reading. */
function mergeMatches(inherited: readonly Match[], own: readonly Match[]): readonly Match[] {
  if (inherited.length === 0 || own.length === 0) {
    return own.length === 0 ? inherited : own;
  }
  const merged = new Map(inherited.map((match) => [match.reading, match]));
  for (const match of own) {
    const above = merged.get(match.reading);
    const isBetter = above === undefined || match.matchScore >= above.matchScore;
    merged.set(match.reading, isBetter ? match : { ...above, isOwn: true });
  }
  return [...merged.values()];
}

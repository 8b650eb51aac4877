// What the paths of entries have of the guesses. Entries whose paths have the same are counted together, and the best of them are kept: which reading
// of a guess counts is known only once everything is read.
import { getOrAdd } from "../core/get-or-add.ts";
import type { Reading, Term, WantedName } from "./guess.ts";
import type { NameHits, NameMatcher } from "./name-matcher.ts";
import { lowPriorityWordsOf } from "./name-words.ts";
import type { Match, PathFit, SearchedDirectory, TermFit } from "./searched-directory.ts";

/** What a match by a directory's name counts for what is below it. */
const IN_DIRECTORY = 0.8;

/** How many different fits are told apart. */
const MAX_FITS = 8192;

export class PathFits {
  /** What a path has of which nothing matches. */
  readonly nothing: PathFit;
  /** The terms that something on a path matches. */
  readonly seen: Set<Term> = new Set();
  readonly #names: NameMatcher;
  readonly #globs: readonly Term[];
  readonly #readingsOf = new Map<Term, Reading[]>();
  readonly #fits = new Map<string, PathFit>();
  /** What the entries below a directory have that has this. */
  readonly #below = new Map<PathFit, PathFit>();

  constructor(readings: readonly Reading[], names: NameMatcher) {
    this.#names = names;
    for (const reading of readings) {
      for (const term of new Set(reading.terms)) {
        getOrAdd(this.#readingsOf, term, () => []).push(reading);
      }
    }
    this.#globs = [...this.#readingsOf.keys()].filter(({ glob }) => glob !== undefined);
    this.nothing = this.#fitOf(new Map(), []);
  }

  get all(): Iterable<PathFit> {
    return this.#fits.values();
  }

  /** What an entry of a directory has. */
  of(directory: SearchedDirectory, name: string, isDirectory: boolean): PathFit {
    const hits = this.#names.matchName(name);
    const { terms: termsAbove, lowPriorityWords } = directory.fitBelow;
    let terms: Map<Term, TermFit> | undefined;
    for (const candidates of [hits.terms, this.#globs]) {
      for (const term of candidates) {
        const own = this.#ownStrength(term, hits, directory, name, isDirectory);
        if (own > 0) {
          this.seen.add(term);
          terms ??= new Map(termsAbove);
          terms.set(term, { own, above: termsAbove.get(term)?.above ?? 0 });
        }
      }
    }
    if (terms === undefined && termsAbove.size === 0 && !isDirectory) {
      return directory.fitBelow;
    }
    const words = lowPriorityWordsOf(name).filter((word) => !lowPriorityWords.includes(word));
    return terms === undefined && words.length === 0
      ? directory.fitBelow
      : this.#fitOf(terms ?? termsAbove, [...lowPriorityWords, ...words]);
  }

  /** What the entries of a directory have by its path alone. */
  below(fit: PathFit): PathFit {
    return getOrAdd(this.#below, fit, () => {
      const terms = Array.from(fit.terms, ([term, { own, above }]): [Term, TermFit] => {
        return [term, { own: 0, above: Math.max(above, IN_DIRECTORY * own) }];
      });
      return this.#fitOf(new Map(terms), fit.lowPriorityWords);
    });
  }

  /** How well an entry's own name (and, for a path, the names above it) matches a term; 0 if it does not. */
  #ownStrength(term: Term, hits: NameHits, directory: SearchedDirectory, name: string, isDirectory: boolean): number {
    const { names, onlyDirectories, glob } = term;
    if (glob !== undefined) {
      return glob(directory, name, isDirectory) ? 1 : 0;
    }
    let sum = onlyDirectories && !isDirectory ? 0 : (hits.strengths.get(names.at(-1) as WantedName) ?? 0);
    let above = directory;
    for (let at = names.length - 2; at >= 0 && sum > 0; at -= 1) {
      const strength = this.#names.matchName(above.name).strengths.get(names[at] as WantedName) ?? 0;
      sum = strength > 0 ? sum + strength : 0;
      // Nothing matches the root, whose name is empty, so what is above it is never used.
      above = above.parent as SearchedDirectory;
    }
    return sum / names.length;
  }

  #fitOf(terms: ReadonlyMap<Term, TermFit>, lowPriorityWords: readonly string[]): PathFit {
    const parts = Array.from(terms, ([{ index }, { own, above }]) => `${index}=${own}<${above}`);
    const key = [...parts.sort(), ...lowPriorityWords].join(" ");
    const known = this.#fits.get(key);
    if (known !== undefined) {
      return known;
    }
    const matches = this.#matchesOf(terms);
    const surest = matches.find(({ reading }) => reading.kind === "whole") ?? matches[0];
    const rest = surest === undefined ? new Map<Term, TermFit>() : surest.terms;
    if (this.#fits.size >= MAX_FITS && rest.size < terms.size) {
      // One of too many: it counts for the surest of its guesses alone.
      return this.#fitOf(rest, lowPriorityWords);
    }
    const fit = { terms, lowPriorityWords, matches, entries: 0, best: undefined };
    this.#fits.set(key, fit);
    return fit;
  }

  #matchesOf(terms: ReadonlyMap<Term, TermFit>): readonly Match[] {
    const readings = new Set(Array.from(terms.keys(), (term) => this.#readingsOf.get(term) ?? []).flat());
    return [...readings].flatMap((reading): Match[] => {
      const fits = reading.terms.flatMap((term): [Term, TermFit][] => {
        const fit = terms.get(term);
        return fit === undefined ? [] : [[term, fit]];
      });
      const isMatch = reading.kind === "part" || fits.length === reading.terms.length;
      return isMatch ? [{ reading, terms: new Map(fits), isOwn: fits.some(([, { own }]) => own > 0) }] : [];
    });
  }
}

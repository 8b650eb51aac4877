// Which wanted names a name in the tree matches, and how well. The same names occur on many paths, so results are remembered.
import { getOrAdd } from "../core/get-or-add.ts";
import type { Reading, WantedName } from "./guess.ts";
import { toComparedName, type ComparedName } from "./name-words.ts";

/** The score is 1 if what is wanted is a word of the name, less if a word has the same stem, begins with it, or contains it. */
const SAME_STEM = 0.9;
const BEGINS_WORD = 0.8;
const WITHIN_WORD = 0.4;
const MISSPELT = 0.7;

/** How many names are remembered. Each wanted name that one of them matches counts as one more. */
const MAX_REMEMBERED = 65_536;

export interface NameHits {
  /** How well it matches each wanted name. Those that it does not match are missing. */
  readonly scores: ReadonlyMap<WantedName, number>;
  /** The readings with a name that it matches, in order. */
  readonly readings: readonly Reading[];
}

const NO_HITS: NameHits = { scores: new Map(), readings: [] };

export class NameMatcher {
  readonly #wanted: readonly WantedName[];
  readonly #readingsOf: ReadonlyMap<WantedName, ReadonlySet<Reading>>;
  /** A quick test: a name that it does not match has no hits. */
  #pattern: RegExp;
  /** Wanted names that no name has matched so far. Only these may be misspelt. */
  readonly #unseen: Set<WantedName>;
  /** How many of them there were when the pattern was made. */
  #unseenInPattern: number;
  readonly #known = new Map<string, NameHits>();
  #remembered = 0;

  constructor(readings: readonly Reading[]) {
    const readingsOf = new Map<WantedName, Set<Reading>>();
    for (const reading of readings) {
      for (const wanted of reading.terms.flatMap(({ names }) => names)) {
        getOrAdd(readingsOf, wanted, () => new Set()).add(reading);
      }
    }
    const all = [...readingsOf.keys()];
    // Names without slips come first: if one matches, its slips do not count.
    this.#wanted = [...all.filter(({ intended }) => !intended), ...all.filter(({ intended }) => intended)];
    this.#readingsOf = readingsOf;
    this.#unseen = new Set(this.#wanted.flatMap(({ intended }) => intended ?? []));
    this.#unseenInPattern = this.#unseen.size;
    this.#pattern = toPattern(this.#wanted);
  }

  hitsIn(name: string): NameHits {
    if (!this.#pattern.test(name)) {
      return NO_HITS;
    }
    let known = this.#known.get(name);
    if (known === undefined) {
      known = this.#toHits(toComparedName(name));
      this.#remembered += 1 + known.scores.size;
      if (this.#remembered > MAX_REMEMBERED) {
        this.#known.clear();
        this.#remembered = 0;
      }
      this.#known.set(name, known);
    }
    return known;
  }

  /** Whether no name has matched so far. */
  isUnseen(wanted: WantedName): boolean {
    return this.#unseen.has(wanted);
  }

  #toHits(name: ComparedName): NameHits {
    const scores = new Map<WantedName, number>();
    const readings = new Set<Reading>();
    for (const wanted of this.#wanted) {
      const { intended } = wanted;
      const score = intended === undefined ? nameScore(name, wanted) : this.#misspeltScore(name, intended);
      if (score > 0) {
        // The pattern may let through too much, and for hundreds of words making it takes long.
        if (this.#unseen.delete(wanted) && this.#unseen.size <= this.#unseenInPattern / 2) {
          this.#pattern = toPattern(this.#wanted.filter((each) => !each.intended || this.isUnseen(each.intended)));
          this.#unseenInPattern = this.#unseen.size;
        }
        scores.set(wanted, score);
        this.#readingsOf.get(wanted)?.forEach((reading) => readings.add(reading));
      }
    }
    return scores.size === 0
      ? NO_HITS
      : { scores, readings: [...readings].sort((one, other) => one.index - other.index) };
  }

  #misspeltScore({ words }: ComparedName, intended: WantedName): number {
    return this.isUnseen(intended) && words.some((word) => isOneSlip(word, intended.letters)) ? MISSPELT : 0;
  }
}

/** Whether a word differs by one slip of the hand: a letter more, less or other, or two swapped. */
export function isOneSlip(word: string, letters: string): boolean {
  if (Math.abs(word.length - letters.length) > 1) {
    return false;
  }
  let same = 0;
  while (same < word.length && word[same] === letters[same]) {
    same += 1;
  }
  const [one, other] = [word.slice(same), letters.slice(same)];
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  return isSwapped || one.slice(1) === other.slice(1) || one.slice(1) === other || one === other.slice(1);
}

/** How well a name matches, 0 if it does not. */
function nameScore(name: ComparedName, { letters, stem, words, isShort }: WantedName): number {
  if (name.words.includes(letters)) {
    return 1;
  }
  if (isShort) {
    return words.length > 1 && ` ${name.words.join(" ")} `.includes(` ${words.join(" ")} `) ? 1 : 0;
  }
  if (name.stems.includes(stem)) {
    return SAME_STEM;
  }
  if (!name.letters.includes(letters)) {
    return 0;
  }
  if (words.length > 1) {
    return 1;
  }
  return name.words.some((word) => word.startsWith(letters)) ? BEGINS_WORD : WITHIN_WORD;
}

/** How many letters of what is wanted the pattern contains. */
const PATTERN_LETTERS = 4;

/**
 * A pattern that every name with hits matches, so that most names need not be split into words. Words of one stem begin with that stem, apart
 * from an `e` or `i` at its end, or an `l` after a `b`: `usable` and `usability` have the stem `usabl`. A word with a slip still has the first or
 * the second half of its letters, without the one in the middle, and next to that half, or one letter further, one of the next two letters:
 * `histogram` has `hist` before `o` or `g`, or `gram` after `t` or `o`.
 */
function toPattern(wanted: readonly WantedName[]): RegExp {
  const beginnings = wanted.flatMap(({ letters, stem, isShort, intended }) => {
    if (intended !== undefined) {
      const middle = Math.floor((letters.length - 1) / 2);
      const [before, next] = [letters.slice(middle - 1, middle + 1), letters.slice(middle, middle + 2)];
      return [`${letters.slice(0, middle)}[a-z0-9]?[${next}]`, `[${before}][a-z0-9]?${letters.slice(middle + 1)}`];
    }
    const beginning = stem.replace(/(?<=b)le?$|[ei]$/, "");
    const shared = isShort || !letters.startsWith(beginning) ? letters : beginning;
    return shared.slice(0, PATTERN_LETTERS).split("").join("[^a-z0-9]*");
  });
  return new RegExp(["[^\\x00-\\x7f]", ...new Set(beginnings)].join("|"), "i");
}

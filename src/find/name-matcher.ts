// Which wanted names a name in the tree matches, and how well. The same names occur on many paths, so results are remembered.
import { getOrAdd } from "../core/get-or-add.ts";
import type { Term, WantedName } from "./guess.ts";
import { MAX_SHORT_LENGTH, splitName, stemOf } from "./name-words.ts";

/** The strength is 1 if what is wanted is a word of the name, the beginning of one, or has the same stem. */
const WITHIN_WORD = 0.4;
const MISSPELT = 0.7;

/** How many names and words are remembered. */
const MAX_REMEMBERED = 32_768;

/** What a name says about the path that it is on. */
export interface NameHits {
  /** How well it matches each wanted name. Those that it does not match are missing. */
  readonly strengths: ReadonlyMap<WantedName, number>;
  /** The terms whose last name it matches. */
  readonly terms: readonly Term[];
}

const NO_HITS: NameHits = { strengths: new Map(), terms: [] };

export class NameMatcher {
  readonly #wanted: readonly WantedName[];
  readonly #termsOf = new Map<WantedName, Term[]>();
  /** The wanted names that a word of a name must equal, or, if they are long, have as its stem. */
  readonly #byWord = new Map<string, WantedName[]>();
  readonly #byStem = new Map<string, WantedName[]>();
  /** Short ones of several words. */
  readonly #shortPhrases: WantedName[] = [];
  /** Those that may be anywhere in a name. */
  readonly #long: WantedName[] = [];
  /** Those with a slip of the hand, by their lengths. */
  readonly #misspelt = new Map<number, WantedName[]>();
  /** What is taken with a slip of the hand only if no name has it without. */
  readonly #unseen = new Set<string>();
  /** A quick test: a name that it does not match has no hits. */
  #pattern: RegExp;
  /** How many were unseen when the pattern was made. */
  #unseenInPattern: number;
  readonly #knownNames = new Map<string, NameHits>();
  readonly #knownWords = new Map<string, Strengths>();

  constructor(terms: readonly Term[]) {
    const wantedNames = new Set(terms.flatMap(({ names }) => names));
    for (const term of terms.filter(({ names }) => names.length > 0)) {
      getOrAdd(this.#termsOf, term.names.at(-1) as WantedName, () => []).push(term);
    }
    for (const wanted of wantedNames) {
      const { letters, stem, isShort, isMisspelt, words } = wanted;
      if (isMisspelt) {
        getOrAdd(this.#misspelt, letters.length, () => []).push(wanted);
        this.#unseen.add(letters);
        continue;
      }
      getOrAdd(this.#byWord, letters, () => []).push(wanted);
      if (!isShort) {
        getOrAdd(this.#byStem, stem, () => []).push(wanted);
        this.#long.push(wanted);
      } else if (words.length > 1) {
        this.#shortPhrases.push(wanted);
      }
    }
    this.#wanted = [...wantedNames];
    this.#unseenInPattern = this.#unseen.size;
    this.#pattern = toPattern(this.#wanted);
  }

  matchName(name: string): NameHits {
    if (!this.#pattern.test(name)) {
      return NO_HITS;
    }
    return remember(this.#knownNames, name, () => {
      const strengths = this.#strengthsOf(splitName(name));
      this.#see(strengths);
      const terms = strengths.flatMap(([wanted]) => this.#termsOf.get(wanted) ?? []);
      return strengths.length === 0 ? NO_HITS : { strengths: new Map(strengths), terms };
    });
  }

  /** Perf: patterns with slips of the hand let many names through. Without those of words that were seen, a search takes a quarter less. */
  #see(strengths: Strengths): void {
    strengths.forEach(([{ letters, isMisspelt }]) => !isMisspelt && this.#unseen.delete(letters));
    if (this.#unseen.size < this.#unseenInPattern / 2) {
      this.#unseenInPattern = this.#unseen.size;
      this.#pattern = toPattern(
        this.#wanted.filter(({ letters, isMisspelt }) => !isMisspelt || this.#unseen.has(letters)),
      );
    }
  }

  #strengthsOf(words: readonly string[]): Strengths {
    const all = words.flatMap((word) => remember(this.#knownWords, word, () => this.#strengthsOfWord(word)));
    const add = (wanted: WantedName, strength: number) => all.push([wanted, strength]);
    for (const wanted of this.#shortPhrases) {
      if (` ${words.join(" ")} `.includes(` ${wanted.words.join(" ")} `)) {
        add(wanted, 1);
      }
    }
    const letters = words.join("");
    for (const wanted of this.#long) {
      if (letters.includes(wanted.letters)) {
        add(wanted, beginsWord(words, letters, wanted.letters) ? 1 : WITHIN_WORD);
      }
    }
    // The strongest of each.
    return all.length < 2 ? all : [...new Map(all.sort(([, one], [, other]) => one - other))];
  }

  #strengthsOfWord(word: string): Strengths {
    const found = [...(this.#byWord.get(word) ?? []), ...(this.#byStem.get(stemOf(word)) ?? [])];
    for (let length = 1; length <= MAX_SHORT_LENGTH && length < word.length; length += 1) {
      if (/^(?:\d+|s)$/.test(word.slice(length))) {
        found.push(...(this.#byWord.get(word.slice(0, length)) ?? []));
      }
    }
    const lengths = [word.length - 1, word.length, word.length + 1];
    const misspelt = lengths.flatMap((length) => this.#misspelt.get(length) ?? []);
    return [
      ...found.map((wanted): [WantedName, number] => [wanted, 1]),
      ...misspelt
        .filter(({ letters }) => isOneSlip(word, letters))
        .map((wanted): [WantedName, number] => [wanted, MISSPELT]),
    ];
  }
}

/** How well something matches wanted names. */
type Strengths = [wanted: WantedName, strength: number][];

/** What was made before for a key, or what is made now. */
function remember<Made>(known: Map<string, Made>, key: string, make: () => Made): Made {
  if (known.size >= MAX_REMEMBERED) {
    known.clear();
  }
  return getOrAdd(known, key, make);
}

/** Whether the letters are somewhere where a word begins. */
function beginsWord(words: readonly string[], all: string, letters: string): boolean {
  let start = 0;
  return words.some((word) => {
    const begins = all.startsWith(letters, start);
    start += word.length;
    return begins;
  });
}

/** Whether a word differs by one slip of the hand: a letter more, less or other, or two swapped. */
function isOneSlip(word: string, letters: string): boolean {
  if (word[0] !== letters[0] && word.at(-1) !== letters.at(-1)) {
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

/** How many letters of what is wanted the pattern contains. */
const PATTERN_LETTERS = 4;

/**
 * A pattern that every name with hits matches, so that most names need not be split into words. Words of one stem begin with that stem, apart
 * from an `e` or `y` at its end: `stories` has the stem `story`. A word with a slip still has the first or the second half of its letters, without
 * the one in the middle, and next to that half, or one letter further, one of the next two letters: `histogram` has `hist` before `o` or `g`, or
 * `gram` after `t` or `o`.
 */
function toPattern(wanted: readonly WantedName[]): RegExp {
  const beginnings = wanted.flatMap(({ letters, stem, isShort, isMisspelt }) => {
    if (isMisspelt) {
      const middle = Math.floor((letters.length - 1) / 2);
      const [before, next] = [letters.slice(middle - 1, middle + 1), letters.slice(middle, middle + 2)];
      return [`${letters.slice(0, middle)}[a-z0-9]?[${next}]`, `[${before}][a-z0-9]?${letters.slice(middle + 1)}`];
    }
    const shared = isShort ? letters : stem.replace(/[ey]$/, "");
    return shared.slice(0, PATTERN_LETTERS).split("").join("[^a-z0-9]*");
  });
  return new RegExp(["[^\\x00-\\x7f]", ...new Set(beginnings)].join("|"), "i");
}

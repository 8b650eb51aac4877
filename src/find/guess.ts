// What the guesses of a call ask for: words, phrases, paths and globs, and what counts of each if nothing fits it whole.
import { compileGuessGlob, isGlob, type PathMatcher } from "../filters/guess-glob.ts";
import { NameComparer, SHORT, splitName, squash } from "./name-parts.ts";

/** A text that is looked for in single names. */
export interface SearchedText {
  readonly index: number;
  readonly squashed: string;
  readonly stem: string;
  readonly parts: readonly string[];
  /** Whether it has to be a whole part of a name, or if it has several parts, these one after the other. */
  readonly isShort: boolean;
}

/** What a path has to fit. */
export interface Piece {
  readonly index: number;
  /** Consecutive components have to fit these: one for a word, several for a path, none for a glob. */
  readonly texts: readonly SearchedText[];
  readonly onlyDirectories: boolean;
  readonly glob?: PathMatcher;
}

/** A guess as it is looked for. One of several parts has a second form, which counts if nothing fits the first. */
export interface GuessForm {
  /** The guess as it was given. */
  readonly given: string;
  /** All of these have to fit, or some of them if `isPart`. */
  readonly pieces: readonly Piece[];
  /** Whether it is the second form. It then comes directly after the first. */
  readonly isPart: boolean;
  /** The parts of the guess, which may ask for tests and the like. */
  readonly parts: readonly string[];
}

/** A word without the searched directory's path in front, if it begins with that. */
export type WithoutRoot = (word: string) => string;

/** Words that say nothing about a file. They count only if no others were given. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    "a add added adds after all allow allowed allows also an and any are as at avoid be before both but by can do does don ensure fix fixed " +
    "fixes for from has have if in into is it its make makes more new no not of on only or other over properly remove removed removes s " +
    "should so some support supports t than that the their them then there these this to too update updated updates use used uses using " +
    "via was we when where which while will with without"
  ).split(" "),
);

/** An extension alone is no part of a guess: too many names have it. */
const EXTENSION = /\.\w{1,5}$/;

/** How many parts of a guess are looked for one by one. */
const MAX_PARTS = 24;

/** The forms of all guesses. */
export function toGuessForms(given: readonly string[], withoutRoot: WithoutRoot): GuessForm[] {
  const forms = new FormMaker(withoutRoot);
  const telling = given.filter((guess) => wordsOf(guess).some((word) => !isEmptyWord(word)));
  return (telling.length > 0 ? telling : given).flatMap((guess) => forms.formsOf(guess));
}

function wordsOf(guess: string): string[] {
  return guess.split(/\s+/).filter((word) => isGlob(word) || squash(word) !== "");
}

function isEmptyWord(word: string): boolean {
  return !isGlob(word) && EMPTY_WORDS.has(splitName(word).join(" "));
}

class FormMaker {
  readonly #withoutRoot: WithoutRoot;
  readonly #comparer = new NameComparer();
  readonly #texts = new Map<string, SearchedText>();
  #pieces = 0;

  constructor(withoutRoot: WithoutRoot) {
    this.#withoutRoot = withoutRoot;
  }

  formsOf(given: string): GuessForm[] {
    const words = wordsOf(given);
    const telling = words.filter((word) => !isEmptyWord(word));
    const used = (telling.length > 0 ? telling : words).map((word) => this.#toPlain(word));
    const found = used.map((word) => this.#pieceOf(word));
    const pieces = found.filter((piece) => piece !== undefined);
    if (pieces.length === 0) {
      return [];
    }
    const parts = splitName(used.join(" "));
    const whole: GuessForm = { given, pieces, isPart: false, parts };
    // A glob fits or does not. With its directories left aside, it would bring names from anywhere.
    const inPart = used.flatMap((word, index) => (found[index]?.glob === undefined ? this.#partsOf(word) : []));
    return parts.length <= 1 || inPart.length === 0
      ? [whole]
      : [whole, { given, pieces: inPart.slice(0, MAX_PARTS), isPart: true, parts }];
  }

  /** The parts of a word or path that say something. */
  #partsOf(word: string): Piece[] {
    const parts = splitName(word.replace(EXTENSION, "")).filter((part) => !EMPTY_WORDS.has(part));
    return parts.flatMap((part) => this.#pieceOf(part) ?? []);
  }

  /** The word relative to the searched directory. A glob that begins with that directory's path is tied to it. */
  #toPlain(word: string): string {
    const below = word.includes("/") ? this.#withoutRoot(word) : word;
    if (below === word || squash(below) === "") {
      // A word that is nothing but the root may be the name of something in it.
      return word;
    }
    return isGlob(word) ? `/${below}` : below;
  }

  #pieceOf(word: string): Piece | undefined {
    const glob = isGlob(word) ? compileGuessGlob(word) : undefined;
    if (glob !== undefined) {
      return this.#toPiece({ texts: [], onlyDirectories: false, glob });
    }
    const names = word.split("/").filter((name) => squash(name) !== "");
    const texts = names.map((name) => this.#textOf(name));
    return texts.length === 0 ? undefined : this.#toPiece({ texts, onlyDirectories: word.endsWith("/") });
  }

  #toPiece(piece: Omit<Piece, "index">): Piece {
    this.#pieces += 1;
    return { index: this.#pieces, ...piece };
  }

  #textOf(name: string): SearchedText {
    const parts = splitName(name);
    const squashed = parts.join("");
    const key = parts.join(" ");
    let text = this.#texts.get(key);
    if (text === undefined) {
      // In a script without case, such as Chinese, words are short and parts have no ends.
      const isShort = [...squashed].length <= SHORT && !/\p{Lo}/u.test(squashed);
      text = { index: this.#texts.size, squashed, stem: this.#comparer.stemOf(squashed), parts, isShort };
      this.#texts.set(key, text);
    }
    return text;
  }
}

// Parses the guesses of a call. A guess has one or more readings, each to be used only where the ones before match nothing.
import { compileGuessGlob, isGlob, type PathMatcher } from "../filters/guess-glob.ts";
import { lettersOnly, MAX_SHORT_LENGTH, NameComparer, splitName } from "./name-words.ts";

/** A name that is looked for among the names of a path. */
export interface WantedName {
  readonly index: number;
  readonly letters: string;
  readonly stem: string;
  readonly words: readonly string[];
  /** Whether it must equal a whole word of a name, or, if it has several words, consecutive words of a name. */
  readonly isShort: boolean;
}

/** A piece of a guess: what a path must match. */
export interface Term {
  readonly index: number;
  /** Consecutive names of a path must match these: one for a word, several for a path, none for a glob. */
  readonly names: readonly WantedName[];
  readonly onlyDirectories: boolean;
  readonly glob?: PathMatcher | undefined;
}

/** One way to take a guess. A guess of several words has a second reading, the fallback, used if nothing matches the first. */
export interface Reading {
  /** The guess as it was given. */
  readonly guess: string;
  /** All of these must match, or at least one if `isFallback`. */
  readonly terms: readonly Term[];
  /** Whether this is the second reading. It comes directly after the first. */
  readonly isFallback: boolean;
  /** The words of the guess, to see whether it asks for low-priority files. */
  readonly words: readonly string[];
}

/** A word without the searched directory's path in front, if it begins with that. */
export type WithoutRoot = (word: string) => string;

/** Words that say nothing about a file. They are used only if there are no others. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a add added adds after all allow allowed allows also an and any are as at avoid be before both but by can do does don ensure fix fixed " +
    "fixes for from has have if in into is it its make makes more new no not of on only or other over properly remove removed removes s " +
    "should so some support supports t than that the their them then there these this to too update updated updates use used uses using " +
    "via was we when where which while will with without"
  ).split(" "),
);

/** A fallback leaves the extension out: too many names have it. */
const EXTENSION = /\.\w{1,5}$/;

/** How many words of a guess a fallback searches for. */
const MAX_WORDS = 24;

/** The readings of all guesses. */
export function toReadings(guesses: readonly string[], withoutRoot: WithoutRoot): Reading[] {
  const parser = new GuessParser(withoutRoot);
  const telling = guesses.filter((guess) => piecesOf(guess).some((piece) => !isStopWord(piece)));
  return (telling.length > 0 ? telling : guesses).flatMap((guess) => parser.readingsOf(guess));
}

function piecesOf(guess: string): string[] {
  return guess.split(/\s+/).filter((piece) => isGlob(piece) || lettersOnly(piece) !== "");
}

function isStopWord(piece: string): boolean {
  return !isGlob(piece) && STOP_WORDS.has(splitName(piece).join(" "));
}

class GuessParser {
  readonly #withoutRoot: WithoutRoot;
  readonly #comparer = new NameComparer();
  readonly #terms = new Map<string, Term>();
  readonly #names = new Map<string, WantedName>();

  constructor(withoutRoot: WithoutRoot) {
    this.#withoutRoot = withoutRoot;
  }

  readingsOf(guess: string): Reading[] {
    const all = piecesOf(guess);
    const telling = all.filter((piece) => !isStopWord(piece));
    const pieces = (telling.length > 0 ? telling : all).map((piece) => this.#withoutRootIn(piece));
    const terms = pieces.flatMap((piece) => this.#termsOf(piece));
    if (terms.length === 0) {
      return [];
    }
    const words = splitName(pieces.join(" "));
    // Globs have no fallback: without its directories, a glob would match names anywhere.
    const inPart = pieces
      .filter((piece) => this.#termsOf(piece).every(({ glob }) => glob === undefined))
      .flatMap((piece) => splitName(piece.replace(EXTENSION, "")))
      .filter((word) => !STOP_WORDS.has(word))
      .flatMap((word) => this.#termsOf(word));
    const whole: Reading = { guess, terms, isFallback: false, words };
    return words.length <= 1 || inPart.length === 0
      ? [whole]
      : [whole, { guess, terms: inPart.slice(0, MAX_WORDS), isFallback: true, words }];
  }

  /** The piece without the searched directory's path. A glob that began with that path becomes anchored. */
  #withoutRootIn(piece: string): string {
    const below = piece.includes("/") ? this.#withoutRoot(piece) : piece;
    if (below === piece || lettersOnly(below) === "") {
      // What is just the root's path may also be the name of something in it.
      return piece;
    }
    return isGlob(piece) ? `/${below}` : below;
  }

  /** The term of a piece, if it has one. */
  #termsOf(piece: string): readonly Term[] {
    let term = this.#terms.get(piece);
    if (term === undefined) {
      const glob = isGlob(piece) ? compileGuessGlob(piece) : undefined;
      const names = glob === undefined ? piece.split("/").filter((name) => lettersOnly(name) !== "") : [];
      if (glob === undefined && names.length === 0) {
        return [];
      }
      const onlyDirectories = glob === undefined && piece.endsWith("/");
      term = { index: this.#terms.size, names: names.map((name) => this.#nameOf(name)), onlyDirectories, glob };
      this.#terms.set(piece, term);
    }
    return [term];
  }

  #nameOf(text: string): WantedName {
    const words = splitName(text);
    const letters = words.join("");
    const key = words.join(" ");
    let name = this.#names.get(key);
    if (name === undefined) {
      // In scripts without case, such as Chinese, words are short and not separated.
      const isShort = [...letters].length <= MAX_SHORT_LENGTH && !/\p{Lo}/u.test(letters);
      name = { index: this.#names.size, letters, stem: this.#comparer.stemOf(letters), words, isShort };
      this.#names.set(key, name);
    }
    return name;
  }
}

// Parses the guesses of a call: words, phrases, paths and globs, each with a fallback for when nothing matches it whole.
import { compileGuessGlob, isGlob, type PathMatcher } from "../filters/guess-glob.ts";
import { NameComparer, MAX_SHORT_LENGTH, splitName, squash } from "./name-parts.ts";

/** A text that is looked for in single names. */
export interface SearchedText {
  readonly index: number;
  readonly squashed: string;
  readonly stem: string;
  readonly parts: readonly string[];
  /** Whether it must equal a whole part of a name, or, if it has several parts, consecutive parts of a name. */
  readonly isShort: boolean;
}

/** A word of a guess: what a path must match. */
export interface Piece {
  readonly index: number;
  /** Consecutive components of a path must match these: one for a word, several for a path, none for a glob. */
  readonly texts: readonly SearchedText[];
  readonly onlyDirectories: boolean;
  readonly glob?: PathMatcher;
}

/** A form in which a guess is searched. A guess of several parts has a second form, the fallback, used if nothing matches the first. */
export interface GuessForm {
  /** The guess as it was given. */
  readonly given: string;
  /** All of these must match, or at least one if `isFallback`. */
  readonly pieces: readonly Piece[];
  /** Whether this is the second form. It comes directly after the first. */
  readonly isFallback: boolean;
  /** The parts of the guess, to see whether it asks for secondary files. */
  readonly parts: readonly string[];
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

/** How many parts of a guess a fallback searches for. */
const MAX_PARTS = 24;

/** The forms of all guesses. */
export function toGuessForms(given: readonly string[], withoutRoot: WithoutRoot): GuessForm[] {
  const forms = new FormBuilder(withoutRoot);
  const significant = given.filter((guess) => wordsOf(guess).some((word) => !isStopWord(word)));
  return (significant.length > 0 ? significant : given).flatMap((guess) => forms.formsOf(guess));
}

function wordsOf(guess: string): string[] {
  return guess.split(/\s+/).filter((word) => isGlob(word) || squash(word) !== "");
}

function isStopWord(word: string): boolean {
  return !isGlob(word) && STOP_WORDS.has(splitName(word).join(" "));
}

class FormBuilder {
  readonly #withoutRoot: WithoutRoot;
  readonly #comparer = new NameComparer();
  readonly #texts = new Map<string, SearchedText>();
  #pieces = 0;

  constructor(withoutRoot: WithoutRoot) {
    this.#withoutRoot = withoutRoot;
  }

  formsOf(given: string): GuessForm[] {
    const words = wordsOf(given);
    const significant = words.filter((word) => !isStopWord(word));
    const used = (significant.length > 0 ? significant : words).map((word) => this.#toPlain(word));
    const maybePieces = used.map((word) => this.#pieceOf(word));
    const pieces = maybePieces.filter((piece) => piece !== undefined);
    if (pieces.length === 0) {
      return [];
    }
    const parts = splitName(used.join(" "));
    const whole: GuessForm = { given, pieces, isFallback: false, parts };
    // Globs have no fallback: without its directories, a glob would match names anywhere.
    const fallback = used.flatMap((word, index) => (maybePieces[index]?.glob === undefined ? this.#partsOf(word) : []));
    return parts.length <= 1 || fallback.length === 0
      ? [whole]
      : [whole, { given, pieces: fallback.slice(0, MAX_PARTS), isFallback: true, parts }];
  }

  /** The parts of a word or path, without stop words. */
  #partsOf(word: string): Piece[] {
    const parts = splitName(word.replace(EXTENSION, "")).filter((part) => !STOP_WORDS.has(part));
    return parts.flatMap((part) => this.#pieceOf(part) ?? []);
  }

  /** The word without the searched directory's path. A glob that began with that path becomes anchored. */
  #toPlain(word: string): string {
    const below = word.includes("/") ? this.#withoutRoot(word) : word;
    if (below === word || squash(below) === "") {
      // A word that is just the root's path may also be the name of something in it.
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
      // In scripts without case, such as Chinese, words are short and not separated.
      const isShort = [...squashed].length <= MAX_SHORT_LENGTH && !/\p{Lo}/u.test(squashed);
      text = { index: this.#texts.size, squashed, stem: this.#comparer.stemOf(squashed), parts, isShort };
      this.#texts.set(key, text);
    }
    return text;
  }
}

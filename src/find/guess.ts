// Parses the guesses of a call. A guess can be read in several ways; the first that matches anything counts.
import { getOrAdd } from "../core/get-or-add.ts";
import { compileGuessGlob, isGlob, type PathMatcher } from "../filters/guess-glob.ts";
import { lettersOnly, MAX_SHORT_LENGTH, splitName, stemOf } from "./name-words.ts";

/** A name that is looked for among the names of a path. */
export interface WantedName {
  readonly letters: string;
  readonly stem: string;
  readonly words: readonly string[];
  /** Whether it must equal a whole word of a name, or, if it has several words, consecutive words of a name. */
  readonly isShort: boolean;
  /** Whether a word of a name must be one slip of the hand away. */
  readonly isMisspelt: boolean;
}

/** A piece of a guess: what a path must match. */
export interface Term {
  /** Consecutive names of a path must match these: one for a word, several for a path, none for a glob. */
  readonly names: readonly WantedName[];
  readonly onlyDirectories: boolean;
  readonly glob?: PathMatcher | undefined;
  /** Its place among the terms of all guesses. */
  readonly index: number;
}

/** A guess of the call. */
export interface Guess {
  /** As it was written. */
  readonly text: string;
  /** Its place among all guesses. */
  readonly index: number;
  /** Its words, which tell whether it asks for low-priority files. */
  readonly words: readonly string[];
  /** Whether all that it matches is to be named: it has a glob with a `/`. */
  readonly wantsAll: boolean;
  /** The ways to read it, the surest first. */
  readonly readings: readonly Reading[];
}

/** One way to read a guess. */
export interface Reading {
  readonly guess: Guess;
  /** `spelled`: with a slip of the hand in one word. `part`: any of the terms will do; the others need all of them. */
  readonly kind: "whole" | "spelled" | "part";
  readonly terms: readonly Term[];
  /** Set if it is `spelled`: the term without the slip, which no path may match. */
  readonly unseen?: Term | undefined;
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

/** The extension of a name. It is not one of the words that may match in part: too many names have it. */
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|rs|go|java|kt|swift|php|cs|[ch](?:pp)?|cc|sh|sql|mdx?|rst|txt|html?|s?css|less|json|ya?ml|toml|xml|svg|png)$/i;

/** A word that is long enough to be taken with a slip of the hand. */
const MAY_BE_MISSPELT = /^.{5}/su;

/** What a guess has between white space. */
interface Piece {
  readonly text: string;
  readonly kind: "glob" | "path" | "word";
}

/** Parses guesses; those of which nothing is left are missing. `kinds`: whether one may also be taken in part, or with a slip of the hand. */
export function parseGuesses(
  texts: readonly string[],
  withoutRoot: WithoutRoot,
  kinds: "whole" | "any",
): readonly Guess[] {
  const parser = new GuessParser(withoutRoot, kinds);
  const all = texts.map((text) => ({ text, pieces: piecesOf(text) }));
  const meaningful = all.filter(({ pieces }) => !pieces.every(isStopWord));
  for (const { text, pieces } of meaningful.length > 0 ? meaningful : all) {
    parser.add(text, pieces);
  }
  return parser.guesses;
}

/** The pieces of a guess, without those that are only punctuation. */
function piecesOf(guess: string): readonly Piece[] {
  return guess
    .split(/\s+/)
    .map(toPiece)
    .filter(({ text, kind }) => (kind === "glob" ? compileGuessGlob(text) !== undefined : lettersOnly(text) !== ""));
}

/** A glob with a `/` is tied to the searched directory first, and matches at any depth only if nothing matches there. */
function tie(piece: Piece): Piece {
  const isLoose = piece.kind === "glob" && /^(?!\*\*\/)[^/].*\//s.test(piece.text);
  return isLoose ? { ...piece, text: `/${piece.text}` } : piece;
}

function toPiece(text: string): Piece {
  if (isGlob(text)) {
    return { text, kind: "glob" };
  }
  return { text, kind: text.includes("/") ? "path" : "word" };
}

function isStopWord({ text, kind }: Piece): boolean {
  return kind === "word" && STOP_WORDS.has(splitName(text).join(" "));
}

class GuessParser {
  readonly guesses: Guess[] = [];
  readonly #withoutRoot: WithoutRoot;
  readonly #kinds: "whole" | "any";
  readonly #terms = new Map<string, Term>();
  readonly #names = new Map<string, WantedName>();

  constructor(withoutRoot: WithoutRoot, kinds: "whole" | "any") {
    this.#withoutRoot = withoutRoot;
    this.#kinds = kinds;
  }

  add(text: string, all: readonly Piece[]): void {
    const meaningful = all.filter((piece) => !isStopWord(piece));
    const pieces = (meaningful.length > 0 ? meaningful : all).map((piece) => this.#withoutRootIn(piece));
    const terms = pieces.flatMap((piece) => this.#termsOf(piece));
    if (terms.length === 0) {
      return;
    }
    const words = splitName(pieces.map((piece) => piece.text).join(" "));
    const wantsAll = pieces.some((piece) => piece.kind === "glob" && piece.text.includes("/"));
    const readings: Reading[] = [];
    const guess = { text, index: this.guesses.length, words, wantsAll, readings };
    this.guesses.push(guess);
    const tied = pieces.map(tie);
    if (tied.some((piece, at) => piece !== pieces[at])) {
      readings.push({ guess, kind: "whole", terms: tied.flatMap((piece) => this.#termsOf(piece)) });
    }
    readings.push({ guess, kind: "whole", terms });
    if (this.#kinds === "whole") {
      return;
    }
    for (const [at, term] of terms.entries()) {
      const [name] = term.names;
      if (
        term.names.length === 1 &&
        !term.onlyDirectories &&
        name !== undefined &&
        MAY_BE_MISSPELT.test(name.letters)
      ) {
        readings.push({ guess, kind: "spelled", terms: terms.with(at, this.#misspeltTermOf(name)), unseen: term });
      }
    }
    const inPart = pieces.flatMap((piece) => this.#partsOf(piece)).flatMap((piece) => this.#termsOf(piece));
    // A single word has no parts.
    if (inPart.length > 0 && (words.length > 1 || inPart.some(({ glob }) => glob !== undefined))) {
      readings.push({ guess, kind: "part", terms: inPart });
    }
  }

  /** The parts of a piece that may match alone: its words. For a glob with `/`, the same glob with any directories at each `/`. */
  #partsOf({ text, kind }: Piece): readonly Piece[] {
    if (kind === "glob") {
      const loose = text.replaceAll(/(?<=.)\/(?=.)/g, "/**/");
      return loose === text ? [] : [{ text: loose, kind }];
    }
    const words = splitName(text.replace(EXTENSION, "")).filter((word) => !STOP_WORDS.has(word));
    return words.map((word) => ({ text: word, kind: "word" }));
  }

  /** The piece without the searched directory's path. */
  #withoutRootIn(piece: Piece): Piece {
    const { text, kind } = piece;
    const below = this.#withoutRoot(text);
    if (kind === "glob") {
      // One that began with that path becomes anchored.
      return below !== "" && below.length < text.length ? toPiece(`/${below}`) : piece;
    }
    // What is just the root's path may also be the name of something in it. On Windows it has slashes now in place of backslashes.
    return lettersOnly(below) === "" ? piece : toPiece(below);
  }

  /** The term of a piece; none if nothing is left of it without punctuation. */
  #termsOf({ text, kind }: Piece): readonly Term[] {
    const term = getOrAdd(this.#terms, text, () => {
      const glob = kind === "glob" ? compileGuessGlob(text) : undefined;
      const names = kind === "glob" ? [] : text.split("/").filter((name) => lettersOnly(name) !== "");
      const onlyDirectories = kind !== "glob" && text.endsWith("/");
      return { names: names.map((name) => this.#nameOf(name)), onlyDirectories, glob, index: this.#terms.size };
    });
    return term.glob === undefined && term.names.length === 0 ? [] : [term];
  }

  #misspeltTermOf(name: WantedName): Term {
    // No piece has a space in it.
    return getOrAdd(this.#terms, ` ${name.letters}`, () => {
      return { names: [{ ...name, isMisspelt: true }], onlyDirectories: false, index: this.#terms.size };
    });
  }

  #nameOf(text: string): WantedName {
    const words = splitName(text);
    return getOrAdd(this.#names, words.join(" "), () => {
      const letters = words.join("");
      // In scripts without case, such as Chinese, words are short and not separated.
      const isShort = [...letters].length <= MAX_SHORT_LENGTH && !/\p{Lo}/u.test(letters);
      return { letters, stem: stemOf(letters), words, isShort, isMisspelt: false };
    });
  }
}

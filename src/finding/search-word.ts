// One word of a search: how well a name fits it.
import type { ByteString } from "../core/byte-string.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { SHORT_PART, splitName, squash, stemOf, type ComparedName } from "./name-parts.ts";

/** How well a name fits a word: 1 if the word is one of its parts. A part that only begins with it says less, a chance hit much less. */
const SAME_STEM = 0.9;
const BEGINS_PART = 0.8;
const WITHIN_PART = 0.4;

/** A text that is looked for in names. */
export class SearchedText {
  readonly squashed: string;
  readonly stem: string;
  /** Names that don't contain this don't fit: all forms of a word begin with its stem, but for the last letter, or `ble` (usability). */
  readonly #beginning: string;
  readonly #isShort: boolean;
  readonly #isOnePart: boolean;

  constructor(text: string) {
    this.squashed = squash(text);
    this.stem = stemOf(this.squashed);
    this.#isOnePart = splitName(text).length <= 1;
    // In a script without case, such as Chinese, words are short and parts have no ends.
    this.#isShort = [...this.squashed].length <= SHORT_PART && !/\p{Lo}/u.test(this.squashed);
    const beginning = this.stem.replace(/(?<=b)le?$|.$/, "");
    this.#beginning = this.squashed.startsWith(beginning) && !this.#isShort ? beginning : this.squashed;
  }

  /** How well a name fits, 0 if it does not. */
  strengthIn(name: ComparedName): number {
    const { squashed } = name;
    if (!squashed.includes(this.#beginning)) {
      return 0;
    }
    if (name.parts.includes(this.squashed)) {
      return 1;
    }
    if (this.#isShort) {
      return 0;
    }
    if (name.hasStem(this.stem)) {
      return SAME_STEM;
    }
    if (!squashed.includes(this.squashed)) {
      return 0;
    }
    if (!this.#isOnePart) {
      return 1;
    }
    return name.parts.some((part) => part.startsWith(this.squashed)) ? BEGINS_PART : WITHIN_PART;
  }

  /** A pattern that every ASCII name that fits matches: the first letters of what it must contain, with or without separators. */
  get pattern(): string | undefined {
    const letters = this.#beginning.slice(0, PATTERN_LETTERS);
    return /^[a-z0-9]+$/.test(letters) ? [...letters].join("[^a-z0-9]*") : undefined;
  }

  /** Whether a part of a name that fits is covered by it. */
  covers(part: string, name: ComparedName): boolean {
    return (
      part === this.squashed ||
      name.stemOf(part) === this.stem ||
      (part.length > SHORT_PART && this.squashed.includes(part)) ||
      (this.squashed.length > SHORT_PART && part.includes(this.squashed))
    );
  }
}

/**
 * `whole`: a name contains the word. `pieces`: names in a row contain the pieces of a word with slashes. `parts`: a name contains some
 * of the word's parts, which counts if nothing contains the word whole. `glob`: the path fits a glob. `any`: there is no word, and every
 * name fits.
 */
export interface SearchWord {
  readonly kind: "whole" | "pieces" | "parts" | "glob" | "any";
  /** Which of the given words it is. */
  readonly given: number;
  /** What names must contain: one text, the pieces, or the parts. The letters of a glob. */
  readonly texts: readonly SearchedText[];
  /** Decides `hide` about what the glob matches. */
  readonly glob?: DirectoryFilter;
}

const PATTERN_LETTERS = 4;

/**
 * A pattern that every name matches that fits one of these words, so that most names need not be split into parts: it takes a fifth of
 * the time. Undefined if there is none.
 */
export function patternOf(words: readonly SearchWord[]): RegExp | undefined {
  const patterns = words.flatMap(({ kind, texts }) =>
    kind === "glob" || kind === "pieces" ? [undefined] : texts.map(({ pattern }) => pattern),
  );
  return patterns.includes(undefined) ? undefined : new RegExp(["[^\\x00-\\x7f]", ...new Set(patterns)].join("|"), "i");
}

/** More pieces than a number has bits are not looked for. */
const MOST_PIECES = 30;

/** Words that say nothing about a file, unless there are no others. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    "a add added adds after all allow allowed allows also an and any are as at avoid be before both but by can do does don ensure fix fixed " +
    "fixes for from has have if in into is it its make makes more new no not of on only or other over properly remove removed removes s " +
    "should so some support supports t than that the their them then there these this to too update updated updates use used uses using " +
    "via was we when where which while will with without"
  ).split(" "),
);

/** How a word that is a glob is compiled: undefined if it is no legal one. */
export type CompileGlob = (glob: string) => Promise<DirectoryFilter | undefined>;

/** A word without the path of the directory to search, if it begins with that. */
export type WithoutRoot = (word: string) => string;

/** What the words ask for. */
export async function toSearchWords(
  given: readonly string[],
  withoutRoot: WithoutRoot,
  compile: CompileGlob,
): Promise<SearchWord[]> {
  const hasOthers = given.some((word) => !isEmptyWord(word));
  const words: SearchWord[] = [];
  for (const [index, word] of given.entries()) {
    const glob = isGlob(word) ? await compile(word) : undefined;
    if (glob !== undefined) {
      words.push({ kind: "glob", given: index, texts: [new SearchedText(word)], glob });
    } else if (!hasOthers || !isEmptyWord(word)) {
      words.push(...toPlainWords(word, withoutRoot, index));
    }
  }
  return words;
}

function isGlob(word: string): boolean {
  return /[*{]|\?(?!$)/s.test(word);
}

function isEmptyWord(word: string): boolean {
  const squashed = squash(word);
  return !isGlob(word) && (squashed === "" || EMPTY_WORDS.has(squashed));
}

function toPlainWords(word: string, withoutRoot: WithoutRoot, given: number): SearchWord[] {
  const below = word.includes("/") ? withoutRoot(word) : word;
  // A word that is nothing but the root may be the name of something in it, too.
  const path = squash(below) === "" ? word : below;
  const pieces = path.split("/").filter((piece) => squash(piece) !== "");
  if (pieces.length === 0) {
    return [];
  }
  const texts = pieces.slice(-MOST_PIECES).map((piece) => new SearchedText(piece));
  const whole: SearchWord = { kind: pieces.length > 1 ? "pieces" : "whole", given, texts };
  const parts = splitName(path);
  const telling = parts.filter((part) => !EMPTY_WORDS.has(part));
  return parts.length <= 1 || telling.length === 0
    ? [whole]
    : [whole, { kind: "parts", given, texts: telling.map((part) => new SearchedText(part)) }];
}

/** Whether a word asks for what comes later otherwise: tests, fixtures and the like. */
export function asksForTests(given: readonly string[]): boolean {
  return given.some((word) => splitName(word).some((part) => ASIDE.test(part)));
}

/** What tests, fixtures, snapshots, and what others wrote or a program made, are called. */
const ASIDE_NAMES = "tests?|specs?|e2e|fixtures?|snapshots?|mocks?|generated|vendor(?:ed)?";

const ASIDE = new RegExp(`^(?:${ASIDE_NAMES}|testing|snap)$`);

const ASIDE_DIRECTORY = new RegExp(
  `^(?:${ASIDE_NAMES}|__(?:tests|fixtures|snapshots|mocks|generated)__|testdata|third[-_]?party|node_modules|dist)$`,
  "i",
);

/** Whether a directory holds tests, fixtures, snapshots, or what others wrote or a program made. */
export function isAsideDirectory(name: ByteString): boolean {
  return ASIDE_DIRECTORY.test(name);
}

const ASIDE_PARTS: ReadonlySet<string> = new Set("test tests spec stories generated min snap lock".split(" "));

/** The same for a file by its own name. */
export function isAsideFile({ parts }: ComparedName): boolean {
  return parts.some((part) => ASIDE_PARTS.has(part));
}

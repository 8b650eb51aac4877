// Folds: one glob in place of many entries of a directory. How folds are written, parsed and matched, and which prefixes are meaningful.
import { GlobError } from "../filters/compile-globs.ts";
import { parseGlob, type NameTest } from "../filters/glob.ts";
import { renderCount } from "./amounts.ts";
import { isUnsafe } from "./entry-label.ts";

/** Entries of a directory that are counted and not named. */
export interface MapFold {
  /** A glob that matches exactly these entries. It ends in `/` if they are all directories. */
  readonly glob: string;
  /** How many entries it stands for. */
  readonly count: number;
  /** Set if the directory was not read to its end: there may be more. */
  readonly partial?: true;
  /** How many entries are below the directories among them, all levels together. Absent if there are no directories. */
  readonly below?: number;
  /** Set if not everything below them was counted. */
  readonly belowPartial?: true;
}

/** The count of a fold, as `writeFold` writes it. */
const COUNT = / \(\d[\d,]*\+?(?:, \d[\d,]*\+? below)?\)$/;

export function writeFold({ glob, count, partial, below, belowPartial }: MapFold): string {
  const counted = renderCount(count, partial);
  return `${glob} (${below === undefined ? counted : `${counted}, ${renderCount(below, belowPartial)} below`})`;
}

/** What the names of a fold have in common. */
export interface FoldShape {
  readonly prefix: string;
  /** The first and the last letter that may follow the prefix: `[a-f]`. */
  readonly range?: readonly [string, string] | undefined;
  /** A glob, not plain text: it may be copied from an opened fold. */
  readonly suffix: string;
}

/** Most names: nothing in them is special in a glob. */
const PLAIN = /^[\w.-]*$/;
const SPECIAL = /[\\?[\]{}()!,]/;
const UNSPELLABLE = /[\s*"\ufffd]/;

/** Whether a fold can contain this letter. Those that a map would quote are written as `?`. */
export function isSpellable(letter: string): boolean {
  return PLAIN.test(letter) || !(UNSPELLABLE.test(letter) || isUnsafe(letter));
}

/** The glob of a fold. */
export function writeFoldGlob({ prefix, range, suffix }: FoldShape, directoriesOnly: boolean): string {
  const letters = range === undefined ? "" : `[${range.join("-")}]`;
  return `${spell(prefix)}${letters}*${suffix}${directoriesOnly ? "/" : ""}`;
}

function spell(letters: string): string {
  return PLAIN.test(letters) ? letters : Array.from(letters, spellLetter).join("");
}

function spellLetter(letter: string): string {
  if (!isSpellable(letter)) {
    return "?";
  }
  return SPECIAL.test(letter) ? `\\${letter}` : letter;
}

/** A fold that a caller opens. Folds inside it must match nothing else. */
export interface OpenedFold {
  readonly glob: string;
  /** How many characters folds inside it must have before their `*`. */
  readonly prefixLength: number;
  /** What they must end with. */
  readonly suffix: string;
  /** Whether it stands for an entry. Upper and lower case differ. */
  readonly matches: (name: string, isDirectory: boolean) => boolean;
}

/** More than any fold can have: names have at most 255 characters. */
const MAX_LENGTH = 1000;

/** Parses a fold as a map shows it, with or without its count. Throws a `GlobError` if the text is not a fold. */
export function parseFold(text: string): OpenedFold {
  const glob = text.replace(COUNT, "");
  const parsed = glob.length <= MAX_LENGTH && /^[^/]+\/?$/.test(glob) ? parseGlob(glob, "ours", true) : undefined;
  const test = parsed?.parts.at(-1) as NameTest | undefined;
  if (parsed === undefined || test === undefined) {
    throw new GlobError('it is one word as a map of this directory shows it, such as "test-*"');
  }
  const tokens: readonly string[] = glob.replace(/\/$/, "").match(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu) ?? [];
  const star = tokens.indexOf("*");
  // The entries of a glob that dirleaf did not write can't be folded.
  const isOurs = star !== -1 && star === tokens.lastIndexOf("*");
  return {
    glob,
    prefixLength: isOurs ? star : Infinity,
    suffix: isOurs ? tokens.slice(star + 1).join("") : "",
    matches: (name, isDirectory) => (isDirectory || !parsed.directoriesOnly) && test(name),
  };
}

/** The common prefix of two names, of which the first `known` UTF-16 units are known. Does not split surrogate pairs. */
export function commonPrefix(one: string, other: string, known: number = 0): string {
  let length = known;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) {
    length += 1;
  }
  const last = one.charCodeAt(length - 1);
  return one.slice(0, length > known && last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** Whether a prefix says something about the names: it has three letters or digits, or is the dot of hidden names. */
export function isMeaningful(letters: string): boolean {
  return letters === "." || /(?:[\p{L}\d].*){3}/su.test(letters);
}

/** Whether a word ends between two characters of a name: at punctuation, before a capital, or where digits begin or end. */
export function isWordEnd(before: string, after: string): boolean {
  return !/^(?:\p{L}\p{Ll}|\p{Lu}\p{Lu}|\d\d)$/u.test(before + after);
}

const ALPHABETS: readonly RegExp[] = [/^[a-z]$/, /^[A-Z]$/, /^[0-9]$/, /^[^\0-\x7f]$/u];

/** The alphabet of a letter that can be in a range. A range must not mix alphabets, since readers don't know their order. */
export function alphabetOf(letter: string): RegExp | undefined {
  return isSpellable(letter) ? ALPHABETS.find((alphabet) => alphabet.test(letter)) : undefined;
}

/** The last one or two extensions of a name, `.test.ts`; empty if it has none. */
export function extensionOf(name: string): string {
  return /^.+?((?:\.[A-Za-z][A-Za-z0-9]*){1,2})$/s.exec(name)?.[1] ?? "";
}

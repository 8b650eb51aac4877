// Folds as globs: how they are written and parsed, and whether their letters tell a reader anything.
import { isUnsafe } from "../text/entry-label.ts";

/** What the names of a fold have in common. */
export interface FoldShape {
  readonly prefix: string;
  /** The first and the last letter that may follow the prefix: `[a-f]`. */
  readonly range?: readonly [string, string] | undefined;
  /** A glob, not plain text: it may be copied from an opened fold. */
  readonly suffix: string;
  readonly directoriesOnly: boolean;
}

/** Most names: their letters stand for themselves in a glob. */
const PLAIN = /^[\w.-]*$/;
const SPECIAL = /[\\?[\]{}()!,]/;
const UNSPELLABLE = /[\s*"\ufffd]/;

/** Whether a fold can contain a letter. Letters that a map would quote are written as `?`. */
export function isSpellable(letter: string): boolean {
  return PLAIN.test(letter) || !(UNSPELLABLE.test(letter) || isUnsafe(letter));
}

export function writeGlob({ prefix, range, suffix, directoriesOnly }: FoldShape): string {
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

/** The requirements for folds inside an opened fold, so that they match nothing that it does not match. */
export interface OpenedFold {
  /** How many characters they must have before their `*`. */
  readonly prefixLength: number;
  /** What they must end with. */
  readonly suffix: string;
}

export function readFold(glob: string): OpenedFold {
  const tokens: readonly string[] = glob.replace(/\/$/, "").match(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu) ?? [];
  const star = tokens.indexOf("*");
  // A glob that we did not write: its entries can't be folded.
  const isFold = star !== -1 && star === tokens.lastIndexOf("*");
  return isFold
    ? { prefixLength: star, suffix: tokens.slice(star + 1).join("") }
    : { prefixLength: Infinity, suffix: "" };
}

/** Whether letters tell a reader what names are about: at least three letters or digits. */
export function isMeaningful(letters: string): boolean {
  return /(?:[\p{L}\d].*){3}/su.test(letters);
}

/** Whether a word ends between two characters of a name: at punctuation, before a capital, or where digits begin or end. */
export function isWordEnd(before: string, after: string): boolean {
  return !/^(?:\p{L}\p{Ll}|\p{Lu}\p{Lu}|\d\d)$/u.test(before + after);
}

const ALPHABETS: readonly RegExp[] = [/^[a-z]$/, /^[A-Z]$/, /^[0-9]$/, /^[^\0-\x7f]$/u];

/** The alphabet of a letter, if it can be in a range. A range must not mix alphabets, because readers don't know their order. */
export function alphabetOf(letter: string): RegExp | undefined {
  return isSpellable(letter) ? ALPHABETS.find((alphabet) => alphabet.test(letter)) : undefined;
}

/** The last one or two extensions of a name, `.test.ts`; empty if it has none. */
export function extensionOf(name: string): string {
  return /^.+?((?:\.[A-Za-z][A-Za-z0-9]*){1,2})$/s.exec(name)?.[1] ?? "";
}

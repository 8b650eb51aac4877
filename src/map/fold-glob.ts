// Folds as globs: how they are written and read, and what their letters tell a reader.
import { isUnsafe } from "../text/entry-label.ts";

/** What the names of a fold have in common. */
export interface FoldShape {
  readonly prefix: string;
  /** The first and the last of the letters that come after the prefix, `[a-f]`. */
  readonly range?: readonly [string, string] | undefined;
  /** A glob, not a plain text: that of an opened fold is copied. */
  readonly suffix: string;
  readonly directoriesOnly: boolean;
}

/** What most names look like. Such letters stand for themselves in a glob. */
const PLAIN = /^[\w.-]*$/;
const SPECIAL = /[\\?[\]{}()!,]/;
const UNSPELLABLE = /[\s*"\ufffd]/;

/** Whether a fold can contain a letter. Those that a map would quote are a `?` in a fold. */
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

/** What an opened fold demands of folds inside it, so that they match nothing that it does not match. */
export interface OpenedFold {
  /** How many characters they must have before their `*`. */
  readonly prefixLength: number;
  /** What they must end with. */
  readonly suffix: string;
}

export function readFold(glob: string): OpenedFold {
  const signs: readonly string[] = glob.replace(/\/$/, "").match(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu) ?? [];
  const star = signs.indexOf("*");
  // Of another glob than those that we write, nothing can be folded.
  const isFold = star !== -1 && star === signs.lastIndexOf("*");
  return isFold
    ? { prefixLength: star, suffix: signs.slice(star + 1).join("") }
    : { prefixLength: Infinity, suffix: "" };
}

/** Whether letters tell a reader what names are about. */
export function isMeaningful(letters: string): boolean {
  return /(?:[\p{L}\d].*){3}/su.test(letters);
}

/** Whether a word ends between two characters of a name: at a sign, a capital, or where digits begin or end. */
export function isWordEnd(before: string, after: string): boolean {
  return !/^(?:\p{L}\p{Ll}|\p{Lu}\p{Lu}|\d\d)$/u.test(before + after);
}

const ALPHABETS: readonly RegExp[] = [/^[a-z]$/, /^[A-Z]$/, /^[0-9]$/, /^[^\0-\x7f]$/u];

/** The alphabet of a letter that can be in a range. Nobody knows by heart what is between a sign and a letter. */
export function alphabetOf(letter: string): RegExp | undefined {
  return isSpellable(letter) ? ALPHABETS.find((alphabet) => alphabet.test(letter)) : undefined;
}

/** The last one or two extensions of a name, `.test.ts`; empty if it has none. */
export function extensionOf(name: string): string {
  return /^.+?((?:\.[A-Za-z][A-Za-z0-9]*){1,2})$/s.exec(name)?.[1] ?? "";
}

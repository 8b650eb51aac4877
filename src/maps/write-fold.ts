// Writes folds as globs, and says which letters of names a fold may show and whether they tell a reader something.
import type { ByteString } from "../core/byte-string.ts";

/** What means something in a glob. A comma and a bracket of the other kind only do where a caller mistakes them. */
const SPECIAL = /[\\*?[\]{}()!,]/g;

/** What most names look like. */
const PLAIN = /^[A-Za-z0-9_.-]*$/;

/** The glob of all names that begin and end like this. `directoriesOnly`: of directories only. */
export function writeFold(prefix: ByteString, suffix: ByteString, directoriesOnly: boolean): ByteString {
  return `${escape(prefix)}*${escape(suffix)}${directoriesOnly ? "/" : ""}` as ByteString;
}

/** The glob of all names that go on after a prefix with a character from one to another, and end with a suffix. */
export function writeRange(
  prefix: ByteString,
  [low, high]: readonly [ByteString, ByteString],
  suffix: ByteString,
  directoriesOnly: boolean,
): ByteString {
  const range = low === high ? escape(low) : `[${escapeInClass(low)}-${escapeInClass(high)}]`;
  return `${escape(prefix)}${range}*${escape(suffix)}${directoriesOnly ? "/" : ""}` as ByteString;
}

/** What a fold asks of the folds inside it, so that they match nothing that it does not match. */
export interface FoldBounds {
  /** How many bytes they must have before their `*`. */
  readonly prefixLength: number;
  /** What they must end with. */
  readonly suffix: ByteString;
}

const FOLD = /^((?:\\.|[^\\*?[])*)(\[(?:\\.|[^\\])-(?:\\.|[^\\])\])?\*((?:\\.|[^\\*?[])*?)\/?$/s;

/** What a fold asks of those inside it; nothing if it is another glob than those above. */
export function readFoldBounds(glob: ByteString): FoldBounds {
  const [, prefix = "", range, suffix = ""] = FOLD.exec(glob) ?? [];
  return { prefixLength: unescape(prefix).length + (range === undefined ? 0 : 1), suffix: unescape(suffix) };
}

/** As many letters of a prefix as a fold may have, but not fewer than `least`; undefined if it may have none of these. */
export function spell(
  prefix: ByteString,
  least: number,
  canSpell: (part: ByteString) => boolean,
): ByteString | undefined {
  for (let end = prefix.length; end >= least; end -= 1) {
    const letters = prefix.slice(0, end) as ByteString;
    if (canSpell(letters)) {
      return letters;
    }
  }
  return undefined;
}

/** The fewest letters that tell a reader what a fold is about. */
const TELLING_LETTERS = 3;

/** Whether these letters tell what the names are about. */
export function isTelling(letters: string): boolean {
  let count = 0;
  for (let at = 0; at < letters.length; at += 1) {
    count += Number(isWordByte(letters.charCodeAt(at)));
  }
  return count >= TELLING_LETTERS;
}

/** How a beginning ends that names have in common: with a word, before numbers or something else, or within a word. */
export type PrefixEnd = "number" | "word" | "letters";

/** How a beginning ends between two bytes of one name. The second byte is undefined where the name ends. */
export function prefixEndBetween(before: number, after: number | undefined): PrefixEnd {
  if (after !== undefined && isDigit(after) && (isDigit(before) || isWordEnd(before, after))) {
    return "number";
  }
  return isWordEnd(before, after) ? "word" : "letters";
}

/** Whether a word ends between two bytes of a name: at a sign, a capital, or where digits begin or end. */
function isWordEnd(before: number, after: number | undefined): boolean {
  return (
    after === undefined ||
    !isWordByte(before) ||
    !isWordByte(after) ||
    (isUpper(after) && !isUpper(before)) ||
    isDigit(before) !== isDigit(after)
  );
}

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isUpper = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/** Letters and digits. Bytes of characters beyond ASCII count as letters: we don't know better. */
const isWordByte = (byte: number): boolean =>
  isUpper(byte) || (byte >= 0x61 && byte <= 0x7a) || byte >= 0x80 || isDigit(byte);

function unescape(text: string): ByteString {
  return text.replaceAll(/\\(.)/gs, "$1") as ByteString;
}

function escape(text: ByteString): string {
  return PLAIN.test(text) ? text : text.replaceAll(SPECIAL, "\\$&");
}

function escapeInClass(character: ByteString): string {
  return character.replace(/[\\\]^!-]/, "\\$&");
}

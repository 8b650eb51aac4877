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

/** A character of a fold as it is written: behind `\` if it means something in a glob, in a class if it must not match in the other case. */
const LETTER = String.raw`\\.|\[(?:[A-Za-z]|[\xc2-\xf4][\x80-\xbf]{1,3})\]|[^\\*?[]`;

const FOLD = new RegExp(
  String.raw`^((?:${LETTER})*)(?:\[((?:\\.|[^\\])-(?:\\.|[^\\]))\])?\*((?:${LETTER})*?)(/?)$`,
  "s",
);

/** The parts of a fold. */
export interface ReadFold<Text extends string = ByteString> {
  readonly prefix: Text;
  /** The range after the prefix, `a-f`. */
  readonly range: Text | undefined;
  readonly suffix: Text;
  readonly directoriesOnly: boolean;
}

/** The parts of a fold; undefined if it is another glob than those that are written here. */
export function readFold(glob: ByteString): ReadFold | undefined {
  const parts = FOLD.exec(glob);
  if (parts === null) {
    return undefined;
  }
  const [, prefix = "", range, suffix = "", slash] = parts;
  return {
    prefix: unescape(prefix),
    range: range === undefined ? undefined : unescape(range),
    suffix: unescape(suffix),
    directoriesOnly: slash === "/",
  };
}

/** The glob of a fold with the letters at some places of its prefix and suffix in classes. Places are those of UTF-16 units. */
export function writeExactFold(
  { prefix, range, suffix, directoriesOnly }: ReadFold<string>,
  places: ReadonlySet<number>,
): string {
  const write = (letters: string, from: number) => {
    let written = "";
    let place = from;
    for (const letter of letters) {
      const differs = places.has(place) || (letter.length > 1 && places.has(place + 1));
      written += differs ? `[${letter}]` : escape(letter);
      place += letter.length;
    }
    return written;
  };
  const [low = "", , high = ""] = range ?? "";
  const letters = range === undefined ? "" : `[${escapeInClass(low)}-${escapeInClass(high)}]`;
  return `${write(prefix, 0)}${letters}*${write(suffix, prefix.length)}${directoriesOnly ? "/" : ""}`;
}

/** What a fold asks of those inside it; nothing if it is another glob than those above. */
export function readFoldBounds(glob: ByteString): FoldBounds {
  const { prefix, range, suffix } = readFold(glob) ?? NO_FOLD;
  return { prefixLength: prefix.length + (range === undefined ? 0 : 1), suffix };
}

const NO_FOLD = { prefix: "" as ByteString, range: undefined, suffix: "" as ByteString };

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
  return text.replaceAll(/\\(.)|\[([^\]]+)\]/gs, "$1$2") as ByteString;
}

function escape(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll(SPECIAL, "\\$&");
}

function escapeInClass(character: string): string {
  return character.replace(/[\\\]^!-]/, "\\$&");
}

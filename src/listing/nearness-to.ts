// How near the names of a directory are to one that was asked for: the same but for its spelling, or a slip of the hand away.
import { toText, type ByteString } from "../core/byte-string.ts";
import { unquoteName } from "../render/quote-name.ts";
import { foldText } from "../core/names/fold-name.ts";

/**
 * 0: the same but for case, Unicode normalisation and escaping. 1 or 2: as many slips of the hand, and at most a third of the
 * name's length. Undefined: another name.
 */
export type Nearness = (name: ByteString) => 0 | 1 | 2 | undefined;

/** Characters by which a name may be escaped. */
const ESCAPING = /["'`\\%]/;

/** Most names. They need no more than lower case. */
const ASCII_ONLY = /^[\0-\x7f]*$/;

const IN_QUOTES = /^(["'`])(.*)\1$/s;

/** Judges names by their distance from `asked`. Lengths count characters, not bytes. */
export function nearnessTo(asked: ByteString): Nearness {
  const text = toText(asked);
  const plain = toPlainText(asked, text);
  const from = toCharacters(text);
  return (name) => {
    const other = toText(name);
    if (toPlainText(name, other) === plain) {
      return 0;
    }
    const to = toCharacters(other);
    const most = Math.min(2, Math.floor(to.length / 3));
    if (Math.abs(to.length - from.length) > most) {
      return undefined;
    }
    return ([1, 2] as const).find((slips) => slips <= most && isWithin(slips, { from, to }, 0, 0));
  };
}

/** The form that all spellings of a name share. `text` is the name as text. */
function toPlainText(name: ByteString, text: string): string {
  const unescaped = ESCAPING.test(text) ? toText(unescapeName(name, text)) : text;
  return ASCII_ONLY.test(unescaped) ? unescaped.toLowerCase() : foldText(unescaped);
}

/** Undoes what a listing, a shell or a URL does to a name: quotes around it, a backslash before a character, `%20`. */
function unescapeName(name: ByteString, text: string): ByteString {
  return (unquoteName(text) ??
    name
      .replace(IN_QUOTES, "$2")
      .replaceAll(/\\([^a-z0-9])/gi, "$1")
      .replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
        String.fromCharCode(Number.parseInt(byte, 16)),
      )) as ByteString;
}

/** A text in which an index counts characters. */
type Characters = ArrayLike<string>;

function toCharacters(text: string): Characters {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}

/**
 * Whether it takes at most so many slips (insert, delete, change, swap with a neighbour) to turn the rest of one text into that of
 * the other. With two slips at most, trying them all is faster than a table, and stops at once for most names.
 */
function isWithin(
  slips: number,
  texts: { readonly from: Characters; readonly to: Characters },
  start: number,
  other: number,
): boolean {
  const { from, to } = texts;
  let [left, right] = [start, other];
  while (left < from.length && right < to.length && from[left] === to[right]) {
    left += 1;
    right += 1;
  }
  if (left === from.length || right === to.length) {
    return from.length - left + to.length - right <= slips;
  }
  if (slips === 0) {
    return false;
  }
  const isSwapped = from[left] === to[right + 1] && from[left + 1] === to[right];
  return (
    isWithin(slips - 1, texts, left + 1, right + 1) ||
    isWithin(slips - 1, texts, left + 1, right) ||
    isWithin(slips - 1, texts, left, right + 1) ||
    (isSwapped && isWithin(slips - 1, texts, left + 2, right + 2))
  );
}

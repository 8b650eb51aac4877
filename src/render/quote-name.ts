// Names as a listing shows them. A name that could be taken for something else is in double quotes with C-style escapes; all
// others are shown as they are. `unquoteName` is the inverse.
import { toByteString, toExactText, type ByteString } from "../core/byte-string.ts";

/**
 * Control characters, line and paragraph separators, and the characters that change the direction of text: what a reader does
 * not see, or sees in the wrong place.
 */
// oxlint-disable-next-line no-control-regex
export const UNSAFE_CHARACTER: RegExp = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What a name must not be mistaken for: a listing's own lines, and the `…` that a path can have instead of a last name. */
const OUR_WORDS = /^(?:Absolute path:|More than \d+ entries found$|\[no entry matches the filters\]$|…$)/;

const NAMED_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ['"', '\\"'],
  ["\\", "\\\\"],
]);

const ESCAPED_BY_NAME: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ['"', '"'],
  ["\\", "\\"],
]);

const QUOTED = /^"(?:[^"\\]|\\.)*"$/su;
const TOKEN = /\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(.)|([^\\]+)/gisu;

/** What most names look like. No rule below applies to them: one check instead of seven. */
const PLAIN = /^[a-z0-9_.-](?:[ -~]*[!->A-\\^-~])?$/;

/** A name as it is shown, without a suffix. `reserved` matches names whose last character would read as a suffix. */
export function quoteName(name: ByteString, reserved: RegExp | undefined): string {
  if (PLAIN.test(name)) {
    return name;
  }
  const text = toExactText(name);
  const isSafe =
    text !== undefined &&
    text !== "" &&
    !text.startsWith('"') &&
    text.trim() === text &&
    !UNSAFE_CHARACTER.test(text) &&
    !OUR_WORDS.test(text) &&
    reserved?.test(text) !== true;
  return isSafe ? text : `"${escapeBytes(name)}"`;
}

/** The name that a quoted text stands for, or undefined if the text is not a quoted name. */
export function unquoteName(quoted: string): ByteString | undefined {
  if (!QUOTED.test(quoted)) {
    return undefined;
  }
  const parts = Array.from(quoted.slice(1, -1).matchAll(TOKEN), unescapeToken);
  return parts.includes(undefined) ? undefined : (parts.join("") as ByteString);
}

function unescapeToken([, byte, unit, named, plain]: RegExpExecArray): ByteString | undefined {
  if (byte !== undefined) {
    return String.fromCharCode(Number.parseInt(byte, 16)) as ByteString;
  }
  const text =
    plain ?? (unit === undefined ? ESCAPED_BY_NAME.get(named ?? "") : String.fromCharCode(Number.parseInt(unit, 16)));
  return text === undefined ? undefined : toByteString(text);
}

function escapeBytes(name: ByteString): string {
  let result = "";
  for (let index = 0; index < name.length;) {
    const end = index + sequenceLength(name.charCodeAt(index));
    const character = toExactText(name.slice(index, end) as ByteString);
    result += character === undefined ? escapeByte(name.charCodeAt(index)) : escapeCharacter(character);
    index = character === undefined ? index + 1 : end;
  }
  return result;
}

/** How many bytes a UTF-8 sequence has that starts with this byte. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) {
    return 4;
  }
  if (lead >= 0xe0) {
    return 3;
  }
  return lead >= 0xc0 ? 2 : 1;
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const named = NAMED_ESCAPES.get(character);
  if (named !== undefined) {
    return named;
  }
  if (!UNSAFE_CHARACTER.test(character)) {
    return character;
  }
  return code < 0x80 ? escapeByte(code) : `\\u${code.toString(16).padStart(4, "0")}`;
}

function escapeByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

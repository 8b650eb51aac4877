// Names as a listing shows them. A name that could be taken for something else is in double quotes with C-style escapes; all
// others are shown as they are. `unquoteName` is the inverse.
import { toByteString, toExactText, type ByteString } from "../core/byte-string.ts";

/**
 * What a reader does not see, or sees in the wrong place: control characters, line and paragraph separators, the characters
 * that change the direction of text, and Unicode 16's Default_Ignorable_Code_Point. Its ranges are written out, so that a name
 * is shown the same by every version of Node.
 */
export const UNSAFE_CHARACTER: RegExp =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/** How our own lines begin. A name that begins like one is shown in quotes, so that it can't forge a listing. */
const OUR_LINE =
  /^(?:Absolute path:|More than \d+ entries found|\[(?:nothing after |no entry matches|timed out after|stopped after |ignored directories|only |nothing matches |[\d,+]+ more |empty\])|…$)/;

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

/** Those that we write ourselves. */
const NAMED_ESCAPES: ReadonlyMap<string, string> = new Map(
  ["n", "r", "t", '"', "\\"].map((name) => [ESCAPED_BY_NAME.get(name) as string, `\\${name}`]),
);

const QUOTED = /^"(?:[^"\\]|\\.)*"$/su;
const TOKEN = /\\x([0-9a-fA-F]{2})|\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}))|\\(.)|([^\\]+)/gsu;

/** What most names look like. No rule below applies to them: one check instead of seven. */
const PLAIN = /^[a-z0-9_.-](?:[ -~]*[!->A-\\^-~])?$/;

/** A name as it is shown, without a suffix. `reserved` matches names whose end would read as a suffix or as a mark. */
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
    !OUR_LINE.test(text) &&
    reserved?.test(text) !== true;
  return isSafe ? text : quoteAlways(name);
}

/** A name in quotes, whether it needs them or not. */
export function quoteAlways(name: ByteString): string {
  return `"${escapeBytes(name)}"`;
}

/** The name that a quoted text stands for, or undefined if the text is not a quoted name. */
export function unquoteName(quoted: string): ByteString | undefined {
  if (!QUOTED.test(quoted)) {
    return undefined;
  }
  const parts = Array.from(quoted.slice(1, -1).matchAll(TOKEN), unescapeToken);
  return parts.includes(undefined) ? undefined : (parts.join("") as ByteString);
}

function unescapeToken([, byte, short, long, named, plain]: RegExpExecArray): ByteString | undefined {
  if (byte !== undefined) {
    return String.fromCharCode(Number.parseInt(byte, 16)) as ByteString;
  }
  const code = short ?? long;
  const text =
    plain ?? (code === undefined ? ESCAPED_BY_NAME.get(named ?? "") : String.fromCodePoint(Number.parseInt(code, 16)));
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
  const code = character.codePointAt(0) as number;
  const named = NAMED_ESCAPES.get(character);
  if (named !== undefined) {
    return named;
  }
  if (!UNSAFE_CHARACTER.test(character)) {
    return character;
  }
  if (code < 0x80) {
    return escapeByte(code);
  }
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

function escapeByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

const UNSAFE_CHARACTERS = new RegExp(UNSAFE_CHARACTER, "gu");

/** A text with every unsafe character as `\uXXXX`, above U+FFFF as two of them: that means the same inside a JSON string. */
export function escapeCharacters(text: string): string {
  // Most texts have none, and looking for one costs less than the machinery for replacing it.
  if (!UNSAFE_CHARACTER.test(text)) {
    return text;
  }
  return text.replaceAll(UNSAFE_CHARACTERS, (character) => character.split("").map(escapeUnit).join(""));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The same for a text of several lines: line feeds stay. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeCharacters).join("\n");
}

// Names and entries as a listing shows them. A name that could be taken for something else is in double quotes with C-style escapes; all
// others are shown as they are. After it come the suffix for its kind, details and a mark.
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";

const UNSAFE_CHARACTER = String.raw`[\p{Cc}\u2028-\u202e\u2066-\u2069\u061c\u2800\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}`;

/** Made when it is first needed, and not a literal: parsing one takes 0.8 ms of every start. */
let unsafe: RegExp | undefined;

/** Matches characters that are invisible or reorder the text around them. */
export function unsafeCharacter(): RegExp {
  return (unsafe ??= new RegExp(UNSAFE_CHARACTER, "u"));
}

/** Whether a text has an unsafe character. */
export function isUnsafe(text: string): boolean {
  return /[^ -~]/.test(text) && unsafeCharacter().test(text);
}

/** A name that could be taken for one of our own lines. */
const OUR_LINE = /^(?:Absolute\spath:|More\sthan\s|…$)/;

/** The letters of escapes, and the characters that they stand for. We read all, and write the first three. */
const ESCAPE_LETTERS = 'nrtabfv"\\';
const ESCAPED = '\n\r\t\x07\b\f\v"\\';

const QUOTED = /^"(?:[^"\\]|\\.)*"$/su;
const TOKEN = /\\x([0-7][0-9a-fA-F])|\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}))|\\(.)|([^\\]+)/gsu;

/** Most names: none of the rules below applies to them. */
const PLAIN = /^[a-z0-9_.-](?:[ -~]*[!->A-\\^-~])?$/;

/** A name as it is shown, without its kind suffix. `reserved` matches further names that must be quoted in this context. */
export function quoteName(name: string, reserved?: RegExp): string {
  if (PLAIN.test(name)) {
    return name;
  }
  const isSafe =
    name !== "" &&
    !name.startsWith('"') &&
    name.trim() === name &&
    !isUnsafe(name) &&
    !OUR_LINE.test(name) &&
    reserved?.test(name) !== true;
  return isSafe ? name : quoteAlways(name);
}

/** A name in quotes, whether it needs them or not. */
export function quoteAlways(name: string): string {
  return `"${name.replaceAll(/["\\]/g, "\\$&").replaceAll(new RegExp(unsafeCharacter(), "gu"), escapeCharacter)}"`;
}

/** The name that a quoted text stands for, or undefined if the text is not a quoted name. */
export function unquoteName(quoted: string): string | undefined {
  if (!QUOTED.test(quoted)) {
    return undefined;
  }
  const pieces = Array.from(quoted.slice(1, -1).matchAll(TOKEN), unescapeToken);
  return pieces.includes(undefined) ? undefined : pieces.join("");
}

function unescapeToken([, byte, short, long, named = "", plain]: RegExpExecArray): string | undefined {
  const code = byte ?? short ?? long;
  const character = code === undefined ? ESCAPED[ESCAPE_LETTERS.indexOf(named)] : undefined;
  return plain ?? character ?? (code && String.fromCodePoint(Number.parseInt(code, 16)));
}

function escapeCharacter(character: string): string {
  const named = ESCAPED.slice(0, 3).indexOf(character);
  if (named !== -1) {
    return `\\${ESCAPE_LETTERS[named]}`;
  }
  const code = character.codePointAt(0) as number;
  const [start, length] = code < 0x80 ? ["x", 2] : code > 0xffff ? ["U", 8] : ["u", 4];
  return `\\${start}${code.toString(16).padStart(length, "0")}`;
}

/** A text with every unsafe character written as `\uXXXX`, above U+FFFF as a surrogate pair. Inside a JSON string that means the same. */
export function escapeCharacters(text: string): string {
  return isUnsafe(text)
    ? text.replaceAll(new RegExp(unsafeCharacter(), "gu"), (character) =>
        character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
      )
    : text;
}

/** Like `escapeCharacters`, but keeps line feeds. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeCharacters).join("\n");
}

/** The text in brackets after a name. */
export type Mark = Problem | "empty" | "filtered" | "ignored";

/** What may have a mark. */
interface Markable {
  readonly problem?: Problem | undefined;
  readonly ignored?: boolean | undefined;
  readonly mark?: "empty" | "filtered" | undefined;
}

/** The mark of an entry, if it has one. */
export function markOf({ problem, ignored, mark }: Markable): Mark | undefined {
  return problem ?? (ignored === true ? "ignored" : mark);
}

/** The character after a name that shows its kind. */
export const KIND_SUFFIX: Readonly<Record<EntryKind, string>> = { file: "", directory: "/", symlink: "@", other: "?" };

/**
 * Names that are quoted because they end in what looks like a mark. Without the slash of a directory, `[slug]` could be a line of ours, and
 * the end of a file's name the suffix of another kind.
 */
const RESERVED = /\s\[[^[\]]*\]$/;
const RESERVED_WITHOUT_SLASH = /\s\[[^[\]]*\]$|^\[.*\]$/;
const RESERVED_FOR_FILE = /(?:[@?]|\s\[[^[\]]*\])$|^\[.*\]$/;

/** The label of an entry, with its details and its mark if it has any. */
export function renderLabel(name: string, kind: EntryKind, mark?: Mark, details?: string): string {
  const reserved = kind === "file" ? RESERVED_FOR_FILE : kind === "directory" ? RESERVED : RESERVED_WITHOUT_SLASH;
  // Only object stores have names `.` and `..`. Unquoted, they would lead elsewhere when used as a path.
  const shown = name === "." || name === ".." ? `"${name}"` : quoteName(name, reserved);
  const label = shown + KIND_SUFFIX[kind] + (details === undefined ? "" : ` [${details}]`);
  return mark === undefined ? label : `${label} [${mark}]`;
}

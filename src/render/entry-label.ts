// Names and entries as a listing shows them. A name that could be taken for something else is in double quotes with C-style escapes; all
// others are shown as they are. After it come the suffix for its kind, details, a mark. `unquoteName` and `parseLabel` are the inverse.
import { toByteString, toExactText, type ByteString } from "../core/byte-string.ts";
import type { EntryDetails, EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { EmptyMark } from "../core/visit.ts";

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

/** What a label shows of an entry. */
export interface LabelledEntry {
  readonly name: ByteString;
  readonly kind: EntryKind;
  readonly problem?: Problem;
  readonly ignored?: true;
  readonly mark?: EmptyMark;
  /** Size and time of a file, as they are shown. */
  readonly shownDetails?: string;
}

/** What stands in brackets after a name. */
export type Marker = Problem | EmptyMark | "ignored";

/** The marker of an entry, if it has one. */
export function markerOf({
  problem,
  ignored,
  mark,
}: Pick<LabelledEntry, "problem" | "ignored" | "mark">): Marker | undefined {
  return problem ?? (ignored === true ? "ignored" : mark);
}

/** The character after a name that shows its kind. */
export const KIND_SUFFIX: Readonly<Record<EntryKind, string>> = { file: "", directory: "/", symlink: "@", other: "?" };

/** A name that ends like this would read as a name with a mark. */
const READS_AS_MARK = / \[[^[\]]*\]$/;

/** How names of each kind must not end. A file's could read as another kind, too; a directory's `/` leaves no doubt. */
const RESERVED: Readonly<Record<EntryKind, RegExp | undefined>> = {
  file: /(?:[@?]| \[[^[\]]*\])$/,
  directory: undefined,
  symlink: READS_AS_MARK,
  other: READS_AS_MARK,
};

/** The marks of problems, as a pattern. */
export const PROBLEM: string = String.raw`permission denied|no longer exists|timed out|unreadable: [A-Z0-9]+`;

/** What `renderAge` writes. */
const AGE = String.raw`\d+[smhd]`;

/** What `renderDetails` writes. */
const DETAILS = String.raw`(?:\d+(?:\.\d)?[KMGTP]?(?:, )?)?(?:[+-]?\d{4,6}-\d\d-\d\d \d\d:\d\d)?`;

const LABEL = new RegExp(
  String.raw`^(?<name>"(?:[^"\\]|\\.)*"|[^"].*?)(?<suffix>[/@?]?)` +
    String.raw`(?: \[(?<details>(?!\])(?:${DETAILS}|${AGE}))\])?(?: \[(?<marker>${PROBLEM}|ignored|empty|no match)\])?$`,
  "su",
);

const IS_AGE = new RegExp(`^${AGE}$`);

/** The label of an entry, with its details and its marker if it has any. */
export function renderLabel(name: ByteString, kind: EntryKind, marker?: Marker, details?: string): string {
  // Only object stores have these two. Written plainly, they would lead elsewhere when read as a path.
  const shown = name === "." || name === ".." ? `"${name}"` : quoteName(name, RESERVED[kind]);
  const label = shown + KIND_SUFFIX[kind] + (details === undefined ? "" : ` [${details}]`);
  return marker === undefined ? label : `${label} [${marker}]`;
}

/** The entry that a label shows, or undefined if the text is not a label. */
export function parseLabel(label: string): LabelledEntry | undefined {
  const groups = LABEL.exec(label)?.groups;
  if (groups === undefined) {
    return undefined;
  }
  const { marker, details } = groups;
  const kind = kindOfSuffix(groups["suffix"]);
  const isWrong =
    (marker !== undefined && marker !== "ignored" && kind !== "directory") ||
    (details !== undefined && kind !== "file" && !(kind === "symlink" && IS_AGE.test(details)));
  if (isWrong) {
    // Such a mark is part of the name, which a listing would show in quotes.
    return label.startsWith('"') ? undefined : { name: toByteString(label), kind: "file" };
  }
  const shown = groups["name"] as string;
  const name = shown.startsWith('"') ? unquoteName(shown) : toByteString(shown);
  if (name === undefined || name.includes("/")) {
    return undefined;
  }
  return { name, kind, ...toMark(marker), ...(details !== undefined && { shownDetails: details }) };
}

function toMark(marker: string | undefined): Pick<LabelledEntry, "ignored" | "mark" | "problem"> {
  switch (marker) {
    case undefined:
      return {};
    case "ignored":
      return { ignored: true };
    case "empty":
    case "no match":
      return { mark: marker };
    default:
      return { problem: marker as Problem };
  }
}

/** The kind that a suffix shows. */
export function kindOfSuffix(suffix: string | undefined): EntryKind {
  const kinds = Object.keys(KIND_SUFFIX) as EntryKind[];
  return kinds.find((kind) => KIND_SUFFIX[kind] === suffix) ?? "file";
}

const UNITS = ["", "K", "M", "G", "T", "P"] as const;

/** The largest timestamp that `Date` supports. */
const LAST_DATE_MS = 8.64e15;

/** Size and time of a file, as far as they are known: `1.8K, 2026-11-15 06:14`. The same text for the same file on every machine. */
export function renderDetails({ size, modifiedMs }: Pick<EntryDetails, "size" | "modifiedMs">): string | undefined {
  const time = renderTime(modifiedMs)
    ?.replace("T", " ")
    .replace(/:\d\dZ$/, "");
  const parts = [renderSize(size), time].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** How long ago a time is, in its largest unit: `40s`, `3m`, `2h`, `5d`. At least a second: clocks differ. */
export function renderAge(milliseconds: number): string {
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const [size, unit] = AGE_UNITS.find(([least]) => seconds >= least) as (typeof AGE_UNITS)[number];
  return `${Math.floor(seconds / size)}${unit}`;
}

const AGE_UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
] as const;

/** A size in at most five characters, in steps of 1024. */
export function renderSize(size: number | undefined): string | undefined {
  if (size === undefined) {
    return undefined;
  }
  let amount = size;
  let unit = 0;
  while (Math.round(amount) >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && amount < 9.95 ? 1 : 0;
  return `${amount.toFixed(digits)}${UNITS[unit]}`;
}

/** A time in UTC, to the second. */
export function renderTime(modifiedMs: number | undefined): string | undefined {
  if (modifiedMs === undefined || !(Math.abs(modifiedMs) <= LAST_DATE_MS)) {
    return undefined;
  }
  return new Date(modifiedMs).toISOString().replace(/\.\d+Z$/, "Z");
}

// Names, entries and paths as answers show them, and paths as callers send them back. A name that could be taken for something else is in double
// quotes with C-style escapes. After a name come the suffix for its kind, details and a mark.
import type { EntryKind } from "../core/entry.ts";
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import type { Problem } from "../core/problem.ts";
import type { Cursor } from "../list/cursor.ts";

/** What a piece of a line is: an entry, a note, an error, or a space where the line may be broken. */
export type Role = EntryKind | "note" | "problem" | "gap";

/** A piece of a line. Plain text ignores its role; a terminal shows it in a colour. */
export interface Span {
  readonly text: string;
  readonly role?: Role | undefined;
}

export type Line = readonly Span[];

/** The text of a line. */
export function plain(line: Line): string {
  return line.map(({ text }) => text).join("");
}

const UNSAFE_CHARACTER = String.raw`[\p{Cc}\u2028-\u202e\u2066-\u2069\u061c\u2800\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}`;

/** Compiled on first use: as a literal it adds 0.8 ms to every start. */
let unsafe: RegExp | undefined;

/** Matches control characters, invisible characters, and those that reorder the text around them. */
export function unsafeCharacter(): RegExp {
  return (unsafe ??= new RegExp(UNSAFE_CHARACTER, "u"));
}

/** Whether a text has an unsafe character. */
export function isUnsafe(text: string): boolean {
  return /[^ -~]/.test(text) && unsafeCharacter().test(text);
}

/** Names that look like one of dirleaf's own lines. */
const OUR_LINE = /^(?:Absolute\spath:|More\sthan\s|…$)/;

/** The letters of escapes and their characters. All are read, but only the first three are written. */
const ESCAPE_LETTERS = 'nrtabfv"\\';
const ESCAPED = '\n\r\t\x07\b\f\v"\\';

const QUOTED = /^"(?:[^"\\]|\\.)*"$/su;
const TOKEN = /\\x([0-7][0-9a-fA-F])|\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}))|\\(.)|([^\\]+)/gsu;

/** Most names: a quick test that they need no quotes. */
const PLAIN = /^[a-z0-9_.-](?:[ -~]*[!->A-\\^-~])?$/;

/** A name, in quotes if it needs them, without the suffix of its kind. `reserved` matches further names that need quotes here. */
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

/** The name in a quoted text; undefined if it is not a quoted name. */
export function unquoteName(quoted: string): string | undefined {
  if (!QUOTED.test(quoted)) {
    return undefined;
  }
  const pieces = Array.from(quoted.slice(1, -1).matchAll(TOKEN), unescapeToken);
  return pieces.includes(undefined) ? undefined : pieces.join("");
}

function unescapeToken([, byte, short, long, named = "", other]: RegExpExecArray): string | undefined {
  const code = byte ?? short ?? long;
  const character = code === undefined ? ESCAPED[ESCAPE_LETTERS.indexOf(named)] : undefined;
  return other ?? character ?? (code && String.fromCodePoint(Number.parseInt(code, 16)));
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

/** Escapes every unsafe character as `\uXXXX`, above U+FFFF as a surrogate pair. JSON strings keep their meaning. */
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

/** The fields that marks are made from. */
interface Markable {
  readonly problem?: Problem | undefined;
  readonly ignored?: boolean | undefined;
  readonly mark?: "empty" | "filtered" | undefined;
}

/** The mark of an entry, if any. */
export function markOf({ problem, ignored, mark }: Markable): Mark | undefined {
  return problem ?? (ignored === true ? "ignored" : mark);
}

/** The character after a name that shows its kind. */
export const KIND_SUFFIX: Readonly<Record<EntryKind, string>> = { file: "", directory: "/", symlink: "@", other: "?" };

/**
 * Names that are quoted because they end like a mark. Without the slash of a directory, `[slug]` also looks like one of dirleaf's own lines,
 * and `@` or `?` at the end of a file's name like the suffix of another kind.
 */
const RESERVED = /\s\[[^[\]]*\]$/;
const RESERVED_WITHOUT_SLASH = /\s\[[^[\]]*\]$|^\[.*\]$/;
const RESERVED_FOR_FILE = /(?:[@?]|\s\[[^[\]]*\])$|^\[.*\]$/;

/** The label of an entry: its name and suffix, and details and mark if there are any. */
export function renderLabel(name: string, kind: EntryKind, mark?: Mark, details?: string): string {
  const reserved = kind === "file" ? RESERVED_FOR_FILE : kind === "directory" ? RESERVED : RESERVED_WITHOUT_SLASH;
  // Only object stores have names `.` and `..`. Without quotes they would lead elsewhere in a path.
  const shown = name === "." || name === ".." ? `"${name}"` : quoteName(name, reserved);
  const label = shown + KIND_SUFFIX[kind] + (details === undefined ? "" : ` [${details}]`);
  return mark === undefined ? label : `${label} [${mark}]`;
}

/** In a listing: further entries of a directory, on other pages. At the end of `after`: everything in that directory. */
export const ELLIPSIS = "…";

/** A root as the first line shows it: as given, but with quotes around components with unsafe characters. */
export function renderRoot(path: string): string {
  if (!isUnsafe(path)) {
    return path;
  }
  return path
    .split("/")
    .map((component) => (isUnsafe(component) ? quoteName(component) : component))
    .join("/");
}

/** The text between two slashes. A slash inside quotes does not separate. */
const COMPONENT = /(?<=^|\/)(?:"(?:[^"\\]|\\.)*"(?=\/|[@?]?$)|[^/]*)(?:[@?]$)?/gsu;

/** Details and mark after a name. Names that end like this are in quotes. */
const MARKS = /(?: \[[^[\]]*\]){1,2}$/;

/** The path of an entry as `after` accepts it. */
export function renderCursor({ path, kind }: { readonly path: string; readonly kind: EntryKind }): string {
  const names = path.split("/");
  return names.map((name, index) => renderLabel(name, index < names.length - 1 ? "directory" : kind)).join("");
}

/** Parses the value of `after`: a path written as a listing shows it. */
export function parseCursor(text: string): Cursor {
  const components = splitShownPath(text.replace(/^(?:\.\/+)+/, "").replace(MARKS, ""));
  const last = components.at(-1) ?? "";
  const above = components.slice(0, -1).map(toName);
  if (last === ELLIPSIS && above.length > 0) {
    return { names: above, isDirectory: true, skipsContents: true };
  }
  if (last === "") {
    return { names: above, isDirectory: true };
  }
  return { names: [...above, toName(last.replace(/[@?]$/, ""))], isDirectory: false };
}

/** An absolute path with its quoted names unquoted; undefined if none is quoted. */
export function parseQuotedRoot(text: string): string | undefined {
  const components = splitShownPath(text);
  if (!components.some((component) => unquoteName(component) !== undefined)) {
    return undefined;
  }
  // An empty last name needs its own slash: the slash before it only ends the previous name.
  const end = components.at(-1) === '""' ? "/" : "";
  return `${components.map(toName).join("/")}${end}`;
}

/** A directory below a root as `dir_path` accepts it. `isRootQuoted`: names of the root are in quotes already. */
export function renderDirectoryBelow(root: string, names: readonly string[], isRootQuoted: boolean = false): string {
  // The parser unquotes all names or none, so names that begin with a quote must be quoted too.
  const above = root
    .split("/")
    .map((name) => (!isRootQuoted && name.startsWith('"') ? quoteName(name) : renderRoot(name)))
    .join("/");
  const below = names.map((name) => renderLabel(name, "directory").slice(0, -1));
  return `${above}${above.endsWith("/") ? "" : "/"}${below.join("/")}`;
}

/**
 * A path relative to the listing root. Models also give absolute paths: with the root as given, as in the first line, or normalised. On a
 * disk, any other slash at the start is dropped, since names can't be empty there.
 */
export function toRelative(text: string, rootPath: string, fileSystem: FileSystem): string {
  const hasDrives = hasWindowsPaths(fileSystem);
  const withSlashes = (path: string) => (hasDrives && !path.includes('"') ? path.replaceAll("\\", "/") : path);
  const fold = (path: string) => (hasDrives ? path.toLowerCase() : path);
  const written = withSlashes(text);
  const roots = [rootPath, renderRoot(rootPath), fileSystem.resolve("/", rootPath)].map((root) =>
    withSlashes(root).replace(/(?<!\/)\/+$/, ""),
  );
  const root = roots.find((above) => fold(`${written}/`).startsWith(fold(`${above}/`))) ?? "";
  if (fileSystem.isObjectStore === true) {
    return root === "" ? written : written.slice(root.length + 1);
  }
  return written.slice(root.length).replace(/^\/+/, "");
}

/** Names that only object stores have: empty, `.` or `..`. Without quotes they would vanish from a path or lead elsewhere. */
const ONLY_IN_STORE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** A relative path for JSON, with quotes only around names that a disk can't have or that look quoted themselves. */
export function renderPathForJson(path: string): string {
  if (!path.includes('"') && !ONLY_IN_STORE.test(path)) {
    return path;
  }
  return path
    .split("/")
    .map((name) => (ONLY_IN_STORE.test(name) ? `"${name}"` : name.startsWith('"') ? quoteName(name) : name))
    .join("/");
}

/** The components between the slashes. */
export function splitShownPath(text: string): string[] {
  return text.match(COMPONENT) ?? [];
}

function toName(component: string): string {
  return unquoteName(component) ?? component;
}

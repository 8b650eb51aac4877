// Paths as a listing shows them, which is how callers write them back: components are quoted where the listing quotes them, and
// the last one has the suffix for its kind.
import { splitPath, toByteString, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { Cursor } from "../walks/cursor.ts";
import type { EntryKind } from "../core/entry.ts";
import { ELLIPSIS, renderRoot } from "./our-words.ts";
import { parseLabel, renderLabel, quoteName, unquoteName } from "./entry-label.ts";

const COMPONENT = /(?:"(?:[^"\\]|\\.)*"(?=\/|[@?]?$)|[^/]*)(?:[@?]$)?/suy;

/** The names on the path of an entry as text, and as a listing shows them. */
export function toLabels(path: ByteString, kind: EntryKind): { readonly name: string; readonly label: string }[] {
  const names = splitPath(path);
  return names.map((name, index) => ({
    name: toText(name),
    label: renderLabel(name, index === names.length - 1 ? kind : "directory"),
  }));
}

/**
 * The path of an entry as `after` accepts it. In an object store a file's name is always in quotes: a directory may have the
 * same name, and be all that is left with that name when the listing continues.
 */
export function renderCursor(path: ByteString, kind: EntryKind, isObjectStore: boolean = false): string {
  const labels = toLabels(path, kind).map(({ label }) => label);
  const last = labels.at(-1) as string;
  if (isObjectStore && kind === "file" && !last.startsWith('"')) {
    labels.splice(-1, 1, `"${last.replaceAll(/["\\]/g, "\\$&")}"`);
  }
  return labels.join("");
}

/** The path of a directory as `after` accepts it, to continue after everything in the directory. */
export function renderCursorPast(directory: ByteString): string {
  return renderCursor(directory, "directory") + ELLIPSIS;
}

/** Where a walk continues after a path that was written as a listing shows it. */
export function parseCursor(text: string): Cursor {
  const components = splitShownPath(text.replace(/^(?:\.\/+)+/, ""));
  const last = components.at(-1);
  if (last === ELLIPSIS && components.length > 1) {
    return { names: components.slice(0, -1).map(toName), isDirectory: true, isPassed: true };
  }
  // `name/ [permission denied]`, copied whole, splits into `name` and a component that no listing shows unquoted.
  const isMarker = components.length > 1 && last !== undefined && isMarkedDirectory(`x/${last}`);
  const isDirectory = isMarker || last === "";
  if (isDirectory || last === undefined) {
    return { names: components.slice(0, -1).map(toName), isDirectory };
  }
  const name = toLastName(last);
  const names = [...components.slice(0, -1).map(toName), name];
  const literal = toByteString(last);
  if (unquoteName(last) !== undefined) {
    return { names, isDirectory, isQuoted: true };
  }
  const isSuffixed = !last.startsWith('"') && name !== literal;
  return isSuffixed ? { names, isDirectory, literal } : { names, isDirectory };
}

/** The bytes of an absolute path with its quoted components unquoted; undefined if none is quoted. */
export function parseQuotedRoot(text: string): ByteString | undefined {
  const components = splitShownPath(text);
  if (!components.some((component) => unquoteName(component) !== undefined)) {
    return undefined;
  }
  // An empty name at the end needs a slash of its own: the one before it only ends the previous name.
  const end = components.at(-1) === '""' ? "/" : "";
  return `${components.map(toName).join("/")}${end}` as ByteString;
}

/** What most paths look like in JSON: ASCII, and nothing in quotes. */
const ASCII_WITHOUT_QUOTES = /^[\0-!#-\x7f]*$/;

/** Names that only object stores have: they are empty, `.` or `..`, and would read as no name, or as a way elsewhere. */
const ONLY_IN_STORE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * A directory below a listing root as `dir_path` accepts it, with the root as the caller wrote it. `isRootQuoted`: the quoted
 * components of the root were unquoted to find it.
 */
export function renderDirectoryBelow(root: string, isRootQuoted: boolean, path: ByteString): string {
  // One name in quotes makes a reader of the path unquote them all, so a name that was meant literally must be quoted, too.
  const mayMislead = (name: string) => !isRootQuoted && name.startsWith('"');
  const above = root
    .split("/")
    .map((name) => (mayMislead(name) ? quoteName(toByteString(name), undefined) : renderRoot(name)))
    .join("/");
  const below = splitPath(path).map((name) => renderLabel(name, "directory").slice(0, -1));
  return `${above}${above.endsWith("/") ? "" : "/"}${below.join("/")}`;
}

/** A path of any bytes as `dir_path` accepts it: a component that is not valid UTF-8, or that would read as quoted, is in quotes. */
export function renderBytePath(path: Uint8Array): string {
  return (toByteString(path).split("/") as ByteString[])
    .map((name) => {
      const text = name.startsWith('"') ? undefined : toExactText(name);
      return text ?? quoteName(name, undefined);
    })
    .join("/");
}

/** A relative path as JSON shows it: a name is in quotes only if a disk can't have it, it is not valid UTF-8, or it would read as quoted. */
export function renderPathForJson(path: ByteString): string {
  if (ASCII_WITHOUT_QUOTES.test(path) && !ONLY_IN_STORE.test(path)) {
    return path;
  }
  return splitPath(path)
    .map((name) => {
      const text = toText(name);
      if (ONLY_IN_STORE.test(name)) {
        return `"${name}"`;
      }
      return text.startsWith('"') || toByteString(text) !== name ? quoteName(name, undefined) : text;
    })
    .join("/");
}

function isMarkedDirectory(text: string): boolean {
  const label = parseLabel(text);
  return label?.problem !== undefined || label?.ignored === true;
}

/** The components between the slashes. A slash inside quotes does not separate components. */
export function splitShownPath(text: string): string[] {
  const components: string[] = [];
  const next = new RegExp(COMPONENT);
  for (let start = 0; start <= text.length;) {
    next.lastIndex = start;
    const component = next.exec(text)?.[0] ?? "";
    components.push(component);
    start += component.length + 1;
  }
  return components;
}

function toName(component: string): ByteString {
  return unquoteName(component) ?? toByteString(component);
}

function toLastName(component: string): ByteString {
  return parseLabel(component)?.name ?? toByteString(component);
}

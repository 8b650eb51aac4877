// Paths as a listing shows them, which is how callers write them back: components quoted where the listing quotes them,
// the suffix of its kind behind the last one.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import type { Cursor } from "../core/cursor.ts";
import type { EntryKind } from "../core/entry.ts";
import { parseLabel, renderLabel } from "./entry-label.ts";
import { quoteName, unquoteName, UNSAFE_CHARACTER } from "./quote-name.ts";

const COMPONENT = /(?:"(?:[^"\\]|\\.)*"(?=\/|[@?]?$)|[^/]*)(?:[@?]$)?/suy;

/** The path of an entry as `after` takes it. */
export function renderCursor(path: ByteString, kind: EntryKind): string {
  const names = path.split("/") as ByteString[];
  return names.map((name, index) => renderLabel(name, index === names.length - 1 ? kind : "directory")).join("");
}

/** Where a walk continues behind a path that was written as a listing shows it. */
export function parseCursor(text: string): Cursor {
  const components = splitShownPath(text.replace(/^(?:\.\/+)+/, ""));
  const last = components.at(-1);
  // `name/ [permission denied]`, copied whole, splits into `name` and a component that no listing shows unquoted.
  const isMarker = components.length > 1 && last !== undefined && isMarkedDirectory(`x/${last}`);
  const isDirectory = isMarker || last === "";
  if (isDirectory || last === undefined) {
    return { names: components.slice(0, -1).map(toName), isDirectory };
  }
  const name = toLastName(last);
  const names = [...components.slice(0, -1).map(toName), name];
  const literal = toByteString(last);
  const isSuffixed = !last.startsWith('"') && name !== literal;
  return isSuffixed ? { names, isDirectory, literal } : { names, isDirectory };
}

/** The bytes of an absolute path whose quoted components are taken for what they quote; undefined where none is. */
export function parseQuotedRoot(text: string): ByteString | undefined {
  const components = splitShownPath(text);
  return components.some((component) => unquoteName(component) !== undefined)
    ? (components.map(toName).join("/") as ByteString)
    : undefined;
}

/** Paths that most are of: ASCII, and nothing in quotes. */
const PLAIN = /^[\0-!#-\x7f]*$/;

/** A listing root as the header shows it: as it was given, but for characters that would make it more than one line. */
export function renderRoot(path: string): string {
  if (!UNSAFE_CHARACTER.test(path)) {
    return path;
  }
  return path
    .split("/")
    .map((component) => (UNSAFE_CHARACTER.test(component) ? quoteName(toByteString(component), undefined) : component))
    .join("/");
}

/** A relative path as JSON shows it: a name in quotes only where it is no UTF-8, or would read as one in quotes. */
export function renderPathForJson(path: ByteString): string {
  if (PLAIN.test(path)) {
    return path;
  }
  return (path.split("/") as ByteString[])
    .map((name) => {
      const text = toText(name);
      return text.startsWith('"') || toByteString(text) !== name ? quoteName(name, undefined) : text;
    })
    .join("/");
}

function isMarkedDirectory(text: string): boolean {
  const label = parseLabel(text);
  return label?.problem !== undefined || label?.ignored === true;
}

/** The components between the slashes; a slash between quotes parts nothing. */
function splitShownPath(text: string): string[] {
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

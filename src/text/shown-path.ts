// Paths as a listing shows them and as callers send them back: names are quoted where the listing quotes them, and the last one has the
// suffix for its kind.
import type { EntryKind } from "../core/entry.ts";
import { hasWindowsPaths, type FileSystem } from "../core/file-system.ts";
import type { Cursor } from "../list/cursor.ts";
import { ELLIPSIS, renderRoot } from "./closing-lines.ts";
import { quoteName, renderLabel, unquoteName } from "./entry-label.ts";

/** The text between two slashes. A slash inside quotes does not separate. */
const COMPONENT = /(?<=^|\/)(?:"(?:[^"\\]|\\.)*"(?=\/|[@?]?$)|[^/]*)(?:[@?]$)?/gsu;

/** Details and mark after a name. A name that ends like one is in quotes. */
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
  // If one name is quoted, the parser unquotes all of them, so names that begin with a quote must be quoted, too.
  const above = root
    .split("/")
    .map((name) => (!isRootQuoted && name.startsWith('"') ? quoteName(name) : renderRoot(name)))
    .join("/");
  const below = names.map((name) => renderLabel(name, "directory").slice(0, -1));
  return `${above}${above.endsWith("/") ? "" : "/"}${below.join("/")}`;
}

/**
 * A path relative to the listing root. Models also give absolute paths, with the root as it was given, as the header shows it, or without
 * `.` and double slashes. On a disk, any other slash at the start is dropped: no name there is empty.
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

/** Names that only object stores have: empty, `.` or `..`. Unquoted in a path, they would vanish or lead elsewhere. */
const ONLY_IN_STORE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** A relative path as JSON shows it: a name is quoted only if a disk can't have it, or if it looks quoted itself. */
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

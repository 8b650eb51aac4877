// A directory entry, the orders of entries, and how names are joined to paths.

/** `other` is anything that is not a file, directory or symbolic link: a socket, a pipe, a device. */
export type EntryKind = "file" | "directory" | "symlink" | "other";

/** `unknown` is an entry whose kind could not be determined. A listing shows it as `other`. */
export type ReadKind = EntryKind | "unknown";

/** One entry as a directory read returns it. */
export interface Entry {
  /** One path component, never containing `/`. Only in object stores can it be empty, `.` or `..`. */
  readonly name: string;
  readonly kind: ReadKind;
  /** The name on the disk, if it is not UTF-8: `name` has U+FFFD in place of what could not be decoded. */
  readonly bytes?: Uint8Array;
  /** More about the entry, from a backend that reads it along with the name. */
  readonly details?: EntryDetails;
}

/** More about an entry than its name and kind. For a link, about the link and not its target. */
export interface EntryDetails {
  /** The size of a file in bytes; absent for anything else. */
  readonly size?: number;
  /** When it was last modified, in whole milliseconds since 1970 (UTC). */
  readonly modifiedMs?: number;
}

/** The kind as a listing shows it. */
export function shownKind(kind: ReadKind): EntryKind {
  return kind === "unknown" ? "other" : kind;
}

/** The absolute path of a directory. Bytes only where a name on the disk is not UTF-8. */
export type Location = string | Uint8Array;

/** The root of a Windows drive. */
const DRIVE = /^[A-Za-z]:\\$/;

/** The location of an entry of a directory. It ends in a slash only if the name is empty, as in object stores. */
export function joinLocation(directory: Location, entry: Entry): Location {
  return locationBelow(directory, [entry]);
}

/** The location below a directory to which these entries lead, each in the one before. */
export function locationBelow(directory: Location, entries: readonly Entry[]): Location {
  const hasBytes = typeof directory !== "string" || entries.some(({ bytes }) => bytes !== undefined);
  if (hasBytes) {
    const pieces = entries.flatMap(({ name, bytes }) => [Buffer.from("/"), bytes ?? Buffer.from(name)]);
    return Buffer.concat([Buffer.from(directory === "/" ? "" : directory), ...pieces]);
  }
  // Joined at once: a path may have thousands of names.
  const pieces: string[] = [directory];
  let needsSlash = !directory.endsWith("/") && !DRIVE.test(directory);
  for (const { name } of entries) {
    pieces.push(needsSlash ? "/" : "", name, name === "" ? "/" : "");
    needsSlash = name !== "";
  }
  return pieces.join("");
}

/** A directory that knows where it is: in its parent, by its name. The root has no parent. */
export interface NestedDirectory {
  readonly parent: NestedDirectory | undefined;
  readonly name: string;
}

/** The names that lead to a directory from the root. */
export function namesTo(directory: NestedDirectory): string[] {
  const names: string[] = [];
  for (let inner = directory; inner.parent !== undefined; inner = inner.parent) {
    names.push(inner.name);
  }
  return names.toReversed();
}

/** The relative path of the directory that an entry is in; undefined for the root. In object stores, the empty path is an entry without a name. */
export function directoryOf(path: string): string | undefined {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** UTF-16 orders these code units differently from UTF-8. */
const SURROGATES_AND_ABOVE = /[\ud800-\uffff]/;

/**
 * A sort key for names and paths: comparing keys with `<` orders them by their UTF-8 bytes. Nearly all names are their own keys. Make it
 * once for each name and never in a comparison: for a name with emoji it takes as long as a hundred comparisons.
 */
export function byteKey(text: string): string {
  // Surrogates encode the characters above U+FFFF, so they must sort after all other code units.
  return mapUnits(text, (unit) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800));
}

/** The text that a key was made from. */
export function fromByteKey(key: string): string {
  return mapUnits(key, (unit) => (unit < 0xd800 ? unit : unit < 0xf800 ? unit + 0x800 : unit - 0x2000));
}

/** A function takes only so many arguments. */
const UNITS_AT_ONCE = 4096;

/** The text with other code units in place of U+D800 and all above. */
function mapUnits(text: string, map: (unit: number) => number): string {
  if (!SURROGATES_AND_ABOVE.test(text)) {
    return text;
  }
  let mapped = "";
  for (let start = 0; start < text.length; start += UNITS_AT_ONCE) {
    const units: number[] = [];
    for (let index = start; index < Math.min(start + UNITS_AT_ONCE, text.length); index += 1) {
      units.push(map(text.charCodeAt(index)));
    }
    mapped += String.fromCharCode(...units);
  }
  return mapped;
}

/** The items in the order of the UTF-8 bytes of their texts. */
export function sortedByBytes<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, key: byteKey(textOf(item)) }))
    .sort(compareByKey)
    .map(({ item }) => item);
}

/** Compares two items by their sort keys. */
export function compareByKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** Returns the key that sorts an entry among its siblings. */
export type SiblingKey = (entry: Entry) => string;

/** The order used by git and object stores: byte order of the names, where a directory's name ends in `/`. */
export const treeKey: SiblingKey = ({ name, kind }) => byteKey(kind === "directory" ? `${name}/` : name);

/** The byte order of the names alone. */
export const nameKey: SiblingKey = ({ name }) => byteKey(name);

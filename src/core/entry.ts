// A directory entry, the orders of entries, and how names are joined to paths.

/** `other` is anything that is not a file, directory or symbolic link: a socket, a pipe, a device. */
export type EntryKind = "file" | "directory" | "symlink" | "other";

/** `unknown` is an entry whose kind could not be found out. A listing shows it as `other`. */
export type ReadKind = EntryKind | "unknown";

/** One entry as a directory read returns it. */
export interface Entry {
  /** One path component, never containing `/`. Only in object stores can it be empty, `.` or `..`. */
  readonly name: string;
  readonly kind: ReadKind;
  /** The name on the disk, if it is not UTF-8: `name` has U+FFFD in place of what could not be read. */
  readonly bytes?: Uint8Array;
}

/** More about an entry than its name and kind. For a link, about the link and not its target. */
export interface EntryDetails {
  /** The size of a file in bytes; absent for anything else. */
  readonly size?: number;
  /** When it was last modified, in whole milliseconds since 1970 (UTC). */
  readonly modifiedMs?: number;
  /** The target written in a symbolic link. */
  readonly target?: string;
}

/** The kind as a listing shows it. */
export function shownKind(kind: ReadKind): EntryKind {
  return kind === "unknown" ? "other" : kind;
}

/** The absolute path of a directory. Bytes only where a name on the disk is not UTF-8. */
export type Location = string | Uint8Array;

/** The root of a disk of Windows. */
const DRIVE = /^[A-Za-z]:\\$/;

/** The location of an entry of a directory. It ends in a slash only at the top of a disk, and if the name is empty. */
export function joinLocation(directory: Location, { name, bytes }: Entry): Location {
  if (typeof directory === "string" && bytes === undefined) {
    const slash = directory.endsWith("/") || DRIVE.test(directory) ? "" : "/";
    return `${directory}${slash}${name}${name === "" ? "/" : ""}`;
  }
  return Buffer.concat([Buffer.from(directory), Buffer.from("/"), bytes ?? Buffer.from(name)]);
}

/**
 * Joins a relative path and a name. In the root, the path is just the name. Object stores have empty names: in the root such a name
 * becomes `/`, because the empty path is the root itself.
 */
export function joinPath(directory: string, name: string): string {
  if (directory !== "") {
    return `${directory}/${name}`;
  }
  return name === "" ? "/" : name;
}

/** The names in a relative path. The root has none. */
export function splitPath(path: string): string[] {
  return path === "" ? [] : (path.startsWith("/") ? path.slice(1) : path).split("/");
}

/** The path without its last name: empty for what is at the top. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** From here on UTF-16 and UTF-8 order characters differently. */
const ABOVE_SURROGATES = /[\ud800-\uffff]/;

/** A key for names and paths: comparing keys with `<` gives the byte order of the UTF-8. Nearly all names are their own keys. */
export function byteKey(text: string): string {
  // Moves the surrogates, which stand for the last characters, behind everything else.
  return ABOVE_SURROGATES.test(text)
    ? text.replaceAll(/[\ud800-\uffff]/g, (unit) => {
        const code = unit.charCodeAt(0);
        return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
      })
    : text;
}

/** Compares two texts by the bytes of their UTF-8. */
export function compareBytes(a: string, b: string): number {
  const [keyA, keyB] = [byteKey(a), byteKey(b)];
  return keyA < keyB ? -1 : Number(keyA > keyB);
}

/** Returns the key that sorts an entry among its siblings. */
export type SiblingKey = (entry: Entry) => string;

/** The order of git and object stores: byte order of the names, with a trailing `/` for directories. */
export const treeKey: SiblingKey = ({ name, kind }) => byteKey(kind === "directory" ? `${name}/` : name);

/** The byte order of the names alone. */
export const nameKey: SiblingKey = ({ name }) => byteKey(name);

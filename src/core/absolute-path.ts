// Splits absolute paths, on a disk or in an object store, into names.
import type { ByteString } from "./byte-string.ts";
import type { FileSystem } from "./file-system.ts";

const STORE = /^[a-z][a-z0-9+.-]+:\/\/([^]*)$/;

/** A Windows drive or share, and the rest of the path. */
const WINDOWS = /^([A-Za-z]:|\\\\[^\\/]+[\\/]+[^\\/]+)([^]*)$/;

/** What comes before a drive or a share in a path that Windows takes as it is, and the part that stands for the start of a share. */
const VERBATIM = /^\\\\[?.]\\(?:(?=[A-Za-z]:)|UNC\\)/i;

/** Whether paths begin with a drive or a share here, and `\` separates names, too: whether this is Windows. */
export function hasDrives(fileSystem: Pick<FileSystem, "isAbsolute">): boolean {
  return fileSystem.isAbsolute("C:\\");
}

/** A Windows path without the `\\?\` that it may begin with: `\\?\C:\a` is `C:\a`. Others stay as they are. */
export function dropVerbatim(path: string): string {
  return path.replace(VERBATIM, (start) => (start.length > 4 ? "\\\\" : ""));
}

/**
 * The names in an absolute path. For a Windows path, the first is the drive or share. In a store every slash separates two names,
 * and a name may be empty: `s3://bucket/a//b` is not `s3://bucket/a/b`.
 */
export function namesOfPath(path: ByteString): ByteString[] {
  if (path.startsWith("/")) {
    return splitNames(path);
  }
  const store = STORE.exec(path);
  if (store !== null) {
    return (store[1] as string).split("/") as ByteString[];
  }
  const windows = WINDOWS.exec(dropVerbatim(path));
  if (windows !== null) {
    const [, volume = "", rest = ""] = windows;
    return [toUpperCase(volume), ...splitNames(rest.replaceAll("\\", "/") as ByteString)];
  }
  return splitNames(path);
}

/** Only ASCII: the others are bytes, not letters. */
function toUpperCase(volume: string): ByteString {
  return volume.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()) as ByteString;
}

/** The names between slashes, including `.` and `..`. */
export function splitNames(path: ByteString): ByteString[] {
  const names: ByteString[] = [];
  for (let start = 0; start < path.length;) {
    const slash = path.indexOf("/", start);
    const end = slash === -1 ? path.length : slash;
    if (end > start) {
      names.push(path.slice(start, end) as ByteString);
    }
    start = end + 1;
  }
  return names;
}

/** Whether a path is this directory or inside it. Compares whole names: `/ab` is not in `/a`. */
export function isWithin(path: readonly ByteString[], directory: readonly ByteString[]): boolean {
  return directory.length <= path.length && directory.every((name, index) => name === path[index]);
}

// Splits absolute paths, on a disk or in an object store, into names.
import type { ByteString } from "./byte-string.ts";

const STORE = /^[a-z][a-z0-9+.-]+:\/\/([^]*)$/;

/** A Windows drive or share, and the rest of the path. */
const WINDOWS = /^([A-Za-z]:|\\\\[^\\/]+[\\/]+[^\\/]+)([^]*)$/;

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
  const windows = WINDOWS.exec(path);
  if (windows !== null) {
    const [, volume = "", rest = ""] = windows;
    return [volume.toUpperCase() as ByteString, ...splitNames(rest.replaceAll("\\", "/") as ByteString)];
  }
  return splitNames(path);
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

// The names in an absolute path of a disk or a store.
import type { ByteString } from "./byte-string.ts";

const STORE = /^[a-z][a-z0-9+.-]+:\/\/([^]*)$/;

/** A drive or a share of Windows, and what is below it. */
const WINDOWS = /^([A-Za-z]:|\\\\[^\\/]+[\\/]+[^\\/]+)([^]*)$/;

/**
 * The names in an absolute path; the first of a Windows path is its drive or share. In a store every slash parts, and an empty
 * name is a name: `s3://bucket/a//b` is not `s3://bucket/a/b`.
 */
export function namesOfPath(path: ByteString): ByteString[] {
  const store = STORE.exec(path);
  if (store !== null) {
    return (store[1] as string).split("/") as ByteString[];
  }
  const windows = path.startsWith("/") ? null : WINDOWS.exec(path);
  if (windows !== null) {
    const [, volume = "", rest = ""] = windows;
    return [volume.toUpperCase() as ByteString, ...splitNames(rest.replaceAll("\\", "/") as ByteString)];
  }
  return splitNames(path);
}

/** The names between slashes, `.` and `..` among them. */
export function splitNames(path: ByteString): ByteString[] {
  return (path.split("/") as ByteString[]).filter((name) => name !== "");
}

/** Whether a path is this directory or lies in it, name by name: `/ab` is not in `/a`. */
export function isWithin(path: readonly ByteString[], directory: readonly ByteString[]): boolean {
  return directory.length <= path.length && directory.every((name, index) => name === path[index]);
}

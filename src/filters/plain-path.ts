// Absolute paths in the plain form that filters compare and join.
import { dropVerbatim } from "../core/absolute-path.ts";
import type { ByteString } from "../core/byte-string.ts";

/** A path with an empty name, `.` or `..` in it. */
const NOT_PLAIN = /\/\.{0,2}(?:\/|$)/;

/** The drive or share that a Windows path begins with. */
const VOLUME = /^(?:\/\/[^/]+\/[^/]+|[^/]*)/;

/**
 * Removes `.`, `..`, extra slashes and the trailing slash from an absolute path. The file system's root becomes empty. A share keeps
 * its backslashes, `\\server\share/a`: with slashes it could not be told from a path that begins with two of them.
 */
export function toPlainPath(path: string): ByteString {
  // A path that does not begin with a slash is a Windows path. Elsewhere `\` is an ordinary byte in a name.
  const isPosix = path.startsWith("/");
  if (isPosix && !NOT_PLAIN.test(path)) {
    return path as ByteString;
  }
  const text = isPosix ? path : dropVerbatim(path).replaceAll("\\", "/");
  const volume = isPosix ? "" : (VOLUME.exec(text)?.[0] ?? "");
  const names: string[] = [];
  for (const name of text.slice(volume.length).split("/")) {
    if (name === "..") {
      names.pop();
    } else if (name !== "" && name !== ".") {
      names.push(name);
    }
  }
  return [volume.replaceAll("/", "\\"), ...names].join("/") as ByteString;
}

/** The parent directory; undefined for the file system's root. */
export function parentOf(directory: ByteString): ByteString | undefined {
  const slash = directory.lastIndexOf("/");
  return slash === -1 ? undefined : (directory.slice(0, slash) as ByteString);
}

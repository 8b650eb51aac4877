// Absolute paths in the plain form that filters compare and join.
import type { ByteString } from "../core/byte-string.ts";

/** A path with an empty name, `.` or `..` in it. */
const NOT_PLAIN = /\/\.{0,2}(?:\/|$)/;

/** Removes `.`, `..`, extra slashes and the trailing slash from an absolute path. The file system's root becomes empty. */
export function toPlainPath(path: string): ByteString {
  // A path that does not begin with a slash is a Windows path. Elsewhere `\` is an ordinary byte in a name.
  const isPosix = path.startsWith("/");
  if (isPosix && !NOT_PLAIN.test(path)) {
    return path as ByteString;
  }
  const text = isPosix ? path : path.replaceAll("\\", "/");
  const volume = isPosix ? "" : (/^(?:\/\/)?[^/]*/.exec(text)?.[0] ?? "");
  const names: string[] = [];
  for (const name of text.slice(volume.length).split("/")) {
    if (name === "..") {
      names.pop();
    } else if (name !== "" && name !== ".") {
      names.push(name);
    }
  }
  return [volume, ...names].join("/") as ByteString;
}

/** The parent directory; undefined for the file system's root. */
export function parentOf(directory: ByteString): ByteString | undefined {
  const slash = directory.lastIndexOf("/");
  return slash === -1 ? undefined : (directory.slice(0, slash) as ByteString);
}

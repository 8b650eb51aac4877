// Absolute paths in the form that filters compare and join them in.
import type { ByteString } from "../core/byte-string.ts";

/** An absolute path without `.`, `..`, needless slashes and a slash at the end: that of the file system's root is empty. */
export function toPlainPath(path: string): ByteString {
  // One that does not begin with a slash is a Windows path: elsewhere `\` is a byte of a name like any other.
  const isPosix = path.startsWith("/");
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

/** The directory that holds this one; none for the file system's root. */
export function parentOf(directory: ByteString): ByteString | undefined {
  const slash = directory.lastIndexOf("/");
  return slash === -1 ? undefined : (directory.slice(0, slash) as ByteString);
}

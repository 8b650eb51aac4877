// Paths of an object store: `s3://bucket/prefix`. Between slashes stands any text, none and `..` too: it is a part of a key
// and leads nowhere, so a path is never normalised as one of a disk is.
import { toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import { StoreError } from "./s3-errors.ts";

/** A bucket, and what the keys of a directory begin with: nothing for the bucket itself, else a text that ends in `/`. */
export interface Location {
  readonly bucket: string;
  readonly prefix: ByteString;
}

const ABSOLUTE = /^s3:\/\/([^/]+)(?:\/([^]*))?$/;

/** Whether a path names a bucket. The buckets themselves are not listed. */
export function isStorePath(path: string): boolean {
  return ABSOLUTE.test(path);
}

/**
 * The form of a path in which it is compared: without the slash at its end, unless one more stands before it. `s3://b/p//` is
 * the directory of an empty name in `p`, and stays what it is when it is resolved again.
 */
export function resolveStorePath(from: string, path: string): string {
  if (isStorePath(path)) {
    return path.replace(/([^/])\/$/, "$1");
  }
  const base = from.endsWith("/") ? from : `${from}/`;
  return path === "." || path === "" ? resolveStorePath("", from) : resolveStorePath("", `${base}${path}`);
}

/** Where the directory `path` below a root lies. */
export function toLocation(root: ByteString, path: ByteString): Location {
  const [, bucket, rest = ""] = ABSOLUTE.exec(root) ?? [];
  const name = bucket === undefined ? undefined : toExactText(bucket as ByteString);
  if (name === undefined) {
    throw new StoreError("EINVAL", "a path of an object store has the form s3://bucket/prefix");
  }
  const top = rest === "" || rest.endsWith("/") ? rest : `${rest}/`;
  // A first name that is empty is written with one slash more, since nothing at all is the root.
  const below = path === "" ? "" : `${path.startsWith("/") ? path.slice(1) : path}/`;
  return { bucket: name, prefix: `${top}${below}` as ByteString };
}

/** Bytes as the text of a request. A key is UTF-8 by definition: nothing else can be asked for. */
export function toRequestText(bytes: ByteString): string {
  const text = toExactText(bytes);
  if (text === undefined) {
    throw new StoreError("EILSEQ", "the path is no UTF-8, which every key of an object store is");
  }
  return text;
}

/** A key that no other key of the directory `directory` (which ends in `/`) comes after, but for absurd ones. */
export function behind(directory: ByteString): ByteString {
  return `${directory}${LAST}` as ByteString;
}

/** A key that comes before all that a directory (which ends in `/`) holds, its own key included, and after its siblings. */
export function before(directory: ByteString): ByteString {
  return `${directory.slice(0, -1)}.${LAST}` as ByteString;
}

/** The last character there is. */
const LAST = toByteString("\u{10ffff}");

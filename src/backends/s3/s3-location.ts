// Where a path of an object store leads: a bucket, and the beginning of its keys.
import { toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import { StoreError } from "./s3-errors.ts";
import { STORE_PATH } from "./s3-path.ts";

/** A bucket, and the prefix of a directory's keys: empty for the bucket itself, otherwise it ends in `/`. */
export interface Location {
  readonly bucket: string;
  readonly prefix: ByteString;
}

/** Where the directory `path` below a root is. */
export function toLocation(root: ByteString, path: ByteString): Location {
  const [, bucket, rest = ""] = STORE_PATH.exec(root) ?? [];
  const name = bucket === undefined ? undefined : toExactText(bucket as ByteString);
  if (name === undefined) {
    throw new StoreError("EINVAL", "a path of an object store has the form s3://bucket/prefix");
  }
  const top = rest === "" || rest.endsWith("/") ? rest : `${rest}/`;
  // An empty first name is written with an extra slash, since the empty path is the root.
  const below = path === "" ? "" : `${path.startsWith("/") ? path.slice(1) : path}/`;
  return { bucket: name, prefix: `${top}${below}` as ByteString };
}

/** Bytes as the text of a request. A key is UTF-8 by definition, so we can't ask for anything else. */
export function toRequestText(bytes: ByteString): string {
  const text = toExactText(bytes);
  if (text === undefined) {
    throw new StoreError("EILSEQ", "the path is no UTF-8, which every key of an object store is");
  }
  return text;
}

/**
 * Where to start after a key. After that of a directory (which ends in `/`) it is a key after all others in it, except names that begin
 * with the last Unicode character: not every store skips all of a directory if we start after its own key.
 */
export function toStart(after: ByteString): ByteString {
  return (after.endsWith("/") ? `${after}${LAST}` : after) as ByteString;
}

/** A key before everything in a directory (which ends in `/`), even its own key, and after the siblings before it. */
export function beforeDirectory(directory: ByteString): ByteString {
  return `${directory.slice(0, -1)}.${LAST}` as ByteString;
}

/** The last Unicode character. */
const LAST = toByteString("\u{10ffff}");

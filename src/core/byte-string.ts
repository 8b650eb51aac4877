// Names and paths as bytes. A ByteString holds one byte in each character, so that JavaScript's `<` is byte order and a
// name that is no UTF-8 loses nothing. Text is made only of what is shown.

declare const brand: unique symbol;

/** A string whose characters are bytes (U+0000 to U+00FF). ASCII text is the same string in both forms. */
export type ByteString = string & { readonly [brand]: "bytes" };

const ASCII_ONLY = /^[\0-\x7f]*$/;

/** The largest number of arguments handed to one `String.fromCharCode` call. */
const CHUNK = 8192;

/** The bytes of a text (its UTF-8), or of an array of bytes. */
export function toByteString(source: string | Uint8Array): ByteString {
  if (typeof source === "string") {
    return ASCII_ONLY.test(source) ? (source as ByteString) : toByteString(new TextEncoder().encode(source));
  }
  let result = "";
  for (let start = 0; start < source.length; start += CHUNK) {
    result += String.fromCharCode(...source.subarray(start, start + CHUNK));
  }
  return result as ByteString;
}

/** The bytes as an array of bytes. */
export function toBytes(bytes: ByteString): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    result[index] = bytes.charCodeAt(index);
  }
  return result;
}

/** The text of the bytes; a sequence that is no UTF-8 becomes U+FFFD, as `TextDecoder` and Rust's lossy reading do it. */
export function toText(bytes: ByteString): string {
  // A byte order mark is a part of the name like any other character.
  return ASCII_ONLY.test(bytes) ? bytes : new TextDecoder("utf-8", { ignoreBOM: true }).decode(toBytes(bytes));
}

/** The text of the bytes, or undefined where they are no UTF-8. */
export function toExactText(bytes: ByteString): string | undefined {
  if (ASCII_ONLY.test(bytes)) {
    return bytes;
  }
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(toBytes(bytes));
  } catch {
    return undefined;
  }
}

/**
 * A path below a directory: the directory's own path, `/`, the name; the name alone where the directory is the root. Object
 * stores have empty names. In the root such a one is `/`, since nothing at all is the root itself: a path whose first name is
 * empty has one slash more than keys have, and everything else is as it is for other names, the order of paths too.
 */
export function joinPath(directory: ByteString, name: ByteString): ByteString {
  if (directory !== "") {
    return `${directory}/${name}` as ByteString;
  }
  return name === "" ? ("/" as ByteString) : name;
}

/** The names on a path, from the first. The root has none. */
export function splitPath(path: ByteString): ByteString[] {
  if (path === "") {
    return [];
  }
  return (path.startsWith("/") ? path.slice(1) : path).split("/") as ByteString[];
}

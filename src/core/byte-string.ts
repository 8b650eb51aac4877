// Names and paths as bytes, and the names in a path. Each character of a ByteString is one byte, so JavaScript's `<` is byte order and a
// name that is not valid UTF-8 loses nothing. Only what is shown gets decoded to text.

declare const brand: unique symbol;

/** A string whose characters are bytes (U+0000 to U+00FF). ASCII text is the same string in both forms. */
export type ByteString = string & { readonly [brand]: "bytes" };

const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * Up to this length characters are looked at one by one. A pattern is quicker in a row, but not between two calls to the disk,
 * after which its code has to be loaded again: there it takes several microseconds, a quarter of reading a small directory.
 */
const SHORT = 256;

/** Up to this length the parts of a string are so few that joining them would cost more. */
const LONGEST_IN_PIECES = 256;

/** The most arguments passed to one `String.fromCharCode` call. */
const CHUNK = 1024;

/** Converts text (as UTF-8) or an array of bytes. */
export function toByteString(source: string | Uint8Array): ByteString {
  if (typeof source === "string") {
    return isAscii(source) ? (source as ByteString) : toByteString(new TextEncoder().encode(source));
  }
  return bytesFrom(source, 0, source.length);
}

/** The bytes of an array from one place to another. */
export function bytesFrom(source: Uint8Array, start: number, end: number): ByteString {
  let result = "";
  for (let from = start; from < end; from += CHUNK) {
    const to = Math.min(from + CHUNK, end);
    // Collected first: adding up characters takes more than twice as long, and a part of the array four times.
    const codes: number[] = [];
    for (let at = from; at < to; at += 1) {
      codes.push(source[at] as number);
    }
    result += String.fromCharCode(...codes);
  }
  return result as ByteString;
}

function isAscii(text: string): boolean {
  if (text.length > SHORT) {
    return ASCII_ONLY.test(text);
  }
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) {
      return false;
    }
  }
  return true;
}

/** The bytes as a `Uint8Array`. */
export function toBytes(bytes: ByteString): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    result[index] = bytes.charCodeAt(index);
  }
  return result;
}

/** Decodes the bytes as UTF-8. Invalid sequences become U+FFFD, as in `TextDecoder` and Rust's lossy conversion. */
export function toText(bytes: ByteString): string {
  // A byte order mark is part of the name like any other character.
  return isAscii(bytes) ? bytes : new TextDecoder("utf-8", { ignoreBOM: true }).decode(toBytes(bytes));
}

/** Decodes the bytes, or returns undefined if they are not valid UTF-8. */
export function toExactText(bytes: ByteString): string | undefined {
  const text = toText(bytes);
  // A decoder that throws takes ten times as long. The character itself is valid in a name.
  return text.includes("\ufffd") && toByteString(text) !== bytes ? undefined : text;
}

/**
 * Joins a directory's path and a name with `/`. In the root, the path is just the name. Object stores have empty names. In the
 * root, an empty name becomes `/`, since the empty path is the root itself. So a path whose first name is empty has one slash
 * more than its key; everything else works as for other names, including the order of paths.
 */
export function joinPath(directory: ByteString, name: ByteString): ByteString {
  if (directory !== "") {
    return `${directory}/${name}` as ByteString;
  }
  return name === "" ? ("/" as ByteString) : name;
}

/** The path without its last name: empty for what is at the top. */
export function directoryOf(path: ByteString): ByteString {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0)) as ByteString;
}

/** The last name of a path. */
export function nameOf(path: ByteString): ByteString {
  return path.slice(path.lastIndexOf("/") + 1) as ByteString;
}

/**
 * A path that more names will be appended to, in one piece if it is long. V8 keeps the parts of a string that was put together, and
 * each use of the whole goes through all of them: in a tree of thousands of levels that took most of the time.
 */
export function inOnePiece(path: ByteString): ByteString {
  // Taking a part of a string makes V8 join its pieces.
  return path.length <= LONGEST_IN_PIECES ? path : (`${path}/`.slice(0, -1) as ByteString);
}

/** Whether a path is this directory or below it. `startsWith` takes several times as long where paths are long. */
export function isAtOrBelow(path: ByteString, directory: ByteString): boolean {
  const { length } = directory;
  return (path.length === length || path[length] === "/") && path.slice(0, length) === directory;
}

/** The names in a path. The root has none. */
export function splitPath(path: ByteString): ByteString[] {
  if (path === "") {
    return [];
  }
  return (path.startsWith("/") ? path.slice(1) : path).split("/") as ByteString[];
}

const STORE = /^[a-z][a-z0-9+.-]+:\/\/([^]*)$/;

/** A Windows drive or share, and the rest of the path. */
const WINDOWS = /^([A-Za-z]:|\\\\[^\\/]+[\\/]+[^\\/]+)([^]*)$/;

/** What comes before a drive or a share in a path that Windows takes as it is, and the part that stands for the start of a share. */
const VERBATIM = /^\\\\[?.]\\(?:(?=[A-Za-z]:)|UNC\\)/i;

/** Whether paths begin with a drive or a share here, and `\` separates names, too: whether this is Windows. */
export function hasDrives(fileSystem: { isAbsolute(path: string): boolean }): boolean {
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

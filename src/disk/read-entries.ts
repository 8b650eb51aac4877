// The entries of a directory on a disk, at once or in batches, with names that are not UTF-8 and kinds that the file system does not report.
import fs from "node:fs";

import type { Entry, EntryKind, ReadKind } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";

/** How many entries are read at a time. */
const BATCH_SIZE = 4096;

/** How many entries are inspected before yielding to the event loop. */
const INSPECTED_PER_YIELD = 256;

/** What Node decodes invalid UTF-8 as. A name can also contain this character itself. */
const REPLACEMENT = "\ufffd";

/** All entries of a small directory. If it `mayBeLarge` and has more entries than are read at a time, undefined. */
export function readAtOnce(directory: string | Buffer, mayBeLarge: boolean): Entry[] | undefined {
  const entries: Entry[] = [];
  try {
    const found = mayBeLarge ? readFirst(directory) : fs.readdirSync(directory, { withFileTypes: true });
    if (mayBeLarge && found.length > BATCH_SIZE) {
      return undefined;
    }
    addValidNames(found, entries);
    if (entries.length === found.length) {
      return entries;
    }
  } catch (error) {
    rethrowUnlessKindUnknown(error);
  }
  const names = fs.readdirSync(directory, "buffer");
  return [...entries, ...inspect(directory, names, new Set(entries.map(({ name }) => name)))];
}

/** The first entries of a directory: one more than are read at a time, if there are so many. */
function readFirst(directory: string | Buffer): fs.Dirent[] {
  const open = fs.opendirSync(directory, { bufferSize: BATCH_SIZE });
  try {
    const found: fs.Dirent[] = [];
    for (let next = open.readSync(); next !== null; next = found.length > BATCH_SIZE ? null : open.readSync()) {
      found.push(next);
    }
    return found;
  } finally {
    open.closeSync();
  }
}

/** The entries of a directory of any size. Reads the next batch while the caller works on the current one. */
export async function* readInBatches(directory: string | Buffer): AsyncGenerator<readonly Entry[], void> {
  if (IS_DENO) {
    yield (await fs.promises.readdir(directory, { withFileTypes: true })).map(toEntry);
    return;
  }
  const seen: string[] = [];
  let isComplete = true;
  let tellsKinds = true;
  try {
    for await (const found of readDirents(directory, "utf8")) {
      const entries: Entry[] = [];
      addValidNames(found, entries);
      isComplete &&= entries.length === found.length;
      entries.forEach(({ name }) => seen.push(name));
      yield entries;
    }
  } catch (error) {
    rethrowUnlessKindUnknown(error);
    tellsKinds = false;
  }
  if (tellsKinds && isComplete) {
    return;
  }
  if (tellsKinds && !IS_BUN) {
    for await (const found of readDirents(directory, "buffer")) {
      yield found.flatMap((entry) => {
        const bytes = entry.name as unknown as Buffer;
        const name = bytes.toString();
        return name.includes(REPLACEMENT) ? [toNamed(name, bytes, kindOf(entry))] : [];
      });
    }
    return;
  }
  const known = new Set(seen);
  const names = await fs.promises.readdir(directory, "buffer");
  for (let start = 0; start < names.length; start += INSPECTED_PER_YIELD) {
    yield inspect(directory, names.slice(start, start + INSPECTED_PER_YIELD), known);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The entries of a directory in batches. With "buffer", names are bytes, whatever the type says. */
async function* readDirents(
  directory: string | Buffer,
  encoding: "utf8" | "buffer",
): AsyncGenerator<readonly fs.Dirent[], void> {
  const open = await fs.promises.opendir(directory, { bufferSize: BATCH_SIZE, encoding: encoding as BufferEncoding });
  let next = startRead(open);
  try {
    for (let first = await next; first !== null; first = await next) {
      const found = [first];
      // `readSync` gets the rest of the batch from the buffer, at a tenth of the cost of `read`.
      for (let more = open.readSync(); more !== null; more = found.length < BATCH_SIZE ? open.readSync() : null) {
        found.push(more);
      }
      next = startRead(open);
      yield found;
    }
  } finally {
    // A directory can't be closed while it is being read.
    await next.catch(() => {});
    await open.close();
  }
}

/** Deno's `Dir` returns every entry twice if `read` and `readSync` are mixed, and it can't return names as bytes. */
const IS_DENO = process.versions["deno"] !== undefined;

/** Bun's `Dir` can't return names as bytes either, but its `readdir` can. */
const IS_BUN = process.versions["bun"] !== undefined;

/** Prevents an unhandled rejection if the read fails before it is awaited. */
function startRead(open: fs.Dir): Promise<fs.Dirent | null> {
  const read = open.read();
  read.catch(() => {});
  return read;
}

/** Leaves out names that are not UTF-8, which must be read as bytes. Windows and Deno can't do that, so there all names are added. */
function addValidNames(found: readonly fs.Dirent[], entries: Entry[]): void {
  const takesAll = process.platform === "win32" || IS_DENO;
  for (const entry of found) {
    if (takesAll || !entry.name.includes(REPLACEMENT)) {
      entries.push(toEntry(entry));
    }
  }
}

/** Inspects unknown names one by one: those that are not UTF-8, or all if the file system does not report kinds. */
function inspect(directory: string | Buffer, names: readonly Buffer[], known: ReadonlySet<string>): Entry[] {
  return names.flatMap((bytes) => {
    const name = bytes.toString();
    const kind = known.has(name) ? undefined : inspectKind(Buffer.concat([Buffer.from(directory), SLASH, bytes]));
    if (kind === undefined) {
      return [];
    }
    return [toNamed(name, bytes, kind)];
  });
}

/** An entry with the bytes of its name, if they are not UTF-8. Copied into Node's shared buffer pool, which takes less memory than a buffer of its own. */
function toNamed(name: string, bytes: Buffer, kind: ReadKind): Entry {
  const isText = !name.includes(REPLACEMENT) || bytes.equals(Buffer.from(name));
  return isText ? { name, kind } : { name, kind, bytes: Buffer.from(bytes) };
}

const SLASH = Buffer.from("/");

/** Undefined for an entry that no longer exists. */
function inspectKind(file: Buffer): ReadKind | undefined {
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    return stats === undefined ? undefined : kindOf(stats);
  } catch (error) {
    rethrowDefect(error);
    return "unknown";
  }
}

/** If a file system does not report kinds, Node calls `lstat` on each entry, and fails if one is gone or its name is not UTF-8. */
function rethrowUnlessKindUnknown(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall !== "lstat") {
    throw error;
  }
}

function toEntry(entry: fs.Dirent): Entry {
  return { name: entry.name, kind: kindOf(entry) };
}

/** The kind of an entry or a file. */
export function kindOf(entry: fs.Dirent | fs.Stats): EntryKind {
  if (entry.isFile()) {
    return "file";
  }
  if (entry.isDirectory()) {
    return "directory";
  }
  return entry.isSymbolicLink() ? "symlink" : "other";
}

/** Throws an error again unless it is one of the file system. */
export function rethrowDefect(error: unknown): void {
  if (readErrorCode(error) === undefined) {
    throw error;
  }
}

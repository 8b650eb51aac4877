// Reads the entries of one directory: in one go, which is several times cheaper, or in batches, so that the event loop turns and the
// caller can work on what was read.
import fs from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { Entry, EntryKind, ReadKind } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";

/** How many entries are read at a time. */
const BATCH = 4096;

/** How many entries are inspected before the event loop turns. */
const INSPECTED_AT_ONCE = 256;

/** What bytes that are not UTF-8 are read as. A name can also contain this character itself. */
const REPLACEMENT = "\ufffd";

/** All entries of a small directory. */
export function readAtOnce(directory: string | Buffer): Entry[] {
  const entries: Entry[] = [];
  try {
    const found = fs.readdirSync(directory, { withFileTypes: true });
    takeNamed(found, entries);
    if (entries.length === found.length) {
      return entries;
    }
  } catch (error) {
    rethrowUnlessKindUnknown(error);
  }
  const names = fs.readdirSync(directory, "buffer");
  return [...entries, ...inspect(directory, names, new Set(entries.map(({ name }) => name)))];
}

/** The entries of a directory of any size. While the caller works on one batch, the next is read. */
export async function* readInBatches(directory: string | Buffer): AsyncGenerator<readonly Entry[], void> {
  if (IS_DENO) {
    yield (await fs.promises.readdir(directory, { withFileTypes: true })).map(toEntry);
    return;
  }
  const seen: string[] = [];
  let isComplete = true;
  const open = await fs.promises.opendir(directory, { bufferSize: BATCH });
  let next = startRead(open);
  try {
    for (let first = await next; first !== null; first = await next) {
      const found = [first];
      // `readSync` takes the rest of the batch from the buffer, at a tenth of the cost of `read`.
      for (let more = open.readSync(); more !== null; more = found.length < BATCH ? open.readSync() : null) {
        found.push(more);
      }
      next = startRead(open);
      const entries: Entry[] = [];
      takeNamed(found, entries);
      isComplete &&= entries.length === found.length;
      entries.forEach(({ name }) => seen.push(name));
      yield entries;
    }
  } catch (error) {
    rethrowUnlessKindUnknown(error);
    isComplete = false;
  } finally {
    // A directory can't be closed while it is being read.
    await next.catch(() => {});
    await open.close();
  }
  if (!isComplete) {
    const known = new Set(seen);
    const names = await fs.promises.readdir(directory, "buffer");
    for (let start = 0; start < names.length; start += INSPECTED_AT_ONCE) {
      yield inspect(directory, names.slice(start, start + INSPECTED_AT_ONCE), known);
      await nextTurn();
    }
  }
}

/** Its `Dir` gives every entry twice if `read` and `readSync` are mixed, and it can't tell the bytes of a name. */
const IS_DENO = process.versions["deno"] !== undefined;

/** Until somebody awaits it, a failure must not count as one that nobody handles. */
function startRead(open: fs.Dir): Promise<fs.Dirent | null> {
  const read = open.read();
  read.catch(() => {});
  return read;
}

/** Leaves out names that are not UTF-8: those must be read as bytes. Windows and Deno can't do that. */
function takeNamed(found: readonly fs.Dirent[], entries: Entry[]): void {
  const takesAll = process.platform === "win32" || IS_DENO;
  for (const entry of found) {
    if (takesAll || !entry.name.includes(REPLACEMENT)) {
      entries.push(toEntry(entry));
    }
  }
}

/** Looks at names one by one: at those that are not UTF-8, or at all if the file system does not tell kinds. */
function inspect(directory: string | Buffer, names: readonly Buffer[], known: ReadonlySet<string>): Entry[] {
  return names.flatMap((bytes) => {
    const name = bytes.toString();
    const kind = known.has(name) ? undefined : inspectKind(Buffer.concat([Buffer.from(directory), SLASH, bytes]));
    if (kind === undefined) {
      return [];
    }
    return name.includes(REPLACEMENT) && !bytes.equals(Buffer.from(name)) ? [{ name, kind, bytes }] : [{ name, kind }];
  });
}

const SLASH = Buffer.from("/");

/** Undefined for an entry that is gone by now. */
function inspectKind(path: Buffer): ReadKind | undefined {
  try {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : kindOf(stats);
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return "unknown";
  }
}

/** If a file system does not tell kinds, Node looks at each entry. It fails if one is gone or its name is not UTF-8. */
function rethrowUnlessKindUnknown(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall !== "lstat") {
    throw error;
  }
}

function toEntry(entry: fs.Dirent): Entry {
  return { name: entry.name, kind: kindOf(entry) };
}

/** What a directory entry or a `stat` says. */
export function kindOf(entry: fs.Dirent | fs.Stats): EntryKind {
  if (entry.isFile()) {
    return "file";
  }
  if (entry.isDirectory()) {
    return "directory";
  }
  return entry.isSymbolicLink() ? "symlink" : "other";
}

// The first entries of a directory of an object store in the order of their names. The store has a directory's name end in
// `/`, so `a-b` comes before the directory `a`: what was read so far may lack directories whose names come before it. They can
// be told from the last key alone, and are asked for, so that a page does not cost all of a huge directory.
import { joinPath, toByteString, type ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import type { DirectoryFilter } from "./filter.ts";
import { failWhenLate, readInOrder, timeForOneRead, type OrderedRead } from "./read-in-order.ts";
import { treeKey, type SiblingKey } from "./sibling-order.ts";
import type { WalkSettings } from "./walk-settings.ts";

export interface NamedRead extends OrderedRead {
  /** By names: the key of a directory is that of a file of its name. */
  readonly keyOf: SiblingKey;
  readonly filter: DirectoryFilter;
}

/** How many questions may decide whether enough was read. If it takes more, more is read. */
const MOST_QUESTIONS = 24;

/** Keys of paths may be cut at 500 bytes; near that length their order says nothing of what was not read. */
const LONGEST_PATH = 480;

const LAST_CHARACTER = toByteString("\u{10ffff}");

/** At least the first `keep` entries that are not hidden, or all, in the order of their keys; none is left out between. */
export async function readByName(settings: WalkSettings, read: NamedRead): Promise<Entry[]> {
  const { path, keep, keyOf, filter } = read;
  const entries: Entry[] = [];
  let counted = 0;
  for await (const batch of readInOrder(settings, read)) {
    let last: Entry | undefined;
    for (const entry of batch.entries) {
      const verdict = filter.judge(entry);
      if (verdict !== "hide") {
        entries.push(entry);
        counted += Number(verdict !== "lead");
      }
      last = entry;
    }
    if (counted >= keep && last !== undefined) {
      const unseen = await readUnseen(settings, path, treeKey(last, path) as ByteString, keyOf);
      if (unseen !== undefined) {
        entries.push(...unseen.filter((entry) => filter.judge(entry) !== "hide"));
        break;
      }
    }
    await settings.pause();
    settings.signal?.throwIfAborted();
    failWhenLate(settings);
  }
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry, path) }));
  return keyed.sort((a, b) => compare(a.key, b.key) || compare(a.entry.name, b.entry.name)).map(({ entry }) => entry);
}

/** The directories that come before a key by their names and after it in the store. Nothing where it can't be told. */
async function readUnseen(
  settings: WalkSettings,
  path: ByteString,
  last: ByteString,
  keyOf: SiblingKey,
): Promise<Entry[] | undefined> {
  const readsBackslash = keyOf({ name: "\\" as ByteString, kind: "file" }, "" as ByteString) !== "\\";
  const directories: ByteString[] = [];
  const backslashed: ByteString[] = [];
  for (let length = 0; length < last.length; length += 1) {
    const byte = last.charCodeAt(length);
    const begin = last.slice(0, length) as ByteString;
    if (byte < 0x2f) {
      // In the root the empty name is `/`, which comes where the store has it.
      directories.push(...(path === "" && begin === "" ? [] : [begin]));
    } else if (readsBackslash && byte > 0x2f && byte <= 0x5c) {
      backslashed.push(begin);
    }
  }
  const isTold = directories.length + backslashed.length <= MOST_QUESTIONS;
  if (!isTold || (readsBackslash && (last.includes("\\") || joinPath(path, last).length > LONGEST_PATH))) {
    return undefined;
  }
  const [found, moved] = await Promise.all([
    Promise.all(directories.map((name) => firstFrom(settings, path, name, "."))),
    Promise.all(backslashed.map((name) => firstFrom(settings, path, name, "["))),
  ]);
  // A name with `\`, which such keys read as `/`, comes before names that were read: how many do, only the rest can tell.
  if (backslashed.some((name, index) => moved[index]?.name.startsWith(`${name}\\`) === true)) {
    return undefined;
  }
  return directories.flatMap((name, index) => {
    const entry = found[index];
    return entry?.name === name && entry.kind === "directory" ? [entry] : [];
  });
}

/** The first entry whose name begins with `name` and goes on with what comes behind the character `before`, or a later one. */
async function firstFrom(
  settings: WalkSettings,
  path: ByteString,
  name: ByteString,
  before: "." | "[",
): Promise<Entry | undefined> {
  const start = `${name}${before}`;
  const after = `${start}${LAST_CHARACTER}` as ByteString;
  const { fileSystem, root, signal } = settings;
  const options = { after, limit: 1, signal, timeoutMs: timeForOneRead(settings) };
  for await (const batch of fileSystem.readDirectory(root, path, options)) {
    const first = batch.entries.find((entry) => !treeKey(entry, path).startsWith(start));
    if (first !== undefined) {
      return first;
    }
  }
  return undefined;
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

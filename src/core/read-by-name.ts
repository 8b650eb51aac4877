// Reads the first entries of an object store's directory in order of their names. In the store a directory's name ends in `/`,
// so `a-b` comes before the directory `a`, and what was read so far may lack directories whose names sort before it. The last
// key shows which names those could be, so the store is asked for them, and a page does not cost reading all of a huge directory.
import { joinPath, toByteString, type ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import type { KeptEntry } from "./filter.ts";
import { keepPace } from "./pacing.ts";
import { isBehind, type Place } from "./place.ts";
import { readInOrder, timeForOneRead } from "./read-in-order.ts";
import { treeKey, type SiblingKey } from "./sibling-order.ts";
import type { Selection } from "./selection.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import { mostHeld, strideOf, type SortedEntries, type SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many requests may be spent on finding out whether enough was read. If it takes more, the read goes on instead. */
const MOST_QUESTIONS = 24;

/** Path keys may be cut at 500 bytes. Near that length their order says nothing about what was not read. */
const LONGEST_PATH = 480;

const LAST_CHARACTER = toByteString("\u{10ffff}");

/**
 * The wanted entries, or the first of them, in the order of their keys, without gaps. Keys depend on the name alone: a directory
 * has the same key as a file of that name.
 */
export async function readByName(
  settings: WalkSettings,
  read: SortedRead,
  selection: Selection,
): Promise<SortedEntries> {
  const { path, keyOf, counter, after } = read;
  const { skip, needed } = counter;
  const most = mostHeld(settings, needed);
  const kept = new SmallestEntries(Infinity, settings.pause);
  let counted = 0;
  const take = (entry: Entry): void => {
    const key = keyOf(entry, path);
    if (after !== undefined && !isBehind(key, entry, after)) {
      return;
    }
    const verdict = selection.judge(entry);
    if (verdict !== undefined) {
      kept.add(key, entry, verdict);
      counted += Number(selection.counts(verdict));
    }
  };
  let isCut = false;
  for await (const batch of readInOrder(settings, { ...read, after: startOf(after) })) {
    const filter = selection.filterFor(batch);
    const stride = strideOf(filter instanceof Promise ? await filter : filter);
    for (const [index, entry] of batch.entries.entries()) {
      take(entry);
      if ((index + 1) % stride === 0) {
        await keepPace(settings);
      }
    }
    const last = batch.entries.at(-1);
    if ((counted >= skip + needed || kept.held >= most) && last !== undefined) {
      const unseen = await readUnseen(settings, path, treeKey(last, path) as ByteString, keyOf);
      if (unseen !== undefined) {
        unseen.forEach(take);
        isCut = true;
        break;
      }
    }
    await keepPace(settings);
  }
  const canPass = !(read.wants === "all" && selection.hasDirectories);
  return passOver(read, await kept.finish(0), canPass, isCut && counted < skip + needed);
}

/** Drops the entries that may be passed over. */
function passOver(read: SortedRead, entries: readonly KeptEntry[], canPass: boolean, isPart: boolean): SortedEntries {
  const { path, keyOf, wants, counter, passes } = read;
  const last = entries.at(-1);
  const passed = canPass && passes && wants !== "entered" ? Math.min(counter.skip, entries.length) : 0;
  const rest = isPart && last !== undefined ? { key: keyOf(last, path), entry: last } : undefined;
  return { entries: entries.slice(passed), passed, rest };
}

/**
 * Where the store has to start for a place. A `\` may be read as `/`; then its position in the store says nothing. An empty name is
 * the first, and its key would be that of the directory itself.
 */
function startOf(after: Place | undefined): Place | undefined {
  const name = after?.entry?.name;
  return name === undefined || name === "" || name.includes("\\") ? undefined : { key: name };
}

/** The directories that come before a key by name but after it in the store, or undefined if they can't be determined. */
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
      // In the root the empty name is `/`, which sorts where the store has it.
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
  // A name with `\`, which these keys read as `/`, comes before names that were read. Only reading the rest shows how many do.
  if (backslashed.some((name, index) => moved[index]?.name.startsWith(`${name}\\`) === true)) {
    return undefined;
  }
  return directories.flatMap((name, index) => {
    const entry = found[index];
    return entry?.name === name && entry.kind === "directory" ? [entry] : [];
  });
}

/** The first entry whose name is `name` followed by something that sorts after the character `before`, or a later entry. */
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

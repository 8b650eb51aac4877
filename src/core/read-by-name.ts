// The first entries of a directory of an object store in the order of their names. The store has a directory's name end in
// `/`, so `a-b` comes before the directory `a`: what was read so far may lack directories whose names come before it. They can
// be told from the last key alone, and are asked for, so that a page does not cost all of a huge directory.
import { joinPath, toByteString, type ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import { isEntered, type KeptEntry } from "./filter.ts";
import { keepPace } from "./pacing.ts";
import { isBehind, type Place } from "./place.ts";
import { readInOrder, timeForOneRead } from "./read-in-order.ts";
import { treeKey, type SiblingKey } from "./sibling-order.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import { mostHeld, strideOf, type SortedEntries, type SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many questions may decide whether enough was read. If it takes more, more is read. */
const MOST_QUESTIONS = 24;

/** Keys of paths may be cut at 500 bytes; near that length their order says nothing of what was not read. */
const LONGEST_PATH = 480;

const LAST_CHARACTER = toByteString("\u{10ffff}");

/**
 * The wanted entries, or the first of them, in the order of their keys; none is left out between. Keys are by names: that of
 * a directory is that of a file of its name.
 */
export async function readByName(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { path, keyOf, filter, wants, skip, needed, after } = read;
  const most = mostHeld(settings, needed);
  const stride = strideOf(filter);
  const kept = new SmallestEntries(Infinity, settings.pause);
  let counted = 0;
  const take = (entry: Entry): void => {
    const key = keyOf(entry, path);
    if (after !== undefined && !isBehind(key, entry, after)) {
      return;
    }
    const verdict = filter.judge(entry);
    const enters = entry.kind === "directory" && isEntered(verdict);
    if (verdict !== "hide" && (verdict === "lead" ? wants !== "shown" : wants !== "entered" || enters)) {
      kept.add(key, entry, verdict);
      counted += Number(verdict !== "lead" && wants !== "entered");
    }
  };
  let isCut = false;
  for await (const batch of readInOrder(settings, { ...read, after: startOf(after) })) {
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
  return passOver(read, await kept.finish(0), isCut && counted < skip + needed);
}

/** What was read, without what may be passed over. */
function passOver(read: SortedRead, entries: readonly KeptEntry[], isPart: boolean): SortedEntries {
  const { path, keyOf, wants, skip, passes } = read;
  const last = entries.at(-1);
  const hasDirectories = entries.some(({ kind, verdict }) => kind === "directory" && isEntered(verdict));
  const canPass = passes && wants !== "entered" && !(wants === "all" && hasDirectories);
  const passed = canPass ? Math.min(skip, entries.length) : 0;
  const rest = isPart && last !== undefined ? { key: keyOf(last, path), entry: last } : undefined;
  return { entries: entries.slice(passed), passed, rest };
}

/** Where the store has to start for a place. A `\` may read as `/`: then its place in the store says nothing. */
function startOf(after: Place | undefined): Place | undefined {
  const name = after?.entry?.name;
  return name === undefined || name.includes("\\") ? undefined : { key: name };
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

// Reads a directory of a file system that returns entries in order, as an object store does: in that order, or in order of names.
//
// By name: in the store a directory's name ends in `/`, so `a-b` comes before the directory `a`, and what was read so far may lack
// directories whose names sort before it. The last key shows which names those could be, so the store is asked for them, and a page
// does not cost reading all of a huge directory.
import { joinPath, toByteString, type ByteString } from "../core/byte-string.ts";
import { isAfter, treeKey, type Position, type SiblingKey, type Entry } from "../core/entry.ts";
import type { Batch } from "../core/file-system.ts";
import { keepPace, waitOnce } from "../core/pace.ts";
import {
  mostHeld,
  FirstEntries,
  strideOf,
  type WalkSettings,
  type SelectedEntries,
  type Selection,
  type WantedEntries,
} from "./selection.ts";
import { SmallestEntries } from "./smallest-entries.ts";

/** How many requests may be spent on finding out whether enough was read. If it takes more, the read goes on instead. */
const MOST_QUESTIONS = 24;

/** Path keys may be cut at 500 bytes. Near that length their order says nothing about what was not read. */
const LONGEST_PATH = 480;

const LAST_CHARACTER = toByteString("\u{10ffff}");

/** The wanted entries, or the first of them, in the order in which they come. */
export async function takeInOrder(
  walk: WalkSettings,
  wanted: WantedEntries,
  selection: Selection,
): Promise<SelectedEntries> {
  const { path, keyOf, after, counter } = wanted;
  const first = new FirstEntries(wanted, selection, mostHeld(walk, counter.needed));
  let last: string | undefined = after?.key;
  for await (const batch of readInOrder(walk, wanted)) {
    const stride = strideOf(await selection.filterFor(batch));
    if (batch.startsOver === true) {
      first.clear();
      last = after?.key;
    }
    for (const [index, entry] of batch.entries.entries()) {
      const key = keyOf(entry, path);
      if (last !== undefined && key <= last) {
        throw new Error(`a file system of order "key" gave ${JSON.stringify(key)} after ${JSON.stringify(last)}`);
      }
      last = key;
      if (!first.take(entry)) {
        return first.taken();
      }
      if ((index + 1) % stride === 0) {
        await keepPace(walk);
      }
    }
    await keepPace(walk);
  }
  return first.taken();
}

/** The entries of a directory in batches, from a file system of order `key`. */
function readInOrder(walk: WalkSettings, { path, counter, after, next, wants }: WantedEntries): AsyncIterable<Batch> {
  const { signal, timeoutMs } = waitOnce(walk);
  return walk.fileSystem.readDirectory(walk.root, path, {
    signal,
    timeoutMs,
    after: after?.key as ByteString | undefined,
    limit: counter.skip + counter.needed,
    listing: walk,
    next,
    enters: wants !== "shown",
  });
}

/**
 * The wanted entries, or the first of them, in the order of their keys, without gaps. Keys depend on the name alone: a directory
 * has the same key as a file of that name.
 */
export async function readByName(
  walk: WalkSettings,
  wanted: WantedEntries,
  selection: Selection,
): Promise<SelectedEntries> {
  const { path, keyOf, wants, counter, skips, after } = wanted;
  const enough = counter.skip + counter.needed;
  const kept = new SmallestEntries(Infinity, walk.pause);
  let counted = 0;
  const take = (entry: Entry): void => {
    const key = keyOf(entry, path);
    if (after !== undefined && !isAfter(key, entry, after)) {
      return;
    }
    const verdict = selection.judge(entry);
    if (verdict !== undefined) {
      kept.add(key, entry, verdict);
      counted += Number(selection.counts(verdict));
    }
  };
  let isCut = false;
  for await (const batch of readInOrder(walk, { ...wanted, after: startOf(after) })) {
    const stride = strideOf(await selection.filterFor(batch));
    for (const [index, entry] of batch.entries.entries()) {
      take(entry);
      if ((index + 1) % stride === 0) {
        await keepPace(walk);
      }
    }
    const last = batch.entries.at(-1);
    if ((counted >= enough || kept.held >= mostHeld(walk, counter.needed)) && last !== undefined) {
      const unseen = await readUnseen(walk, path, treeKey(last, path) as ByteString, keyOf);
      if (unseen !== undefined) {
        unseen.forEach(take);
        isCut = true;
        break;
      }
    }
    await keepPace(walk);
  }
  const found = await kept.finish(0);
  const last = found.at(-1);
  const isPart = isCut && counted < enough;
  const canSkip = skips && wants !== "entered" && !selection.entersSome;
  const skipped = canSkip ? Math.min(counter.skip, found.length) : 0;
  return {
    entries: found.slice(skipped),
    skipped,
    rest: isPart && last !== undefined ? { key: keyOf(last, path), entry: last } : undefined,
  };
}

/**
 * Where the store has to start for a position. A `\` may be read as `/`; then where it is in the store says nothing. An empty name is
 * the first, and its key would be that of the directory itself.
 */
function startOf(after: Position | undefined): Position | undefined {
  const name = after?.entry?.name;
  return name === undefined || name === "" || name.includes("\\") ? undefined : { key: name };
}

/** The directories that come before a key by name but after it in the store, or undefined if they can't be determined. */
async function readUnseen(
  walk: WalkSettings,
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
  const isKnown = directories.length + backslashed.length <= MOST_QUESTIONS;
  if (!isKnown || (readsBackslash && (last.includes("\\") || joinPath(path, last).length > LONGEST_PATH))) {
    return undefined;
  }
  const [found, moved] = await Promise.all([
    Promise.all(directories.map((name) => firstFrom(walk, path, name, "."))),
    Promise.all(backslashed.map((name) => firstFrom(walk, path, name, "["))),
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
  walk: WalkSettings,
  path: ByteString,
  name: ByteString,
  before: "." | "[",
): Promise<Entry | undefined> {
  const start = `${name}${before}`;
  const after = `${start}${LAST_CHARACTER}` as ByteString;
  const options = { ...waitOnce(walk), after, limit: 1 };
  for await (const batch of walk.fileSystem.readDirectory(walk.root, path, options)) {
    const first = batch.entries.find((entry) => !treeKey(entry, path).startsWith(start));
    if (first !== undefined) {
      return first;
    }
  }
  return undefined;
}

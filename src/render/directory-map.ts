// A map as data: exactly what the text says.
import { toByteString, toBytes, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { ClosedDirectory, Fold, MapBlock } from "../maps/directory-map.ts";
import type { Problem } from "../core/problem.ts";
import type { ListingEnd } from "./our-words.ts";

/** A name on a map. */
export interface MapName {
  /**
   * The path below the directory that it is shown in: one name, but for directories that hold nothing but the next one. Bytes that
   * are not valid UTF-8 read as U+FFFD.
   */
  readonly name: string;
  /** The bytes of the name, only if they are not valid UTF-8. */
  readonly nameBytes?: Uint8Array;
}

/** A file, a link, or whatever else is no directory. */
export interface MapFile extends MapName {
  readonly kind: Exclude<EntryKind, "directory">;
}

/** Entries of a directory that are not named. */
export interface MapFold {
  /** A glob that matches exactly these entries. It ends in `/` if they are all directories. */
  readonly glob: string;
  /** How many entries it stands for. */
  readonly count: number;
  /** Set if the directory was not read to its end, so that there may be more. */
  readonly partial?: true;
  /** How many entries are below the directories among them, all levels together. Absent if there are no directories. */
  readonly below?: number;
  /** Set if not everything below them was counted. */
  readonly belowPartial?: true;
}

/** A directory of which nothing inside is shown. */
export interface MapClosedDirectory extends MapName {
  /** How many entries are below it, all levels together. Absent if it was not read because it is ignored or unreadable. */
  readonly count?: number;
  /** Set if not everything below it was counted. */
  readonly partial?: true;
  /** Why it could not be read. */
  readonly problem?: Problem;
  /** Set if git ignores it. */
  readonly ignored?: true;
}

/** A directory that is shown with what is in it. */
export interface MapOpenDirectory extends MapName, MapContents {}

/** What a map shows of a directory. Each list is in byte order. */
export interface MapContents {
  readonly files: readonly MapFile[];
  readonly folds: readonly MapFold[];
  readonly closed: readonly MapClosedDirectory[];
  readonly open: readonly MapOpenDirectory[];
}

/** A map: what `renderMap` writes. */
export interface DirectoryMap extends MapContents, ListingEnd {
  /** The mapped directory as the first line shows it. */
  readonly root: string;
  /** The fold that the map is about, if it was asked for one. */
  readonly only?: string;
  /** Set if only some entries are shown, those that a search found, and not how many others there are. */
  readonly partial?: true;
}

/** Contents that are still made: those of its open directories are added later. */
interface UnfinishedContents extends MapContents {
  readonly open: MapOpenDirectory[];
}

/** The contents as data for programs. A loop, since a tree may be very deep. */
export function toMapContents(block: MapBlock): MapContents {
  const top = contentsOf(block);
  const due: [UnfinishedContents, MapBlock][] = [[top, block]];
  for (const [contents, { open }] of due) {
    for (const { names, inside } of open) {
      const directory = { ...toMapName(joinNames(names)), ...contentsOf(inside) };
      contents.open.push(directory);
      due.push([directory, inside]);
    }
  }
  return top;
}

/** What is shown of a directory itself. */
function contentsOf({ names, folds, closed }: MapBlock): UnfinishedContents {
  return {
    files: names.map(({ name, kind }) => ({ ...toMapName(name), kind: kind as MapFile["kind"] })),
    folds: folds.map(toMapFold),
    closed: closed.map(toMapClosed),
    open: [],
  };
}

/** The bytes of a name. */
export function bytesOfName({ name, nameBytes }: MapName): ByteString {
  return toByteString(nameBytes ?? name);
}

export function toMapName(bytes: ByteString): MapName {
  const name = toExactText(bytes);
  return name === undefined ? { name: toText(bytes), nameBytes: toBytes(bytes) } : { name };
}

export function toMapFold({ glob, count, isPartial, below, isBelowPartial }: Fold): MapFold {
  return {
    glob: toText(glob),
    count,
    ...(isPartial === true && { partial: true }),
    ...(below !== undefined && { below }),
    ...(isBelowPartial === true && { belowPartial: true }),
  };
}

function toMapClosed({ names, count, isPartial, problem, isIgnored }: ClosedDirectory): MapClosedDirectory {
  const name = toMapName(joinNames(names));
  if (problem !== undefined) {
    return { ...name, problem };
  }
  if (isIgnored === true) {
    return { ...name, ignored: true };
  }
  return { ...name, count, ...(isPartial === true && { partial: true }) };
}

export function joinNames(names: readonly ByteString[]): ByteString {
  return names.join("/") as ByteString;
}

// Reads git's index: which paths it tracks. Versions 2, 3 and 4, split and sparse ones. Anybody may have written it: whatever is odd about
// it, or too much, makes it count as absent.
import type { FoundFile } from "../../core/file-system.ts";
import { keepPace, type Pace } from "../../core/pace.ts";
import { TrackedPathsBuilder, type TrackedPaths } from "./tracked-paths.ts";

/** How many paths and directories an index may have: hashed, they take 8 MiB. Chromium has half as many. */
const MOST_PATHS = 1 << 20;

/** How many bytes their names may have together. Version 4 can write a long name in a few bytes. */
const MOST_NAME_BYTES = 128 * 1024 * 1024;

/** No path that is listed is longer. */
const LONGEST_NAME = 8192;

/** How much of the file is in memory at a time, and the longest entry. */
const PART = 1024 * 1024;
const LONGEST_ENTRY = 2 * LONGEST_NAME;

/** After this many bytes, look at the clock: some tenths of a millisecond. */
const BYTES_BETWEEN_PAUSES = 64 * 1024;

/** An index has less than ten extensions. */
const MOST_EXTENSIONS = 64;
const LARGEST_LINK = 1024 * 1024;

const HEADER = 12;
/** What comes before the object's name: times, numbers, the mode, the size. */
const STAT_BYTES = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0xfff;
const KIND_OF_MODE = 0xf000;
const SUBMODULE = 0xe000;

export interface IndexSettings {
  /** How long the name of an object is: 20 bytes, or 32 in a repository of SHA-256. */
  readonly hashBytes: number;
  /** Whether paths are found in any case. */
  readonly ignoresCase: boolean;
  readonly pacing: Pace;
  /** The file in the same directory that a split index shares with others. */
  readonly findShared: (name: string) => Promise<FoundFile | undefined>;
}

/** What an index tracks; undefined if it can't be read. */
export async function readIndex(file: FoundFile, settings: IndexSettings): Promise<TrackedPaths | undefined> {
  const { hashBytes, ignoresCase } = settings;
  const builder = new TrackedPathsBuilder(ignoresCase);
  // Entries without a name replace some of the shared ones, in their order.
  const replacing: boolean[] = [];
  const end = await readEntries(file, settings, (bytes, start, stop, isSubmodule) => {
    if (start === stop) {
      replacing.push(isSubmodule);
    } else {
      builder.add(bytes, start, stop, isSubmodule);
    }
    return builder.count <= MOST_PATHS;
  });
  const link = end === undefined ? undefined : await readLink(file, end, hashBytes);
  if (link === undefined) {
    return undefined;
  }
  if (link.shared !== undefined) {
    const shared = await settings.findShared(`sharedindex.${link.shared}`);
    const { deleted, replaced } = link;
    let number = 0;
    let next = 0;
    const isRead =
      shared !== undefined &&
      (await readEntries(shared, settings, (bytes, start, stop, isSubmodule) => {
        const isReplaced = replaced?.[number] === 1;
        if (deleted?.[number] !== 1) {
          builder.add(bytes, start, stop, isReplaced ? replacing[next] === true : isSubmodule);
        }
        next += Number(isReplaced);
        number += 1;
        return builder.count <= MOST_PATHS;
      }));
    if (isRead === false || isRead === undefined) {
      return undefined;
    }
  }
  return builder.finish();
}

/** Takes the path in these bytes. Returns whether there is room for more. */
type TakePath = (bytes: Uint8Array, start: number, end: number, isSubmodule: boolean) => boolean;

/** Reads all entries. Returns where they end in the file; undefined if something is odd. */
async function readEntries(
  file: FoundFile,
  { hashBytes, pacing }: IndexSettings,
  take: TakePath,
): Promise<number | undefined> {
  let bytes = (await file.read(0, PART)) ?? new Uint8Array();
  if (bytes.length < HEADER) {
    return undefined;
  }
  let view = viewOf(bytes);
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  const fixed = STAT_BYTES + hashBytes + 2;
  const isIndex = view.getUint32(0) === 0x44495243 && version >= 2 && version <= 4;
  if (!isIndex || count > MOST_PATHS || count * fixed > file.size) {
    return undefined;
  }
  /** Where the part in memory starts in the file, and how far it has been read. */
  let partAt = 0;
  let at = HEADER;
  /** In version 4 an entry has only the end of its name, and says how much of the one before to drop for it. */
  const last = new Uint8Array(LONGEST_NAME);
  let lastLength = 0;
  let nameBytes = 0;
  let sincePause = 0;
  for (let number = 0; number < count; number += 1) {
    if (bytes.length - at < LONGEST_ENTRY && partAt + bytes.length < file.size) {
      partAt += at;
      at = 0;
      bytes = (await file.read(partAt, PART)) ?? new Uint8Array();
      view = viewOf(bytes);
    }
    if (at + fixed > bytes.length) {
      return undefined;
    }
    const isSubmodule = (view.getUint32(at + MODE_AT) & KIND_OF_MODE) === SUBMODULE;
    const flags = view.getUint16(at + fixed - 2);
    let nameAt = at + fixed + ((flags & EXTENDED) === 0 ? 0 : 2);
    let dropped = 0;
    if (version === 4) {
      const written = readVariable(bytes, nameAt);
      nameAt = written.end;
      dropped = written.value;
    }
    const nameEnd = bytes.indexOf(0, nameAt);
    const kept = version === 4 ? lastLength - dropped : 0;
    const length = kept + nameEnd - nameAt;
    const isLengthRight = length === (flags & NAME_LENGTH) || (flags & NAME_LENGTH) === NAME_LENGTH;
    if (nameEnd === -1 || kept < 0 || length > LONGEST_NAME || !isLengthRight) {
      return undefined;
    }
    let isTaken: boolean;
    if (version === 4) {
      last.set(bytes.subarray(nameAt, nameEnd), kept);
      lastLength = length;
      isTaken = take(last, 0, length, isSubmodule);
      at = nameEnd + 1;
    } else {
      isTaken = take(bytes, nameAt, nameEnd, isSubmodule);
      // Each entry ends in one to eight zeros, so that its size is a multiple of eight.
      at += (nameEnd - at + 8) & ~7;
    }
    nameBytes += length;
    if (!isTaken || nameBytes > MOST_NAME_BYTES) {
      return undefined;
    }
    sincePause += fixed + length;
    if (sincePause > BYTES_BETWEEN_PAUSES) {
      sincePause = 0;
      await keepPace(pacing);
    }
  }
  return partAt + at;
}

/** A number of variable length, as git writes it. */
function readVariable(bytes: Uint8Array, start: number): { value: number; end: number } {
  let at = start;
  let byte = bytes[at] ?? 0;
  let value = byte & 0x7f;
  // Larger ones than any name are wrong, however large they are.
  while ((byte & 0x80) !== 0 && value <= LONGEST_NAME) {
    at += 1;
    byte = bytes[at] ?? 0;
    value = (value + 1) * 0x80 + (byte & 0x7f);
  }
  return { value, end: at + 1 };
}

/** What a split index says about the index that it shares with others. */
interface IndexLink {
  /** The hash in its name; undefined if there is no shared index. */
  readonly shared: string | undefined;
  /** Which of its entries are gone, and which are replaced. */
  readonly deleted?: Uint8Array;
  readonly replaced?: Uint8Array;
}

const NO_LINK: IndexLink = { shared: undefined };

/** Finds the link among the extensions, which come after the entries; undefined if something is odd. */
async function readLink(file: FoundFile, start: number, hashBytes: number): Promise<IndexLink | undefined> {
  let at = start;
  for (let count = 0; at + 8 <= file.size - hashBytes; count += 1) {
    const head = await file.read(at, 8);
    if (head?.length !== 8 || count === MOST_EXTENSIONS) {
      return undefined;
    }
    const name = String.fromCharCode(...head.subarray(0, 4));
    const size = viewOf(head).getUint32(4);
    if (name === "link") {
      return size <= LARGEST_LINK ? toLink(await file.read(at + 8, size), hashBytes) : undefined;
    }
    // Git reads no index with other extensions that are not in capitals. `sdir` says that some entries are directories.
    if (!/^[A-Z]/.test(name) && name !== "sdir") {
      return undefined;
    }
    at += 8 + size;
  }
  return NO_LINK;
}

function toLink(bytes: Uint8Array | undefined, hashBytes: number): IndexLink | undefined {
  if (bytes === undefined || bytes.length < hashBytes) {
    return undefined;
  }
  const hash = Array.from(bytes.subarray(0, hashBytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const shared = /^0*$/.test(hash) ? undefined : hash;
  if (bytes.length === hashBytes) {
    return { shared };
  }
  const deleted = readIndexBitmap(viewOf(bytes), hashBytes, MOST_PATHS);
  const replaced = deleted && readIndexBitmap(viewOf(bytes), deleted.end, MOST_PATHS);
  return replaced && { shared, deleted: deleted.bits, replaced: replaced.bits };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A compressed bitmap of a split index (EWAH): which entries of the shared index are gone, or which were replaced. */
interface IndexBitmap {
  /** 1 for each bit that is set. */
  readonly bits: Uint8Array;
  /** Where the bitmap ends in the file. */
  readonly end: number;
}

const BYTES_OF_WORD = 8;
const BITS_OF_WORD = 64;

/**
 * Reads the bitmap that starts at a place; undefined if it is malformed or has more than `most` bits. Of its words of 64 bits, one says
 * how many words of only zeros or ones come next, and how many after those are in the file as they are.
 */
function readIndexBitmap(bytes: DataView, start: number, most: number): IndexBitmap | undefined {
  if (start + 8 > bytes.byteLength) {
    return undefined;
  }
  const size = bytes.getUint32(start);
  const words = bytes.getUint32(start + 4);
  const first = start + 8;
  // After the words comes the place of the last one that counts others.
  const end = first + words * BYTES_OF_WORD + 4;
  if (size > most || end > bytes.byteLength) {
    return undefined;
  }
  // What is set beyond the size is lost, as it should be.
  const bits = new Uint8Array(size);
  let bit = 0;
  let word = 0;
  while (word < words) {
    const at = first + word * BYTES_OF_WORD;
    const [high, low] = [bytes.getUint32(at), bytes.getUint32(at + 4)];
    const run = ((high & 1) * 0x8000_0000 + (low >>> 1)) * BITS_OF_WORD;
    const literals = high >>> 1;
    if (word + 1 + literals > words) {
      return undefined;
    }
    bits.fill(low & 1, bit, bit + run);
    bit += run;
    for (let place = at + BYTES_OF_WORD; place < at + (1 + literals) * BYTES_OF_WORD; place += BYTES_OF_WORD) {
      setBits(bits, bit, bytes.getUint32(place + 4));
      setBits(bits, bit + 32, bytes.getUint32(place));
      bit += BITS_OF_WORD;
    }
    word += 1 + literals;
  }
  return { bits, end };
}

function setBits(bits: Uint8Array, first: number, word: number): void {
  for (let rest = word, bit = first; rest !== 0; rest >>>= 1, bit += 1) {
    bits[bit] = rest & 1;
  }
}

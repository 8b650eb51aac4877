// Tells which directories are small enough to be read at a stroke. The size of a directory alone does not: file systems count
// it in bytes, in entries, or not at all, and an overlay gives that of one layer for all of them.
import fs from "node:fs";

/** A directory of at most so many entries is small: some ten milliseconds of reading. Few that are small have so many. */
const MOST_ENTRIES = 16 * 1024;

const OVERLAY = 0x794c7630;

/** The least that each entry adds to the size of its directory, by the number that `statfs` has for the file system. */
const LEAST_PER_ENTRY: ReadonlyMap<number, number> = new Map([
  [0xef53, 12], // ext2, ext3, ext4
  [0x58465342, 16], // XFS
  [0xf2f52010, 16], // F2FS
  [0x9123683e, 4], // Btrfs: twice the length of the name
  [0x01021994, 20], // tmpfs
  [0x2fc12fc1, 1], // ZFS: the number of entries
  [OVERLAY, 1], // whatever the file system below it counts
]);

/** Platforms that do not number their file systems: APFS and HFS+ take 32 and 34. Windows says that all sizes are 0. */
const LEAST_ELSEWHERE = 32;

/** How long a device is taken to hold the same file system. */
const TYPES_AGE_MS = 1000;

let known: { readonly types: Map<number, number>; readonly since: number } | undefined;

/** Whether the directory at `location` is small, as its `stat` tells. What is not known to be small is not. */
export function isSmallDirectory({ size, nlink, dev }: fs.Stats, location: fs.PathLike): boolean {
  if (process.platform !== "linux") {
    return size > 0 && size <= MOST_ENTRIES * LEAST_ELSEWHERE;
  }
  const type = typeOf(dev, location);
  const least = LEAST_PER_ENTRY.get(type) ?? 0;
  // A directory that an overlay merges of several has one link, and the size of the topmost of them.
  const isMerged = type === OVERLAY && nlink === 1;
  return size > 0 && size <= MOST_ENTRIES * least && !isMerged;
}

/** Asked once for each device: it costs as much as the `stat`. */
function typeOf(device: number, location: fs.PathLike): number {
  const now = performance.now();
  if (known === undefined || now - known.since > TYPES_AGE_MS) {
    known = { types: new Map(), since: now };
  }
  let type = known.types.get(device);
  if (type === undefined) {
    ({ type } = fs.statfsSync(location));
    known.types.set(device, type);
  }
  return type;
}

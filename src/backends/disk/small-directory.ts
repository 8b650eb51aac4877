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
const RULES_AGE_MS = 1000;

/** What is known of a file system. */
interface SizeRule {
  /** The largest size of a small directory; 0 where the size tells nothing. */
  readonly mostSize: number;
  readonly isOverlay: boolean;
}

let known: { readonly rules: Map<number, SizeRule>; readonly since: number } | undefined;

/** Whether the directory at `location` is small, as its `stat` tells. What is not known to be small is not. */
export function isSmallDirectory({ size, nlink, dev }: fs.Stats, location: fs.PathLike): boolean {
  const { mostSize, isOverlay } = ruleOf(dev, location);
  // A directory that an overlay merges of several has one link, and the size of the topmost of them.
  return size > 0 && size <= mostSize && !(isOverlay && nlink === 1);
}

/** Found once for each device: to ask costs as much as the `stat`. */
function ruleOf(device: number, location: fs.PathLike): SizeRule {
  const now = performance.now();
  if (known === undefined || now - known.since > RULES_AGE_MS) {
    known = { rules: new Map(), since: now };
  }
  let rule = known.rules.get(device);
  if (rule === undefined) {
    rule = findRule(location);
    known.rules.set(device, rule);
  }
  return rule;
}

function findRule(location: fs.PathLike): SizeRule {
  if (process.platform !== "linux") {
    return { mostSize: MOST_ENTRIES * LEAST_ELSEWHERE, isOverlay: false };
  }
  const { type } = fs.statfsSync(location);
  return { mostSize: MOST_ENTRIES * (LEAST_PER_ENTRY.get(type) ?? 0), isOverlay: type === OVERLAY };
}

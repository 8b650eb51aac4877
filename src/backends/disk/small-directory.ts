// Decides which directories are small enough to read in one go, and which may be worth remembering. The size of a directory alone does not say: file systems count
// it in bytes, in entries, or not at all, and an overlay reports the size of one layer for all of them.
import fs from "node:fs";

import { BTRFS, EXT, F2FS, OVERLAY, TMPFS, XFS, ZFS } from "./file-system-types.ts";
import { timeOfTurn } from "./time-of-turn.ts";

/** A directory with at most this many entries is small: reading it takes some ten milliseconds. Few small ones have that many. */
const MOST_ENTRIES = 16 * 1024;

/** The least that each entry adds to the size of its directory, by the type that `statfs` reports for the file system. */
const LEAST_PER_ENTRY: ReadonlyMap<number, number> = new Map([
  [EXT, 12],
  [XFS, 16],
  [F2FS, 16],
  [BTRFS, 4], // twice the length of the name
  [TMPFS, 20],
  [ZFS, 1], // the number of entries
  [OVERLAY, 1], // whatever the file system below it counts
]);

/** For platforms that do not number their file systems. On APFS and HFS+ it is 32 and 34. Windows reports all sizes as 0. */
const LEAST_ELSEWHERE = 32;

/** How long we assume that a device has the same file system. */
const RULES_AGE_MS = 1000;

/**
 * File systems whose directories say when they change, by the same clock as ours. Network and FUSE file systems may not, nor may
 * FAT, and an overlay only if its layers do.
 */
const TRUSTED: ReadonlySet<number> = new Set([EXT, XFS, BTRFS, F2FS, ZFS, TMPFS]);

/** What we know about a file system. */
interface SizeRule {
  /** The largest size of a small directory; 0 if the size says nothing. */
  readonly mostSize: number;
  readonly isOverlay: boolean;
  /** The least that each entry adds to the size of its directory, if its times can be trusted. */
  readonly trustedLeast?: number | undefined;
}

let known: { readonly rules: Map<number, SizeRule>; readonly since: number } | undefined;

/** What a `stat` says about the size of a directory. */
export type DirectorySize = Pick<fs.Stats, "size" | "nlink" | "dev">;

/** Whether the directory at `location` is small, according to its `stat`. If in doubt, it is not. */
export function isSmallDirectory({ size, nlink, dev }: DirectorySize, location: fs.PathLike): boolean {
  const { mostSize, isOverlay } = ruleOf(dev, location);
  // A directory that an overlay merges from several layers has a link count of one, and the size of the topmost layer.
  return size > 0 && size <= mostSize && !(isOverlay && nlink === 1);
}

/** Whether the directory at `location` may have this many entries, and its times say whether they have changed. */
export function mayBeHuge({ size, dev }: DirectorySize, location: fs.PathLike, entries: number): boolean {
  // No file system counts less than a byte for an entry. Most directories need no further look.
  const least = size < entries ? undefined : ruleOf(dev, location).trustedLeast;
  return least !== undefined && size >= entries * least;
}

/** Finds the rule once for each device: asking costs as much as the `stat`. */
function ruleOf(device: number, location: fs.PathLike): SizeRule {
  const now = timeOfTurn();
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
  const least = LEAST_PER_ENTRY.get(type) ?? 0;
  // What is kept is read through a descriptor, which some containers have no paths for.
  const trustedLeast = TRUSTED.has(type) && fs.existsSync("/proc/self/fd") ? least : undefined;
  return { mostSize: MOST_ENTRIES * least, isOverlay: type === OVERLAY, trustedLeast };
}

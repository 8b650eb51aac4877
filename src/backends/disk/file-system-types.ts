// What the type of a file system says about its directories: how many entries one may have, whether its times can be trusted, and
// whether it may find an entry by another name than the one that it lists, as a case-insensitive disk does.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import { toLocation } from "./disk-path.ts";

/** Types as `statfs` numbers them on Linux. */
const EXT = 0xef53; // ext2, ext3 and ext4
const XFS = 0x58465342;
const BTRFS = 0x9123683e;
const F2FS = 0xf2f52010;
const ZFS = 0x2fc12fc1;
const TMPFS = 0x01021994;
const OVERLAY = 0x794c7630;

/**
 * Types whose directories say when they change, by the same clock as ours, and that find an entry by its name alone. Network and FUSE
 * file systems may do neither, nor may FAT, and an overlay only if its layers do.
 */
export const TRUSTED_TYPES: ReadonlySet<number> = new Set([EXT, XFS, BTRFS, F2FS, ZFS, TMPFS]);

/**
 * The types that find an entry only by its name, if at all by one that differs in case or normalisation: ext4, F2FS, ZFS and tmpfs can
 * be told to do that. Anything else, and every type that we don't know, may have short names and the like.
 */
const PLAIN =
  "ext2|ext3|ext4|xfs|btrfs|bcachefs|f2fs|zfs|tmpfs|ramfs|rootfs|squashfs|erofs|overlay|" +
  "proc|sysfs|devtmpfs|devpts|cgroup|cgroup2|mqueue|hugetlbfs|securityfs|pstore|bpf|debugfs|tracefs|configfs|fusectl|nsfs|" +
  "binfmt_misc|selinuxfs|rpc_pipefs|nfsd";

/** The types of mounts as the kernel's table of mounts names it. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set(PLAIN.split("|"));

/** Whether disks are commonly case-insensitive here. It is not worth finding out which of them are not. */
export function isCaseInsensitivePlatform(): boolean {
  return process.platform === "darwin" || process.platform === "win32";
}

/** Whether the disk of a directory may find an entry by a name that is quite different from the one it lists. */
export function mayFindOddNames(directory: ByteString): boolean {
  return process.platform !== "linux" || !TRUSTED_TYPES.has(fs.statfsSync(toLocation(directory)).type);
}

/** A directory with at most this many entries is small: reading it takes some ten milliseconds. Few small ones have that many. */
const MOST_ENTRIES = 16 * 1024;

/**
 * The least that each entry adds to the size of its directory. File systems count that size in bytes, in entries, or not at all, and
 * an overlay reports the size of one layer for all of them.
 */
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

/** What we know about the directories of a file system. */
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

/** Whether the directory at `location` is small enough to be read in one go, according to its `stat`. If in doubt, it is not. */
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
  const least = LEAST_PER_ENTRY.get(type) ?? 0;
  // What is kept is read through a descriptor, which some containers have no paths for.
  const trustedLeast = TRUSTED_TYPES.has(type) && fs.existsSync("/proc/self/fd") ? least : undefined;
  return { mostSize: MOST_ENTRIES * least, isOverlay: type === OVERLAY, trustedLeast };
}

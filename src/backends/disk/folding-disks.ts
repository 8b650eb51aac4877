// Which disks may find an entry by another name than the one that its directory lists.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import { BTRFS, EXT, F2FS, TMPFS, XFS, ZFS } from "./file-system-types.ts";
import { toLocation } from "./read-location.ts";

/** Whether disks commonly fold names here. It is not worth finding out which of them don't. */
export function isFoldingPlatform(): boolean {
  return process.platform === "darwin" || process.platform === "win32";
}

/**
 * The types of file systems that find an entry only by its name, if at all by one that differs in case or normalisation: ext4, F2FS, ZFS
 * and tmpfs can be told to do that. Anything else, and every type that we don't know, may have short names and the like.
 */
const PLAIN_TYPES =
  "ext2|ext3|ext4|xfs|btrfs|bcachefs|f2fs|zfs|tmpfs|ramfs|rootfs|squashfs|erofs|overlay|" +
  "proc|sysfs|devtmpfs|devpts|cgroup|cgroup2|mqueue|hugetlbfs|securityfs|pstore|bpf|debugfs|tracefs|configfs|fusectl|nsfs|" +
  "binfmt_misc|selinuxfs|rpc_pipefs|nfsd";

/** The type of a mount as the kernel's table of mounts names it. */
export const PLAIN_TYPE: RegExp = new RegExp(`^(?:${PLAIN_TYPES})$`);

/** A line of that table for a mount of any other type. */
export const ANY_OTHER_TYPE: RegExp = new RegExp(` - (?!(?:${PLAIN_TYPES}) )`);

/** The same as `statfs` numbers them, for the disks that people keep files on. An overlay may be of anything. */
const PLAIN_NUMBERS: ReadonlySet<number> = new Set([EXT, XFS, BTRFS, F2FS, ZFS, TMPFS]);

/** Whether the disk of a directory may find an entry by a name that is quite different from the one it lists. */
export function mayFindOddNames(directory: ByteString): boolean {
  return process.platform !== "linux" || !PLAIN_NUMBERS.has(fs.statfsSync(toLocation(directory)).type);
}

// Types of file systems as `statfs` numbers them on Linux.

/** ext2, ext3 and ext4. */
export const EXT = 0xef53;
export const XFS = 0x58465342;
export const BTRFS = 0x9123683e;
export const F2FS = 0xf2f52010;
export const ZFS = 0x2fc12fc1;
export const TMPFS = 0x01021994;
export const OVERLAY = 0x794c7630;

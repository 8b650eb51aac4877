import { describe, expect, test } from "vitest";

import {
  mayIgnoreCase,
  remoteMountOf,
  parseMountTable,
  type MountTable,
} from "../../../src/backends/disk/mount-table.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";

/** A table of mounts on one another: `id parent point type`. */
function parse(mounts: readonly string[]): MountTable {
  const lines = mounts.map((mount) => {
    const [id, parent, point, type] = mount.split(" ");
    return `${id} ${parent} 0:${id} / ${point} rw,relatime shared:7 master:1 - ${type} some/source rw,size=4k\n`;
  });
  return parseMountTable(lines.join(""));
}

function tableOf(...mounts: readonly string[]): (location: string) => ByteString | undefined {
  const table = parse(mounts);
  return (location) => remoteMountOf(table, location as ByteString);
}

describe("the remote mount of a path", () => {
  test("is the one that contains it", () => {
    const remoteMount = tableOf("1 0 / ext4", "2 1 /net/one nfs4", "3 1 /net/two fuse.sshfs", "4 1 /home xfs");
    expect(remoteMount("/net/one")).toBe("/net/one");
    expect(remoteMount("/net/two/a/b")).toBe("/net/two");
    expect(remoteMount("//net/two/")).toBe("/net/two");
    expect(remoteMount("/")).toBeUndefined();
    expect(remoteMount("/net")).toBeUndefined();
    expect(remoteMount("/home/me")).toBeUndefined();
  });

  test("is not one whose name the path only begins with", () => {
    const remoteMount = tableOf("1 0 / ext4", "2 1 /a nfs");
    expect(remoteMount("/ab")).toBeUndefined();
    expect(remoteMount("/a/b")).toBe("/a");
    expect(remoteMount("/b/a")).toBeUndefined();
  });

  test("is the innermost one, and none if a local one is inside a remote one", () => {
    const remoteMount = tableOf("1 0 / ext4", "2 1 /a nfs", "3 2 /a/b/c tmpfs", "4 3 /a/b/c/d fuse");
    expect(remoteMount("/a/b")).toBe("/a");
    expect(remoteMount("/a/b/c/x")).toBeUndefined();
    expect(remoteMount("/a/b/c/d/x")).toBe("/a/b/c/d");
  });

  test("is the upper one of two at the same point, in whatever order they are listed", () => {
    expect(tableOf("1 0 / ext4", "2 1 /a autofs", "3 2 /a ext4")("/a/x")).toBeUndefined();
    expect(tableOf("3 2 /a ext4", "2 1 /a autofs", "1 0 / ext4")("/a/x")).toBeUndefined();
    expect(tableOf("1 0 / ext4", "2 1 /a ext4", "3 2 /a nfs")("/a/x")).toBe("/a");
  });

  test("is never one that another mount covers", () => {
    const remoteMount = tableOf("1 0 / ext4", "2 1 /a/b nfs", "3 1 /a tmpfs");
    expect(remoteMount("/a/b/c")).toBeUndefined();
  });

  test("is never the mount of the root directory", () => {
    const remoteMount = tableOf("1 1 / rootfs", "2 1 / fuse.fuse-overlayfs", "3 2 /a 9p");
    expect(remoteMount("/etc")).toBeUndefined();
    expect(remoteMount("/a/b")).toBe("/a");
  });

  test("is found if the root directory is not a mount", () => {
    expect(tableOf("7 3 /a/b nfs")("/a/b/c")).toBe("/a/b");
  });

  test("is found by its bytes", () => {
    const remoteMount = tableOf("1 0 / ext4", "2 1 /a\\040b\\134\\011\\012c\xff nfs");
    expect(remoteMount("/a b\\\t\nc\xff/x")).toBe("/a b\\\t\nc\xff");
  });

  test.each(["fuse", "fuse.sshfs", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "autofs", "lustre"])(
    "may be a %s",
    (type) => {
      expect(tableOf("1 0 / ext4", `2 1 /a ${type}`)("/a")).toBe("/a");
    },
  );

  test.each(["ext4", "overlay", "tmpfs", "proc", "fusectl", "nfsd", "btrfs", "zfs"])("is never a %s", (type) => {
    expect(tableOf("1 0 / ext4", "2 1 /remote nfs", `3 1 /a ${type}`)("/a")).toBeUndefined();
  });
});

test("the table knows right away that nothing is remote", () => {
  expect(parseMountTable("1 0 254:0 / / rw,relatime - ext4 /dev/vda rw\n").hasRemote).toBe(false);
});

test("a path of thousands of directories is looked up no further than the longest mount point", () => {
  const table = parseMountTable("1 0 254:0 / / rw - ext4 /dev/vda rw\n2 1 0:9 / /mnt/remote rw - nfs source rw\n");
  let lookups = 0;
  const above = new Map(table.above);
  above.get = (id) => {
    lookups += 1;
    return table.above.get(id);
  };
  for (const [start, expected] of [
    ["/mnt/remote", "/mnt/remote"],
    ["/mnt/near", undefined],
  ] as const) {
    lookups = 0;
    const deep = `${start}${"/d".repeat(2000)}` as ByteString;
    expect(remoteMountOf({ ...table, above }, deep)).toBe(expected);
    expect(lookups).toBeLessThan(10);
  }
});

describe("a directory whose disk may be case-insensitive", () => {
  const isCaseInsensitive = (table: MountTable) => (directory: string) => mayIgnoreCase(table, directory as ByteString);

  test("is on a mount of a type that is not known to tell names apart", () => {
    const mounts = [
      "1 0 / ext4",
      "2 1 /boot/efi vfat",
      "3 1 /home xfs",
      "4 3 /home/me/far fuse.sshfs",
      "5 1 /new newfs",
    ];
    const places = ["/", "/boot", "/boot/efi", "/boot/efi/EFI", "/boot/efi2", "/home/me", "/home/me/far/a", "/new/a"];
    expect(places.filter(isCaseInsensitive(parse(mounts)))).toEqual([
      "/boot/efi",
      "/boot/efi/EFI",
      "/home/me/far/a",
      "/new/a",
    ]);
    expect(places.filter(isCaseInsensitive(parse(["1 0 / 9p"])))).toEqual(places);
  });

  test("is on none where all mounts are of types that do: nothing has to be looked up", () => {
    const table = parse(["1 0 / overlay", "2 1 /proc proc", "3 1 /tmp tmpfs", "4 1 /home btrfs", "5 4 /home/x zfs"]);
    expect(table.caseInsensitive).toEqual([]);
    expect(isCaseInsensitive(table)("/home")).toBe(false);
  });

  test("may be on an overlay over such a mount", () => {
    const text = [
      "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
      "2 1 0:9 / /mnt/a\\040b rw - fuseblk /dev/sdb1 rw",
      "3 1 0:10 / /near rw - overlay overlay ro,lowerdir=/mnt/a\\040b/x:/none",
      "4 1 0:11 / /other rw - overlay overlay rw,lowerdir=/usr:/var,upperdir=/up,workdir=/work",
      "5 1 0:12 / /newer rw - overlay overlay ro,lowerdir+=/usr,lowerdir+=/mnt/a\\040b",
      "",
    ].join("\n");
    const places = ["/near/x", "/other/x", "/newer", "/mnt/a b/c"];
    expect(places.filter(isCaseInsensitive(parseMountTable(text)))).toEqual(["/near/x", "/newer", "/mnt/a b/c"]);
  });
});

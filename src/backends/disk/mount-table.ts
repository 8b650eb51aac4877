// Which directories lie on a file system that may stop answering: what the kernel says is mounted, and where. Looked up
// in a table, because to ask such a file system itself is what must not be done.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";

interface Mount {
  readonly id: string;
  readonly point: ByteString;
  readonly isFar: boolean;
}

/** What was mounted at one moment. */
export interface MountTable {
  /** Whether anything may stop answering at all: on most machines nothing does, and no path need be looked up. */
  readonly hasFar: boolean;
  /** The mounts on each mount, by where they are mounted. */
  readonly above: ReadonlyMap<string, ReadonlyMap<ByteString, Mount>>;
  /** The length of the longest mount point. What is below it lies where its directory at that length does. */
  readonly longestPoint: number;
}

const MOUNT_TABLE = "/proc/self/mountinfo";

/** Stands for whatever our root directory lies on, which is in the table only if it is a mount's own root. */
const OUTSIDE: Mount = { id: "", point: "/" as ByteString, isFar: false };

const NO_MOUNTS: MountTable = { hasFar: false, above: new Map(), longestPoint: 0 };

/**
 * The types whose answers come from another machine or another process, either of which can stop. `fuseblk` is among
 * them: its bytes are on a disk of ours, but it is a process that reads them.
 */
const FAR_TYPES =
  "fuse|fuseblk|virtiofs|nfs|nfs4|cifs|smb2|smb3|smbfs|ncp|ncpfs|9p|afs|auristorfs|autofs|beegfs|beegfs_nodev|ceph|coda|" +
  "cvfs|davfs|davfs2|drvfs|dvs|fakeowner|gfs2|glusterfs|gpfs|hgfs|lustre|mvfs|ocfs2|orangefs|panfs|prl_fs|pvfs2|shfs|" +
  "sshfs|vboxsf|vmhgfs|wekafs";

/** A subtype may follow: `fuse.sshfs`. */
const FAR_TYPE = new RegExp(`^(?:${FAR_TYPES})(?:\\.|$)`);

const ANY_FAR_TYPE = new RegExp(` - (?:${FAR_TYPES})[. ]`);

/** What is mounted now; nothing where the platform does not tell. */
export function readMountTable(): MountTable {
  if (process.platform !== "linux") {
    return NO_MOUNTS;
  }
  try {
    return parseMountTable(fs.readFileSync(MOUNT_TABLE, "latin1"));
  } catch {
    return NO_MOUNTS;
  }
}

/** The table in the kernel's words (proc_pid_mountinfo(5)), a character a byte. */
export function parseMountTable(text: string): MountTable {
  if (!ANY_FAR_TYPE.test(text)) {
    return NO_MOUNTS;
  }
  const rows: (Mount & { readonly parent: string })[] = [];
  for (const line of text.split("\n")) {
    const fields = line.split(" ");
    const [id, parent, , , point] = fields;
    const type = fields[fields.indexOf("-", 6) + 1];
    if (id !== undefined && parent !== undefined && point !== undefined && type !== undefined) {
      // What our own root directory lies on is never far: without it neither we nor a child would run.
      rows.push({ id, parent, point: unescape(point), isFar: point !== "/" && FAR_TYPE.test(type) });
    }
  }
  const known = new Set(rows.map(({ id }) => id));
  const above = new Map<string, Map<ByteString, Mount>>();
  for (const mount of rows) {
    // The first mount of all is its own parent.
    const below = mount.parent !== mount.id && known.has(mount.parent) ? mount.parent : OUTSIDE.id;
    const siblings = above.get(below) ?? new Map<ByteString, Mount>();
    above.set(below, siblings.set(mount.point, mount));
  }
  return { hasFar: true, above, longestPoint: Math.max(...rows.map(({ point }) => point.length)) };
}

/**
 * The mount point of the mount that holds a path, if that mount may stop answering. The path is absolute and without
 * links, `.` and `..`; nothing on the disk is touched.
 */
export function remoteMountOf(table: MountTable, path: ByteString): ByteString | undefined {
  if (!table.hasFar) {
    return undefined;
  }
  // What is put together of `/` and a path below it begins with two slashes.
  const location = path.startsWith("//") ? (path.slice(1) as ByteString) : path;
  // From mount to mount as the kernel goes: what another mount has been laid over is not come by.
  let mount = topmost(table, OUTSIDE, "/" as ByteString);
  // Not beyond the longest mount point: a walk asks about each directory of a chain that may be thousands deep.
  for (let end = nextEnd(location, 1); end <= table.longestPoint; end = nextEnd(location, end + 1)) {
    mount = topmost(table, mount, location.slice(0, end) as ByteString);
  }
  return mount.isFar ? mount.point : undefined;
}

/** Where the name ends that goes on at `start`; nowhere behind the last one. */
function nextEnd(location: ByteString, start: number): number {
  if (start > location.length) {
    return Infinity;
  }
  const slash = location.indexOf("/", start);
  return slash === -1 ? location.length : slash;
}

function topmost(table: MountTable, mount: Mount, point: ByteString): Mount {
  let top = mount;
  for (let next = table.above.get(top.id)?.get(point); next !== undefined; next = table.above.get(top.id)?.get(point)) {
    top = next;
  }
  return top;
}

/** A space, a tab, a line feed and a backslash are written as three octal digits. */
function unescape(field: string): ByteString {
  const bytes = field.includes("\\")
    ? field.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    : field;
  return bytes as ByteString;
}

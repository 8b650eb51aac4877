// What is mounted where, from the kernel's table: which directories are on a file system that may stop answering, and which on one that may
// find an entry by another name. We look it up there because we must not ask such a file system itself.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";

interface Mount {
  readonly id: string;
  readonly point: ByteString;
  readonly isRemote: boolean;
}

/** What was mounted at one moment. */
export interface MountTable {
  /** The table as the kernel writes it. */
  readonly text: string;
  /** Whether anything can stop answering at all. On most machines nothing can, and no path needs to be looked up. */
  readonly hasRemote: boolean;
  /** The mounts on each mount, by mount point. */
  readonly above: ReadonlyMap<string, ReadonlyMap<ByteString, Mount>>;
  /** The length of the longest mount point. A longer path is on the same mount as the directory at that length. */
  readonly longestPoint: number;
  /** The mount points, each with a slash at its end, of disks that may find an entry by another name than the one they list. */
  readonly caseInsensitive: readonly string[];
}

/** Stands for the mount that our root directory is on. The table lists it only if our root directory is that mount's own root. */
const OUTSIDE: Mount = { id: "", point: "/" as ByteString, isRemote: false };

/** If the platform does not say what is mounted. */
const NO_MOUNTS: MountTable = {
  text: "",
  hasRemote: false,
  above: new Map(),
  longestPoint: 0,
  caseInsensitive: [],
};

/**
 * The types whose answers come from another machine or another process, either of which can stop. `fuseblk` is one of them: its
 * bytes are on a local disk, but a process reads them.
 */
const REMOTE_TYPES =
  "fuse|fuseblk|virtiofs|nfs|nfs4|cifs|smb2|smb3|smbfs|ncp|ncpfs|9p|afs|auristorfs|autofs|beegfs|beegfs_nodev|ceph|coda|" +
  "cvfs|davfs|davfs2|drvfs|dvs|fakeowner|gfs2|glusterfs|gpfs|hgfs|lustre|mvfs|ocfs2|orangefs|panfs|prl_fs|pvfs2|shfs|" +
  "sshfs|vboxsf|vmhgfs|wekafs";

const REMOTE: ReadonlySet<string | undefined> = new Set(REMOTE_TYPES.split("|"));

/**
 * The types that find an entry only by its name, if at all by one that differs in case or normalisation: ext4, F2FS, ZFS and tmpfs can
 * be told to do that. Anything else, and every type that we don't know, may have short names and the like.
 */
const PLAIN =
  "ext2|ext3|ext4|xfs|btrfs|bcachefs|f2fs|zfs|tmpfs|ramfs|rootfs|squashfs|erofs|overlay|" +
  "proc|sysfs|devtmpfs|devpts|cgroup|cgroup2|mqueue|hugetlbfs|securityfs|pstore|bpf|debugfs|tracefs|configfs|fusectl|nsfs|" +
  "binfmt_misc|selinuxfs|rpc_pipefs|nfsd";

const PLAIN_TYPES: ReadonlySet<string> = new Set(PLAIN.split("|"));

/** A line of the table. */
interface Row extends Mount {
  readonly parent: string;
  readonly type: string;
  readonly options: string;
}

/** Parses the kernel's table (proc_pid_mountinfo(5)), which is given with one character per byte. */
export function parseMountTable(text: string): MountTable {
  const rows: Row[] = [];
  for (const line of text.split("\n")) {
    const fields = line.split(" ");
    const [id, parent, , , point] = fields;
    const [type, , options = ""] = fields.slice(fields.indexOf("-", 6) + 1);
    if (id !== undefined && parent !== undefined && point !== undefined && type !== undefined) {
      // The mount of our own root directory never counts as remote: without it neither we nor a child would run. A subtype may
      // follow the type: `fuse.sshfs`.
      const isRemote = point !== "/" && REMOTE.has(type.split(".", 1)[0]);
      rows.push({ id, parent, point: unescape(point), isRemote, type, options });
    }
  }
  const caseInsensitive = findCaseInsensitive(rows);
  if (!rows.some(({ isRemote }) => isRemote)) {
    return { ...NO_MOUNTS, text, caseInsensitive };
  }
  const known = new Set(rows.map(({ id }) => id));
  const above = new Map<string, Map<ByteString, Mount>>();
  for (const mount of rows) {
    // The first mount of all is its own parent.
    const below = mount.parent !== mount.id && known.has(mount.parent) ? mount.parent : OUTSIDE.id;
    const siblings = above.get(below) ?? new Map<ByteString, Mount>();
    above.set(below, siblings.set(mount.point, mount));
  }
  const longestPoint = Math.max(...rows.map(({ point }) => point.length));
  return { text, hasRemote: true, above, longestPoint, caseInsensitive };
}

/**
 * The mount point of the mount that a path is on, if that mount may stop answering. The path is absolute and has no links, `.`
 * or `..`. Touches nothing on the disk.
 */
export function remoteMountOf(table: MountTable, path: ByteString): ByteString | undefined {
  if (!table.hasRemote) {
    return undefined;
  }
  // Joining `/` and a path below it gives two slashes at the start.
  const location = path.startsWith("//") ? (path.slice(1) as ByteString) : path;
  // Go from mount to mount as the kernel does: it never reaches one that another mount covers.
  let mount = topmost(table, OUTSIDE, "/" as ByteString);
  // Stop at the longest mount point: a walk asks about each directory of a chain that may be thousands deep.
  for (let end = nextEnd(location, 1); end <= table.longestPoint; end = nextEnd(location, end + 1)) {
    mount = topmost(table, mount, location.slice(0, end) as ByteString);
  }
  return mount.isRemote ? mount.point : undefined;
}

/** Whether the disk of a directory, an absolute path without links, may find an entry by another name than the one it lists. */
export function mayIgnoreCase({ caseInsensitive }: MountTable, directory: ByteString): boolean {
  return caseInsensitive.length > 0 && isBelow(caseInsensitive, directory);
}

function isBelow(points: readonly string[], directory: string): boolean {
  return points.some((point) => directory.startsWith(point) || directory === point.slice(0, -1));
}

/** The mount points of disks that may be case-insensitive, including those that other mounts cover: if in doubt, a disk may be. */
function findCaseInsensitive(rows: readonly Row[]): string[] {
  const pointOf = ({ point }: Row) => (point === "/" ? "/" : `${point}/`);
  const points = rows.filter(({ type }) => !PLAIN_TYPES.has(type)).map(pointOf);
  // An overlay is as its layers are, as far as the table says where these are: in a container they are somewhere else.
  const overlays = rows.filter(
    ({ type, options }) =>
      type === "overlay" &&
      points.length > 0 &&
      options.split(/[,:=]/).some((layer) => isBelow(points, unescape(layer))),
  );
  return [...points, ...overlays.map(pointOf)];
}

/** Where the name around `start` ends; `Infinity` after the last one. */
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

/** The kernel writes a space, a tab, a line feed and a backslash as a backslash and three octal digits. */
function unescape(field: string): ByteString {
  const bytes = field.includes("\\")
    ? field.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    : field;
  return bytes as ByteString;
}

const MOUNT_TABLE = "/proc/self/mountinfo";

/** How long we trust the table in the middle of a listing. */
const TABLE_AGE_MS = 1000;

/**
 * How old the table may be when a listing begins. A mount that appeared in the last few milliseconds would have to be dead already
 * to do harm. But a listing that runs into one is stuck, so this must stay very short.
 */
const NEW_TABLE_AGE_MS = 10;

/** How much the kernel is asked for at first. There are a hundred bytes for each mount. */
const FIRST_BYTES = 16_384;

/** What is mounted now, or was some milliseconds ago: reading the kernel's table takes half as long as a small listing. */
export class CurrentMounts {
  readonly #onRead: () => void;
  #table: MountTable | undefined;
  /** Whether the table has to be read again before it is used. */
  #isOld = false;
  #readAt = 0;
  /** Takes the table each time. */
  #bytes: Buffer | undefined;

  /** Calls `onRead` whenever the table is read, even if it is still the same. */
  constructor(onRead: () => void) {
    this.#onRead = onRead;
  }

  /** Called when a listing begins: the mounts may have changed since the last one. */
  refresh(): void {
    this.#isOld ||= performance.now() - this.#readAt > NEW_TABLE_AGE_MS;
  }

  /** What is mounted; nothing if the platform does not say. */
  get table(): MountTable {
    return this.#table === undefined || this.#isOld || performance.now() - this.#readAt > TABLE_AGE_MS
      ? this.#read()
      : this.#table;
  }

  #read(): MountTable {
    const now = performance.now();
    this.#table = process.platform === "linux" ? this.#readTable() : NO_MOUNTS;
    this.#readAt = now;
    this.#isOld = false;
    this.#onRead();
    return this.#table;
  }

  #readTable(): MountTable {
    try {
      const text = this.#readText();
      return text === this.#table?.text ? this.#table : parseMountTable(text);
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        // Deno does not let us look. Without the table a mount that does not answer would stop the process.
        throw error;
      }
      // If we can't look because too many files are open, what we saw last is still the best we know.
      return this.#table ?? NO_MOUNTS;
    }
  }

  /** Node's `readFileSync` takes 64 KiB of new memory for any file of unknown size, which is half of its time. */
  #readText(): string {
    const descriptor = fs.openSync(MOUNT_TABLE, "r");
    try {
      let bytes: Buffer = this.#bytes ?? Buffer.alloc(FIRST_BYTES);
      this.#bytes = bytes;
      let end = 0;
      for (;;) {
        const count = fs.readSync(descriptor, bytes, end, bytes.length - end, null);
        if (count === 0) {
          return bytes.toString("latin1", 0, end);
        }
        end += count;
        if (end === bytes.length) {
          bytes = Buffer.concat([bytes], 2 * end);
          this.#bytes = bytes;
        }
      }
    } finally {
      fs.closeSync(descriptor);
    }
  }
}

// The local disk. Our own process reads what is local, and a child process for each network mount reads the rest.
import fs from "node:fs";
import path from "node:path";

import { joinLocation, type Location } from "../core/entry.ts";
import type { FileSystem, RealPathOptions, WaitOptions } from "../core/file-system.ts";
import { refuseUnknownOptions } from "../core/options.ts";
import { readError, readErrorCode } from "../core/problem.ts";
import { DiskReads, type Look } from "./disk-reads.ts";
import { spelledByDisk, toNodePath } from "./open-directory.ts";
import type { Method, RemoteReads, Result } from "./remote-reads.ts";

/** Options of `localDisk`. */
export interface LocalDiskOptions {
  /**
   * How many bytes of memory to use for the names in huge directories (1000 entries or more), which are kept for a minute so that the next
   * page of one costs no read. Names that may have changed are read again. 0 keeps none.
   * @default 67108864
   */
  readonly cacheBytes?: number | undefined;
}

const CACHE_BYTES = 64 * 1024 * 1024;

/** What Windows takes before a drive, to mean the same path. */
const VERBATIM = /^\\\\[?.]\\(?=[a-z]:)/i;

/** The local disk as Node sees it. */
export function localDisk({ cacheBytes = CACHE_BYTES, ...unknown }: LocalDiskOptions = {}): FileSystem {
  refuseUnknownOptions(unknown, ["cacheBytes"]);
  const local = new DiskReads(cacheBytes);
  const mounts = new NetworkMounts();
  const children = new Map<string, RemoteReads>();

  const childFor = async (mount: string): Promise<RemoteReads | undefined> => {
    // Loaded on demand: most machines have no network mounts, and what starts a process takes long to load.
    const { findMountReader, RemoteReads: Child } = await import("./remote-reads.ts");
    const program = findMountReader();
    if (program !== undefined && !children.has(mount)) {
      children.set(mount, new Child(program));
    }
    return children.get(mount);
  };
  /** Makes a call about a path without links, which is its first parameter. */
  const call = async <Name extends Method>(
    method: Name,
    parameters: Parameters<DiskReads[Name]>,
    wait: WaitOptions,
  ): Promise<Result<Name>> => {
    const mount = mounts.of(parameters[0]);
    const child = mount === undefined ? undefined : await childFor(mount);
    const make = local[method] as (...values: unknown[]) => Result<Name> | Promise<Result<Name>>;
    return child === undefined ? make.apply(local, parameters) : child.call(method, parameters, wait);
  };
  /** A mount point is no link, and may not answer. */
  const look = (location: string, wait: WaitOptions): Look | Promise<Look> =>
    mounts.points.includes(location) ? { kind: "directory" } : call("look", [location], wait);
  const realPath = async (given: string, options: RealPathOptions): Promise<string> => {
    const followed = await followPath(given, look, options);
    if (process.platform !== "win32" && process.platform !== "darwin") {
      return followed;
    }
    const spelled = spelledByDisk(followed);
    options.check?.(spelled);
    return spelled;
  };
  return {
    isAbsolute: path.isAbsolute,
    resolve: (from, given) => path.resolve(from, given).replace(VERBATIM, ""),
    realPath,
    readDirectory(directory, options) {
      if (mounts.of(directory) === undefined) {
        return local.readDirectory(directory, options);
      }
      const reading = call("readAll", [directory, options.isConfined], options);
      return reading.then((entries) => ({ isSorted: false, batches: [entries] }));
    },
    async readDetails(directory, entries, wait) {
      // A mount point may not answer, even though its directory does.
      const isMount = entries.map((entry) => mounts.points.includes(joinLocation(directory, entry).toString()));
      const others = entries.filter((_, index) => isMount[index] !== true);
      const details = (await call("readDetails", [directory, others], wait)).values();
      return isMount.map((isSkipped) => (isSkipped ? undefined : details.next().value));
    },
    async readFile(file, { maxBytes, refusesLinks, ...wait }) {
      try {
        // The kernel would follow a link to a mount that does not answer.
        const followsLinks = !refusesLinks && mounts.points.length > 0;
        const location = followsLinks ? await realPath(file, wait) : file;
        return await call("readFile", [location, maxBytes, refusesLinks], wait);
      } catch (error) {
        wait.signal?.throwIfAborted();
        if (readErrorCode(error) === undefined) {
          throw error;
        }
        return undefined;
      }
    },
  };
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** How long names are looked at before the event loop turns: a path may have fifty thousand, and each takes longer than the one before it. */
const LONGEST_STRETCH_MS = 10;

/**
 * Where a path leads, one name at a time. We resolve links, not the kernel, so that nothing is looked at before the caller allows it: what
 * lies outside the roots can neither show in an answer nor hold us up. `look` follows no link at the end of its path.
 */
export async function followPath(
  given: string,
  look: (location: string, wait: WaitOptions) => Look | Promise<Look>,
  { check, signal, timeoutMs = Infinity }: RealPathOptions,
): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  const start = split(path.resolve(given));
  /** What is still to be walked, the next name last. */
  const { names } = start;
  let at = start.top;
  let links = 0;
  let lastTurn = performance.now();
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "..") {
      at = path.dirname(at);
      continue;
    }
    const next = path.join(at, name);
    check?.(next);
    // `Secret::$INDEX_ALLOCATION` is another way to say `Secret` on Windows.
    if (name.includes("\0") || (path.sep === "\\" && name.includes(":"))) {
      throw readError("ENOENT", "no entry has such a name");
    }
    if (performance.now() - lastTurn > LONGEST_STRETCH_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      lastTurn = performance.now();
      signal?.throwIfAborted();
      if (lastTurn > deadline) {
        throw readError("ETIMEDOUT", "the path was not followed in time");
      }
    }
    const { kind, target } = await look(next, { signal, timeoutMs: deadline - performance.now() });
    if (target === undefined) {
      if (kind !== "directory" && names.length > 0) {
        throw readError("ENOTDIR", "not a directory");
      }
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) {
      throw readError("ELOOP", "too many links");
    }
    const way = split(target);
    at = way.top === "" ? at : path.resolve(at, way.top);
    names.push(...way.names);
  }
  return at;
}

/** What a path begins with, empty if it is relative, and the names after that, the last one first. */
function split(location: string): { top: string; names: string[] } {
  const { root } = path.parse(location);
  const names = location.slice(root.length).split(path.sep === "/" ? "/" : /[\\/]/);
  return { top: root, names: names.filter((name) => name !== "" && name !== ".").toReversed() };
}

/** Types that another machine answers for, or a mount that it will bring. */
const NETWORK =
  /^(?:nfs4?|cifs|smb[23]|smbfs|ncpfs?|afs|auristorfs|autofs|beegfs|ceph|coda|davfs2?|glusterfs|gpfs|lustre|orangefs|panfs|pvfs2)$/;

/** Any FUSE type may be one, except these, which a process of this machine or of its host answers for. */
const FUSE = /^fuse(?:\.|$)/;
const LOCAL_FUSE =
  /^fuse\.(?:grpcfuse|osxfs|vmhgfs-fuse|lxcfs|portal|snapfuse|squashfuse(?:_ll)?|fuse-overlayfs|mergerfs|encfs|gocryptfs|cryfs|exfat)$/;

/** Most tables have none of them. */
const MAY_BE_NETWORK =
  / - (?:nfs|cifs|smb|ncp|afs|auri|autofs|beegfs|ceph|coda|dav|gluster|gpfs|lustre|orange|panfs|pvfs|fuse)/;

/** How long a look at the table is good for. */
const TABLE_AGE_MS = 1000;

/** Which directories are on a network mount, by the kernel's table: a mount that may not answer must not be asked. */
class NetworkMounts {
  #points: readonly string[] = [];
  #readAt = -Infinity;

  /** The mount point of the network mount that a path is on or leads through. The path is absolute and without links. */
  of(location: Location): string | undefined {
    const { points } = this;
    if (points.length === 0) {
      return undefined;
    }
    const plain = toNodePath(location).toString();
    return points.find((point) => plain === point || plain.startsWith(`${point}/`));
  }

  /** The mount points of all of them, as far as the platform tells. */
  get points(): readonly string[] {
    if (process.platform === "linux" && performance.now() - this.#readAt > TABLE_AGE_MS) {
      this.#readAt = performance.now();
      try {
        this.#points = parseMountInfo(fs.readFileSync("/proc/self/mountinfo", "utf8"));
      } catch {
        // Too many open files, or no /proc. What we knew is the best we have.
      }
    }
    return this.#points;
  }
}

/** The mount points of network mounts, the longest first, see proc_pid_mountinfo(5). Never `/`: our program runs from there. */
export function parseMountInfo(text: string): string[] {
  if (!MAY_BE_NETWORK.test(text)) {
    return [];
  }
  const points = text.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [type = ""] = after.split(" ");
    const isNetwork = NETWORK.test(type) || (FUSE.test(type) && !LOCAL_FUSE.test(type));
    const point = unescape(before.split(" ")[4] ?? "/");
    return isNetwork && point !== "/" ? [point] : [];
  });
  return points.sort((a, b) => b.length - a.length);
}

/** White space and `\` are written as octal numbers. */
function unescape(point: string): string {
  return point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

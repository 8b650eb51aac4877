// The local disk. Our own process reads local directories, and a child process for each network mount, which may stop answering, reads the rest.
import path from "node:path";
import fs from "node:fs";

import { CallClock, now } from "../core/call-clock.ts";
import { joinLocation, type Entry, type Location } from "../core/entry.ts";
import { UNKNOWN, type FileSystem, type ReadOptions } from "../core/file-system.ts";
import { checkOptionNames } from "../core/options.ts";
import { readErrorCode } from "../core/problem.ts";
import { DiskReader } from "./disk-reader.ts";
import { pathSteps, toDiskSpelling, toNodePath, type PathInfo } from "./open-directory.ts";
import type { Method, RemoteReader, Result } from "./remote-reader.ts";

const CACHE_BYTES = 64 * 1024 * 1024;

/** The prefix `\\?\` or `\\.\` before a drive, which Windows accepts for the same path. */
const VERBATIM = /^\\\\[?.]\\(?=[a-z]:)/i;

/**
 * The local disk as Node sees it. `cacheBytes` is how many bytes of memory to use for the names in huge directories (1000 entries or more),
 * by default 64 MiB. They are kept for a minute, so that the next page of one costs no read. Names that may have changed are read again. 0
 * keeps none.
 */
export function localDisk(options: { readonly cacheBytes?: number | undefined } = {}): FileSystem {
  const { cacheBytes = CACHE_BYTES, ...unknown } = options;
  checkOptionNames(unknown, ["cacheBytes"]);
  const mounts = new NetworkMounts();
  const local = new DiskReader(cacheBytes, () => mounts.points.length > 0);
  const children = new Map<string, RemoteReader>();

  const childFor = async (mount: string): Promise<RemoteReader | undefined> => {
    // Loaded on demand: most machines have no network mounts, and `child_process` takes long to load.
    const { findMountReader, RemoteReader: Child } = await import("./remote-reader.ts");
    const program = findMountReader();
    if (program !== undefined && !children.has(mount)) {
      children.set(mount, new Child(program));
    }
    return children.get(mount);
  };
  /** Calls a method of `DiskReader` here or in the child process. The first parameter is a path without links. */
  const call = async <Name extends Method>(
    method: Name,
    parameters: Parameters<DiskReader[Name]>,
    wait: ReadOptions,
  ): Promise<Result<Name>> => {
    const mount = mounts.of(parameters[0]);
    const child = mount === undefined ? undefined : await childFor(mount);
    const read = local[method] as (...values: unknown[]) => Result<Name> | Promise<Result<Name>>;
    return child === undefined ? read.apply(local, parameters) : child.call(method, parameters, wait);
  };
  // A mount point is not a link, and may not answer.
  const inspect = (location: string, wait: ReadOptions): PathInfo | Promise<PathInfo> =>
    mounts.points.length === 0
      ? local.inspectPath(location)
      : mounts.points.includes(location)
        ? { kind: "directory" }
        : call("inspectPath", [location], wait);
  const realPath: FileSystem["realPath"] = async (given, { signal, timeoutMs }, check = () => {}, known = "/") => {
    const clock = new CallClock(signal, timeoutMs);
    check(known);
    const steps = pathSteps(given, check, local.isThere(known) ? known : "");
    let step = steps.next();
    while (step.done !== true) {
      await clock.check();
      const info = inspect(step.value, { signal, timeoutMs: clock.remaining });
      step = steps.next(info instanceof Promise ? await info : info);
    }
    if (process.platform !== "win32" && process.platform !== "darwin") {
      return step.value;
    }
    const real = toDiskSpelling(step.value);
    check(real);
    return real;
  };
  return {
    isLocalDisk: true,
    isAbsolute: path.isAbsolute,
    resolve: path.sep === "/" ? path.resolve : (from, given) => path.resolve(from, given).replace(VERBATIM, ""),
    realPath,
    readDirectory(directory, read) {
      if (mounts.of(directory) === undefined) {
        return local.readDirectory(directory, read);
      }
      const reading = call("readAll", [directory, read.isConfined], read);
      return reading.then((entries) => ({ isSorted: false, batches: [entries] }));
    },
    async readDetails(directory, entries, read) {
      // A mount point may not answer, even though the directory that it is in does.
      const { points } = mounts;
      const isMount = (entry: Entry) => points.length > 0 && points.includes(joinLocation(directory, entry).toString());
      const others = entries.filter((entry) => !isMount(entry));
      const details = await call("readDetails", [directory, others, read.isConfined], read);
      const found = new Map(others.map((entry, index) => [entry, details[index]]));
      return entries.map((entry) => found.get(entry));
    },
    look(location, followsLinks) {
      // The kernel would follow a link to a mount that does not answer.
      return mounts.points.length > 0 ? UNKNOWN : local.look(location, followsLinks);
    },
    async readFile(file, read) {
      const { maxBytes, refusesLinks, isConfined } = read;
      try {
        // The kernel would follow a link to a mount that does not answer.
        const followsLinks = !refusesLinks && mounts.points.length > 0;
        const location = followsLinks ? await realPath(file, read) : file;
        const sent = { maxBytes, refusesLinks: refusesLinks || followsLinks, isConfined };
        return await call("readFile", [location, sent], read);
      } catch (error) {
        read.signal?.throwIfAborted();
        if (readErrorCode(error) === undefined) {
          throw error;
        }
        return undefined;
      }
    },
  };
}

/** File system types served by another machine, and `autofs`, which mounts such a one on access. */
const NETWORK =
  /^(?:nfs4?|cifs|smb[23]|smbfs|ncpfs?|afs|auristorfs|autofs|beegfs|ceph|coda|davfs2?|glusterfs|gpfs|lustre|orangefs|panfs|pvfs2)$/;

/** Any FUSE type may be a network file system, except these, which are served by a process on this machine or its host. */
const FUSE = /^fuse(?:\.|$)/;
const LOCAL_FUSE =
  /^fuse\.(?:grpcfuse|osxfs|vmhgfs-fuse|lxcfs|portal|snapfuse|squashfuse(?:_ll)?|fuse-overlayfs|mergerfs|encfs|gocryptfs|cryfs|exfat)$/;

/** The table is read again after this long. */
const MAX_TABLE_AGE_MS = 1000;

/** The network mounts in the kernel's mount table. The mounts themselves are not asked, because they may not answer. */
export class NetworkMounts {
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

  /** All mount points of network mounts. None on platforms other than Linux. */
  get points(): readonly string[] {
    if (process.platform === "linux" && now() - this.#readAt > MAX_TABLE_AGE_MS) {
      this.#readAt = now();
      try {
        this.#points = parseMountInfo(fs.readFileSync("/proc/self/mountinfo", "utf8"));
      } catch {
        // Too many open files, or no /proc: keep the previous table.
      }
    }
    return this.#points;
  }
}

/** The mount points of network mounts, the longest first, see proc_pid_mountinfo(5). Without `/`: our own program is there. */
export function parseMountInfo(text: string): string[] {
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

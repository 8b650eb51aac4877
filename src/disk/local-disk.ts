// The local disk. Our own process reads what is local, and a child process for each network mount reads the rest.
import path from "node:path";

import { joinLocation, type Location } from "../core/entry.ts";
import type { FileSystem, RealPathOptions } from "../core/file-system.ts";
import { refuseUnknownOptions } from "../core/options.ts";
import { readErrorCode } from "../core/problem.ts";
import { LocalReads, type DiskReads } from "./disk-reads.ts";
import { followPath } from "./follow-path.ts";
import { NetworkMounts } from "./network-mounts.ts";
import { spelledByDisk, toNodePath } from "./open-directory.ts";
import { findMountReader, RemoteReads } from "./remote-reads.ts";

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

/** The local disk as Node sees it. */
export function localDisk({ cacheBytes = CACHE_BYTES, ...unknown }: LocalDiskOptions = {}): FileSystem {
  refuseUnknownOptions(unknown, ["cacheBytes"]);
  const local = new LocalReads(cacheBytes);
  const mounts = new NetworkMounts();
  const remote = new Map<string, RemoteReads>();

  /** Reads a path without links. */
  const readsOf = (location: Location): DiskReads => {
    const mount = mounts.points.length === 0 ? undefined : mounts.of(toNodePath(location).toString());
    const program = mount === undefined ? undefined : findMountReader();
    if (mount === undefined || program === undefined) {
      return local;
    }
    if (remote.size === 0) {
      process.on("exit", () => remote.forEach((reads) => reads.kill()));
    }
    const reads = remote.get(mount) ?? new RemoteReads(program);
    remote.set(mount, reads);
    return reads;
  };
  const realPath = async (given: string, options: RealPathOptions): Promise<string> => {
    const followed = await followPath(given, (location, wait) => readsOf(location).look(location, wait), options);
    if (process.platform !== "win32" && process.platform !== "darwin") {
      return followed;
    }
    const spelled = spelledByDisk(followed);
    options.check?.(spelled);
    return spelled;
  };
  return {
    isAbsolute: path.isAbsolute,
    resolve: path.resolve,
    realPath,
    readDirectory: (directory, options) => readsOf(directory).readDirectory(directory, options),
    async readDetails(directory, entries, wait) {
      // A mount point may not answer, even though its directory does.
      const isMount = entries.map((entry) => mounts.points.includes(joinLocation(directory, entry).toString()));
      const readable = entries.filter((_, index) => isMount[index] !== true);
      const details = (await readsOf(directory).readDetails(directory, readable, wait)).values();
      return isMount.map((isSkipped) => (isSkipped ? undefined : details.next().value));
    },
    async readFile(file, options) {
      // The kernel would follow a link to a mount that does not answer.
      const followsLinks = !options.refusesLinks && mounts.points.length > 0;
      try {
        const location = followsLinks ? await realPath(file, options) : file;
        return await readsOf(location).readFile(location, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (readErrorCode(error) === undefined) {
          throw error;
        }
        return undefined;
      }
    },
  };
}

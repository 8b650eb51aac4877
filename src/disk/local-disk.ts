// The local disk. Our own process reads what is local, and a child process for each network mount reads the rest.
import path from "node:path";

import { joinLocation } from "../core/entry.ts";
import type { FileSystem, RealPathOptions, WaitOptions } from "../core/file-system.ts";
import { refuseUnknownOptions } from "../core/options.ts";
import { readErrorCode } from "../core/problem.ts";
import { DiskReads } from "./disk-reads.ts";
import { followPath } from "./follow-path.ts";
import { NetworkMounts } from "./network-mounts.ts";
import { spelledByDisk } from "./open-directory.ts";
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
  const realPath = async (given: string, options: RealPathOptions): Promise<string> => {
    const followed = await followPath(given, (location, wait) => call("look", [location], wait), options);
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

// The local disk. Our own process reads local directories, and a child process for each network mount reads the rest.
import path from "node:path";

import { CallClock } from "../core/call-clock.ts";
import { joinLocation, type Entry } from "../core/entry.ts";
import { UNKNOWN, type FileSystem, type ReadOptions } from "../core/file-system.ts";
import { checkOptionNames } from "../core/options.ts";
import { readErrorCode } from "../core/problem.ts";
import { DiskReader } from "./disk-reader.ts";
import { NetworkMounts } from "./network-mounts.ts";
import { toDiskSpelling } from "./open-directory.ts";
import { pathSteps, type PathInfo } from "./path-steps.ts";
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

// The local disk. Our own process reads directories, which is cheap. Other processes read those on mounts that may stop
// answering, so that only the listing that asked for them has to wait.
import fs from "node:fs";
import path from "node:path";

import { joinPath, type ByteString } from "../../core/byte-string.ts";
import { refuseUnknownOptions } from "../../core/options.ts";
import type { FileSystem, OpenRoot, OpenRootOptions } from "../../core/file-system.ts";
import { whenKnown } from "../../core/when-known.ts";
import { DescriptorSteps } from "./descriptor-steps.ts";
import { exactBytes } from "./exact-bytes.ts";
import { listedForStep, listedName, toListedPath } from "./listed-name.ts";
import { RemoteDisk } from "./remote/remote-disk.ts";
import { followPath } from "./follow-path.ts";
import { holdTree } from "./held-tree.ts";
import { LstatSteps } from "./lstat-steps.ts";
import { readDetails } from "./read-details.ts";
import { NamesCache } from "./names-cache.ts";
import { kindOf, toLocation } from "./read-location.ts";
import { readRemembered } from "./read-remembered.ts";
import { readSmallFile } from "./read-small-file.ts";
import { Semaphore } from "./semaphore.ts";
import { SmallFileCache } from "./small-file-cache.ts";

/** How many roots are held open at once. Each needs some descriptors, and a process has only so many. */
const MOST_HELD_TREES = 128;

const TOP = "/" as ByteString;

/** A path of fewer bytes is resolved within a millisecond. */
const LONG_PATH = 512;

/** Options of `localDisk`. */
export interface LocalDiskOptions {
  /**
   * How many bytes of memory to use for the names in huge directories (1000 entries or more), so that the next page of one costs no
   * read. Names that may have changed are read again; on file systems that don't say so for sure, all are. 0 remembers none.
   * @default 67108864
   */
  readonly cacheBytes?: number | undefined;
}

const CACHE_BYTES = 64 * 1024 * 1024;

/** The local disk as Node sees it. */
export function localDisk({ cacheBytes = CACHE_BYTES, ...unknown }: LocalDiskOptions = {}): FileSystem {
  refuseUnknownOptions(unknown, ["cacheBytes"]);
  const remote = new RemoteDisk();
  const namesCache = new NamesCache(cacheBytes);
  const semaphore = new Semaphore(MOST_HELD_TREES);
  const cache = new SmallFileCache();
  let isHolding: boolean | undefined;
  const disk: FileSystem = {
    order: "none",
    isAbsolute: path.isAbsolute,
    resolve: path.resolve,
    readDirectory(root, directory, options) {
      if (directory === "") {
        remote.refreshMounts();
      }
      const mount = remote.mountOf(root, directory);
      if (mount !== undefined) {
        return remote.readDirectory(mount, root, directory, options);
      }
      const location = locate(root, directory);
      const isRoot = directory === "";
      return readRemembered(
        { path: location, stats: statOf(location, !isRoot), followsLink: isRoot },
        options,
        namesCache,
      );
    },
    async readDetails(root, directory, names, options) {
      const mount = remote.mountOf(root, directory);
      if (mount !== undefined) {
        return remote.readDetails(mount, root, directory, names, options);
      }
      const location = locate(root, directory);
      return Promise.all(
        names.map((name) => {
          const own = remote.mountOf(root, joinPath(directory, name));
          return own === undefined
            ? readDetails(locate(location, name))
            : remote.detailsOfMount(own, root, directory, name, options);
        }),
      );
    },
    async isDirectory(root, directory, options) {
      // On Windows no name contains these: `\` separates names, and what follows a `:` is another part of the same entry.
      if (path.sep === "\\" && /[\\:]/.test(directory)) {
        return false;
      }
      const mount = remote.mountOf(root, directory);
      if (mount !== undefined) {
        return remote.isDirectory(mount, root, directory, options);
      }
      const location = locate(root, directory);
      const slash = location.lastIndexOf("/");
      const name = location.slice(slash + 1) as ByteString;
      const above = slash === 0 ? TOP : (location.slice(0, slash) as ByteString);
      return (
        kindOf(location) === "directory" &&
        (directory === "" || (await listedName(above, name, options.signal)) === name)
      );
    },
    readFile(location, options) {
      const mount =
        options.followsLinks === true ? remote.mountOf(location, "" as ByteString) : remote.mountOfFile(location);
      return mount === undefined ? readSmallFile(location, options, cache) : remote.readFile(mount, location, options);
    },
    mayExist(location) {
      // What may not answer is not asked.
      return remote.mountOfFile(location) !== undefined || kindOf(location) !== "missing";
    },
    realPath(location, options) {
      const mount = remote.mountOf(location, "" as ByteString);
      if (mount !== undefined) {
        return remote.realPath(mount, location, options);
      }
      return whenKnown(resolvePath(location), (realPath) =>
        remote.mayFold(realPath)
          ? toListedPath(realPath, TOP, (directory, name) => listedForStep(directory, name, options.signal))
          : realPath,
      );
    },
    async listedName(directory, name, options) {
      const location = locate(directory, name);
      const mount = remote.mountOf(directory, "" as ByteString);
      if (mount !== undefined) {
        return remote.listedName(mount, directory, name, options);
      }
      // A mount point is found by its name alone, and what is mounted may not answer.
      return remote.mountOfPath(location) === undefined ? listedForStep(directory, name, options.signal) : name;
    },
    async openRoot(root, options) {
      remote.refreshMounts();
      isHolding ??= canHold();
      if (!isHolding) {
        return resolveRoot(root, options, disk);
      }
      const release = await semaphore.take(options);
      const steps = new DescriptorSteps(remote, options);
      try {
        const realPath = await followPath(root, steps, options);
        if (steps.mount !== undefined) {
          release();
          return openRemoteRoot(steps.mount, realPath, disk, remote);
        }
        return holdTree(steps.take(), realPath, { disk, remote, cache, namesCache, release });
      } catch (error) {
        steps.close();
        release();
        throw error;
      }
    },
  };
  return disk;
}

/** The real path, as the system resolves it. It looks up every part from the top: for a long path, the thread pool does that. */
function resolvePath(given: ByteString): Promise<ByteString> | ByteString {
  const location = toLocation(given);
  return given.length > LONG_PATH
    ? fs.promises.realpath(location, "latin1" as BufferEncoding).then(exactBytes)
    : exactBytes(fs.realpathSync.native(location, "latin1"));
}

/** Whether we can hold directories open and open others from them. Some containers have no /proc. */
function canHold(): boolean {
  return process.platform === "linux" && fs.existsSync("/proc/self/fd");
}

/** If directories can't be held open, we resolve the root's path once and use the result from then on. */
async function resolveRoot(root: ByteString, options: OpenRootOptions, disk: FileSystem): Promise<OpenRoot> {
  const followed = await followPath(root, new LstatSteps(), options);
  // The disk may spell the names differently.
  const realPath = exactBytes(fs.realpathSync.native(toLocation(followed), "buffer").toString("latin1"));
  return {
    realPath,
    fileSystem: {
      ...disk,
      readDirectory: (_, directory, reading) => disk.readDirectory(realPath, directory, reading),
      readDetails: async (_, directory, names, reading) =>
        (await disk.readDetails?.(realPath, directory, names, reading)) ?? [],
      isDirectory: (_, directory, reading) => disk.isDirectory(realPath, directory, reading),
    },
    close() {},
  };
}

/** We can't hold open what another process reads. That process starts at `/` each time and follows no link on the way. */
function openRemoteRoot(mount: ByteString, realPath: ByteString, disk: FileSystem, remote: RemoteDisk): OpenRoot {
  const below = (directory: ByteString) =>
    (directory === "" ? realPath.slice(1) : `${realPath.slice(1)}/${directory}`) as ByteString;
  return {
    realPath,
    fileSystem: {
      ...disk,
      readDirectory: (_, directory, wait) => remote.readDirectory(mount, TOP, below(directory), wait),
      readDetails: (_, directory, names, wait) => remote.readDetails(mount, TOP, below(directory), names, wait),
      isDirectory: (_, directory, wait) => remote.isDirectory(mount, TOP, below(directory), wait),
    },
    close() {},
  };
}

/** The `stat` of a directory. Throws for a link below the root, even if it was a directory when it was listed. */
function statOf(location: ByteString, isBelowRoot: boolean): fs.Stats {
  const stats = isBelowRoot ? fs.lstatSync(toLocation(location)) : fs.statSync(toLocation(location));
  if (stats.isSymbolicLink()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, ${JSON.stringify(location)}`), { code: "ENOTDIR" });
  }
  return stats;
}

function locate(root: ByteString, directory: ByteString): ByteString {
  if (directory === "") {
    return root;
  }
  return (root.endsWith("/") ? root + directory : `${root}/${directory}`) as ByteString;
}

// The local disk. Our own process reads directories, which is cheap. Other processes read those on mounts that may stop
// answering, so that only the listing that asked for them has to wait.
import fs from "node:fs";
import path from "node:path";

import type { ByteString } from "../../core/byte-string.ts";
import { refuseUnknownOptions } from "../../core/options.ts";
import type { FileSystem, OpenRoot, OpenRootOptions, WaitOptions } from "../../core/file-system.ts";
import { KernelDirectory } from "./disk-directory.ts";
import { exactBytes, pathIn, toLocation } from "./disk-path.ts";
import { readsOf, type DiskTree } from "./disk-tree.ts";
import { readSmallFile, SmallFileCache, findFile, isSameFile } from "./disk-files.ts";
import { DescriptorSteps, followPath } from "./follow-path.ts";
import { holdTree } from "./held-tree.ts";
import { findStep, toListedPath } from "./listed-name.ts";
import { LstatSteps } from "./lstat-steps.ts";
import { MountLookup } from "./mount-lookup.ts";
import { NamesCache } from "./names-cache.ts";
import { readThroughCache, kindOf } from "./read-location.ts";
import { RemoteMounts } from "./remote/remote-mounts.ts";

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
  const mounts = new MountLookup();
  const remote = new RemoteMounts();
  const names = new NamesCache(cacheBytes);
  const files = new SmallFileCache();
  const semaphore = new Semaphore(MOST_HELD_TREES);
  let isHolding: boolean | undefined;
  const tree: DiskTree = {
    mountOf: (root, place) => mounts.of(root, place),
    remote: (mount, root, directory) => remote.directory(mount, root, directory),
    local: (root, directory) => new KernelDirectory(pathIn(root, directory)),
    read(root, directory, options) {
      const location = pathIn(root, directory);
      const isRoot = directory === "";
      return readThroughCache(
        { path: location, stats: statOf(location, !isRoot), followsLink: isRoot },
        options,
        names,
      );
    },
  };
  const reads = readsOf(tree);
  const disk: FileSystem = {
    order: "none",
    isAbsolute: path.isAbsolute,
    resolve: path.resolve,
    ...reads,
    readDirectory(root, directory, options) {
      if (directory === "") {
        mounts.refresh();
      }
      return reads.readDirectory(root, directory, options);
    },
    readFile(location, options) {
      const mount = options.followsLinks === true ? mounts.of(location) : mounts.ofFile(location);
      return mount === undefined ? readSmallFile(location, options, files) : remote.readFile(mount, location, options);
    },
    areSame: (before) => before.every((file) => mounts.ofFile(file.path) === undefined && isSameFile(file, files)),
    findFile(location, options) {
      // What may not answer is not read for this: each part is a question, and an index has megabytes.
      return mounts.ofFile(location) === undefined ? findFile(location, options) : undefined;
    },
    mayExist(location) {
      // What may not answer is not asked.
      return mounts.ofFile(location) !== undefined || kindOf(location) !== "missing";
    },
    async realPath(location, options) {
      const mount = mounts.of(location);
      if (mount !== undefined) {
        return realPathOn(mount, location, remote, options);
      }
      const realPath = await resolvePath(location);
      return mounts.mayIgnoreCase(realPath)
        ? toListedPath(realPath, TOP, (directory) => new KernelDirectory(directory), options)
        : realPath;
    },
    async listedName(directory, name, options) {
      const mount = mounts.of(directory);
      // A mount point is found by its name alone, and what is mounted may not answer.
      if (mount === undefined && mounts.ofPath(pathIn(directory, name)) !== undefined) {
        return name;
      }
      const place =
        mount === undefined ? new KernelDirectory(directory) : remote.directory(mount, directory, "" as ByteString);
      return (await findStep(place, name, options)).listedAs;
    },
    async openRoot(root, options) {
      mounts.refresh();
      isHolding ??= canHold();
      if (!isHolding) {
        return resolveRoot(root, options, disk);
      }
      const release = await semaphore.take(options);
      const steps = new DescriptorSteps(mounts, remote, options);
      try {
        const realPath = await followPath(root, steps, options);
        const { mount } = steps;
        if (mount !== undefined) {
          release();
          // We can't hold open what another process reads. That process starts at `/` each time and follows no link on the way.
          const below: DiskTree["remote"] = (_, __, directory) =>
            remote.directoryAt(mount, pathIn(realPath, directory));
          const fileSystem = { ...disk, ...readsOf({ ...tree, mountOf: () => mount, remote: below }) };
          return { realPath, fileSystem, close() {} };
        }
        return holdTree(steps.take(), realPath, { disk, mounts, remote, files, names, release });
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

/** The real path on a mount that may stop answering, with the names that its directories list. */
async function realPathOn(
  mount: ByteString,
  location: ByteString,
  remote: RemoteMounts,
  wait: WaitOptions,
): Promise<ByteString> {
  const realPath = await remote.realPath(mount, location, wait);
  return realPath.startsWith(`${mount}/`)
    ? toListedPath(realPath, mount, (directory) => remote.directoryAt(mount, directory), wait)
    : realPath;
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

/** The `stat` of a directory. Throws for a link below the root, even if it was a directory when it was listed. */
function statOf(location: ByteString, isBelowRoot: boolean): fs.Stats {
  const stats = isBelowRoot ? fs.lstatSync(toLocation(location)) : fs.statSync(toLocation(location));
  if (stats.isSymbolicLink()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, ${JSON.stringify(location)}`), { code: "ENOTDIR" });
  }
  return stats;
}

/** The longest time that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Hands out a fixed number of permits in the order in which callers ask for them. */
class Semaphore {
  #free: number;
  /** The waiting callers in order, each as the function that lets it in. */
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a free permit. Returns the function that releases it, which may be called more than once. Throws the signal's
   * reason, or an error with code `ETIMEDOUT` if no permit came free in time.
   */
  async take(wait: WaitOptions): Promise<() => void> {
    wait.signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await this.#wait(wait);
    }
    let isTaken = true;
    return () => {
      if (isTaken) {
        isTaken = false;
        this.#passOn();
      }
    };
  }

  #wait({ signal, timeoutMs = Infinity }: WaitOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiting.delete(enter);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason as Error);
      };
      const onTime = () => {
        leave();
        reject(Object.assign(new Error("ETIMEDOUT: too many listings are going on"), { code: "ETIMEDOUT" }));
      };
      const timer = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(onTime, timeoutMs);
      signal?.addEventListener("abort", onAbort);
      this.#waiting.add(enter);
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

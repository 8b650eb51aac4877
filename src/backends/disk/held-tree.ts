// A tree held by the descriptor of its root. Directories below are opened one component at a time from the descriptor of the
// one above, and never through a link: whatever is swapped in the middle of a walk, the walk stays in the tree that was opened.
// Linux only: Node has no `openat`, but /proc/self/fd does the same.
import fs from "node:fs";

import { directoryOf, isAtOrBelow, nameOf, type ByteString } from "../../core/byte-string.ts";
import { isEntryName } from "../../core/entry.ts";
import type { Batch, DirectoryRead, FileSystem, OpenRoot } from "../../core/file-system.ts";
import { descriptorPath, entryLocation, hasOddName, openDirectoryIn, orMissing, pathIn } from "./disk-path.ts";
import { KernelDirectory } from "./disk-directory.ts";
import { readsOf } from "./disk-tree.ts";
import { readSmallFile, findFile, findReached, type SmallFileCache, type Reach } from "./disk-files.ts";
import type { MountLookup } from "./mount-lookup.ts";
import type { NamesCache } from "./names-cache.ts";
import { readThroughCache, kindOf } from "./read-location.ts";
import type { RemoteMounts } from "./remote/remote-mounts.ts";

const TOP = "/" as ByteString;

/** No path that the kernel follows is longer. */
const LONGEST_PATH = 4096;

/** What no tree needs: a root is opened on the disk, and the rest only object stores have. */
type NotOfTree = "openRoot" | "isObjectStore" | "readKeys";

/** What a held tree shares with the rest of the disk. */
export interface AroundTree {
  readonly disk: FileSystem;
  readonly mounts: MountLookup;
  readonly remote: RemoteMounts;
  readonly files: SmallFileCache;
  readonly names: NamesCache;
  /** Called when the tree is closed. It may be called more than once. */
  readonly release: () => void;
}

/** The tree below a directory that is open as `descriptor` and whose real path is known. It takes over the descriptor. */
export function holdTree(
  descriptor: number,
  realPath: ByteString,
  { disk, mounts, remote, files, names, release }: AroundTree,
): OpenRoot {
  const held = new HeldDirectories(descriptor);
  const linkFree = new LinkFreeDirectories(realPath);
  /** The mount of a file outside the tree, if it may stop answering. Each look at a deep place takes long, so we spare what we can. */
  const mountOfFile = (file: ByteString) =>
    linkFree.knows(directoryOf(file)) ? mounts.ofPath(file) : mounts.ofFile(file);
  const mountBelow = (path: ByteString) => (path === "" ? undefined : mounts.ofPath(pathIn(realPath, path)));
  /** Gives the open directory of a file below the root to some work, and the name of the file. */
  const useFile = <Result>(below: ByteString, work: (directory: number, name: ByteString) => Result): Result => {
    const name = nameOf(below);
    refuseOddName(name);
    return held.use(directoryOf(below), (directory) => work(directory, name));
  };
  const reads = readsOf({
    mountOf: (_, path) => mountBelow(path),
    remote: (mount, _, directory) => remote.directoryAt(mount, pathIn(realPath, directory)),
    local: (_, directory) => new KernelDirectory(descriptorPath(held.open(directory))),
    read(_, directory, options) {
      const begin = () => {
        const opened = held.open(directory);
        const found = { path: descriptorPath(opened), stats: fs.fstatSync(opened), followsLink: true };
        return readThroughCache(found, options, names);
      };
      const read = begin();
      // What is not read at once is read when somebody asks for it. By then the descriptor may be that of another directory.
      return read.whole === undefined ? whenAsked(begin) : read;
    },
  });
  return {
    realPath,
    // Written out instead of spreading the disk, which costs a small listing a tenth. The compiler reports a member that is missing.
    fileSystem: {
      order: disk.order,
      isAbsolute: disk.isAbsolute,
      resolve: disk.resolve,
      readDirectory: reads.readDirectory,
      readDetails: reads.readDetails,
      isDirectory: reads.isDirectory,
      readFile(location, options) {
        const below = pathBelow(realPath, location);
        if (below !== undefined && mountBelow(below) === undefined) {
          // No link leads to a file below the root, so this is its real path.
          const mayRead = options.mayRead?.(location) !== false;
          const { maxBytes } = options;
          const read = (directory: number, name: ByteString) =>
            readSmallFile(pathIn(descriptorPath(directory), name), { maxBytes }, files);
          return mayRead ? orMissing(() => useFile(below, read)) : undefined;
        }
        const isElsewhere = options.followsLinks === true || mountOfFile(location) !== undefined;
        return isElsewhere ? disk.readFile?.(location, options) : readSmallFile(location, options, files, linkFree);
      },
      areSame: (before) => disk.areSame?.(before) === true,
      findFile(location, options) {
        const below = pathBelow(realPath, location);
        if (below !== undefined && mountBelow(below) === undefined) {
          const reach: Reach = (work) => useFile(below, (directory, name) => work(entryLocation(directory, name)));
          return options.mayRead?.(location) === false ? undefined : findReached(reach, options.before);
        }
        return mountOfFile(location) === undefined ? findFile(location, options, linkFree) : undefined;
      },
      mayExist: (location) =>
        pathBelow(realPath, location) !== undefined || mountOfFile(location) !== undefined || linkFree.exists(location),
      realPath(location, options) {
        const isReal = mounts.of(location) === undefined && linkFree.has(location);
        return isReal ? location : (disk.realPath?.(location, options) ?? location);
      },
      async listedName(directory, name, options) {
        return (await disk.listedName?.(directory, name, options)) ?? name;
      },
    } satisfies Omit<Required<FileSystem>, NotOfTree>,
    close() {
      held.close();
      release();
    },
  };
}

async function* whenAsked(begin: () => DirectoryRead): AsyncGenerator<Batch, void> {
  yield* begin();
}

/** The part of a path below a directory; undefined if it is not below it. */
function pathBelow(directory: ByteString, path: ByteString): ByteString | undefined {
  const above = directory === TOP ? TOP : `${directory}/`;
  return path.length > above.length && path.startsWith(above) ? (path.slice(above.length) as ByteString) : undefined;
}

/** Knows during one listing which directories can be reached without a link: the path of a file in one is its real path. */
class LinkFreeDirectories {
  readonly #opened: ByteString;
  /** Directories that we looked at, and whose path has no link. */
  readonly #seen = new Set<string>();

  /** `opened` is the real path of the listing's root: the directories above it have just been opened, and none was a link. */
  constructor(opened: ByteString) {
    this.#opened = opened;
  }

  /** Whether an absolute path is known to lead to a directory without a link on the way. Does not look. */
  knows(directory: ByteString): boolean {
    // Not by a set of all the directories above: in a deep place that takes long to fill.
    return directory === TOP || isAtOrBelow(this.#opened, directory) || this.#seen.has(directory);
  }

  /** Whether something is at an absolute path. Looks once: a directory that is found need not be looked at again. */
  exists(path: ByteString): boolean {
    if (this.knows(path)) {
      return true;
    }
    const kind = kindOf(path);
    if (kind === "directory" && this.knows(directoryOf(path)) && !hasOddName(path)) {
      this.#seen.add(path);
    }
    return kind !== "missing";
  }

  /** Whether an absolute path leads to a directory without a link on the way. If in doubt, it does not. */
  has(directory: ByteString): boolean {
    if (this.knows(directory)) {
      return true;
    }
    if (!directory.startsWith("/") || directory.length > LONGEST_PATH || hasOddName(directory)) {
      return false;
    }
    const isSo = this.has(directoryOf(directory)) && kindOf(directory) === "directory";
    if (isSo) {
      this.#seen.add(directory);
    }
    return isSo;
  }
}

/** How many directories below the root are held open at once: a process has only so many descriptors. */
const MOST_HELD = 64;

interface Held {
  /** The path below the root. */
  readonly path: ByteString;
  readonly descriptor: number;
}

/** The open directories of a held tree: the root, and some of those on the way to the directory that was opened last. */
export class HeldDirectories {
  readonly #root: number;
  /** Each is below the one before it. There are gaps if the path is deeper than the number we may hold. */
  #held: Held[] = [];
  /** The directory that was used last without being held: rule files come several from one directory. */
  #aside: Held | undefined;

  /** Takes over the descriptor of the root. */
  constructor(root: number) {
    this.#root = root;
  }

  /**
   * The descriptor of a directory below the root, opened from the nearest one that is held. It is valid until the next call.
   * Throws as a directory read does.
   */
  open(directory: ByteString): number {
    let last = this.#held.at(-1);
    while (last !== undefined && !isAtOrBelow(directory, last.path)) {
      fs.closeSync(last.descriptor);
      this.#held.pop();
      last = this.#held.at(-1);
    }
    return this.#descend(last, directory, (opened) => this.#hold(opened));
  }

  /** Gives the descriptor of a directory to `work` and closes none that is held: another read may be using them. */
  use<Result>(directory: ByteString, work: (descriptor: number) => Result): Result {
    const leadsThere = ({ path }: Held) => isAtOrBelow(directory, path);
    const held = this.#held.findLast(leadsThere);
    const aside = this.#aside !== undefined && leadsThere(this.#aside) ? this.#aside : undefined;
    const nearest = (aside?.path.length ?? 0) > (held?.path.length ?? 0) ? aside : held;
    return work(this.#descend(nearest, directory, (opened) => this.#putAside(opened)));
  }

  /** Opens the directories from one on the way, or from the root, down to `directory`. Each is kept as soon as it is open. */
  #descend(from: Held | undefined, directory: ByteString, keep: (opened: Held) => void): number {
    let descriptor = from?.descriptor ?? this.#root;
    let start = from === undefined ? 0 : from.path.length + 1;
    while (start < directory.length) {
      const slash = directory.indexOf("/", start);
      const end = slash === -1 ? directory.length : slash;
      const name = directory.slice(start, end) as ByteString;
      refuseOddName(name);
      descriptor = openDirectoryIn(descriptor, name);
      keep({ path: directory.slice(0, end) as ByteString, descriptor });
      start = end + 1;
    }
    return descriptor;
  }

  #putAside(used: Held | undefined): void {
    if (this.#aside !== undefined) {
      fs.closeSync(this.#aside.descriptor);
    }
    this.#aside = used;
  }

  close(): void {
    this.#putAside(undefined);
    for (const { descriptor } of this.#held.splice(0)) {
      fs.closeSync(descriptor);
    }
    fs.closeSync(this.#root);
  }

  /** If there are too many, closes every other one held so far. Any point on the path still has an open directory nearby. */
  #hold(opened: Held): void {
    if (this.#held.length >= MOST_HELD) {
      this.#held = this.#held.filter(({ descriptor }, index) => {
        const isKept = index % 2 === 1;
        if (!isKept) {
          fs.closeSync(descriptor);
        }
        return isKept;
      });
    }
    this.#held.push(opened);
  }
}

/** Throws for a name that no entry can have, because it would lead elsewhere. */
function refuseOddName(name: ByteString): void {
  if (!isEntryName(name)) {
    throw Object.assign(new Error(`ENOENT: no entry has the name ${JSON.stringify(name)}`), { code: "ENOENT" });
  }
}

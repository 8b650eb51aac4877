// A tree held by the descriptor of its root. Directories below are opened one component at a time from the descriptor of the
// one above, and never through a link: whatever is swapped in the middle of a walk, the walk stays in the tree that was opened.
// Linux only: Node has no `openat`, but /proc/self/fd does the same.
import fs from "node:fs";

import { isAtOrBelow, joinPath, type ByteString } from "../../core/byte-string.ts";
import type { FileSystem, OpenRoot } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import { descriptorPath } from "./descriptor-path.ts";
import { readDetails } from "./disk-directory.ts";
import { directoryOf, hasOddName, nameOf, pathIn } from "./disk-path.ts";
import { HeldDirectories, refuseOddName } from "./held-directories.ts";
import { KernelDirectory } from "./kernel-directory.ts";
import { isListedDirectory } from "./listed-name.ts";
import type { MountLookup } from "./mount-lookup.ts";
import type { NamesCache } from "./names-cache.ts";
import { kindOf } from "./read-location.ts";
import { readRemembered } from "./read-remembered.ts";
import { readSmallFile, type SmallFileCache } from "./read-small-file.ts";
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
  { disk, mounts, remote, files, names: namesCache, release }: AroundTree,
): OpenRoot {
  const tree = new HeldDirectories(descriptor);
  const linkFree = new LinkFreeDirectories(realPath);
  /** The mount of a file outside the tree, if it may stop answering. Each look at a deep place takes long, so we spare what we can. */
  const mountOfFile = (file: ByteString) =>
    linkFree.knows(directoryOf(file)) ? mounts.ofPath(file) : mounts.ofFile(file);
  /** The mount of what is below the root, if it may stop answering. Another process reads it, from the top and through no link. */
  const mountBelow = (path: ByteString) => (path === "" ? undefined : mounts.ofPath(pathIn(realPath, path)));
  const remoteDirectory = (mount: ByteString, directory: ByteString) =>
    remote.directory(mount, TOP, pathIn(realPath, directory).slice(1) as ByteString);
  const heldDirectory = (directory: ByteString) => new KernelDirectory(descriptorPath(tree.open(directory)));
  return {
    realPath,
    // Written out instead of spreading the disk, which costs a small listing a tenth. The compiler reports a member that is missing.
    fileSystem: {
      order: disk.order,
      isAbsolute: disk.isAbsolute,
      resolve: disk.resolve,
      readDirectory(_, directory, options) {
        const mount = mountBelow(directory);
        if (mount !== undefined) {
          return remoteDirectory(mount, directory).entries(options);
        }
        const opened = tree.open(directory);
        const found = { path: descriptorPath(opened), stats: fs.fstatSync(opened), followsLink: true };
        return readRemembered(found, options, namesCache);
      },
      async readDetails(_, directory, names, options) {
        const mount = mountBelow(directory);
        if (mount !== undefined) {
          return readDetails(remoteDirectory(mount, directory), names, options);
        }
        names.forEach(refuseOddName);
        // All local names are looked at before anything is awaited: the descriptor is valid until the next directory is opened.
        return readDetails(heldDirectory(directory), names, options, (name) => {
          const own = mountBelow(joinPath(directory, name));
          return own === undefined ? undefined : remoteDirectory(own, directory).lookBriefly(name, options);
        });
      },
      readFile(location, options) {
        const below = pathBelow(realPath, location);
        if (below !== undefined && mountBelow(below) === undefined) {
          // No link leads to a file below the root, so this is its real path.
          const mayRead = options.mayRead?.(location) !== false;
          return mayRead ? readHeldFile(tree, below, options.maxBytes, files) : undefined;
        }
        const isElsewhere = options.followsLinks === true || mountOfFile(location) !== undefined;
        return isElsewhere ? disk.readFile?.(location, options) : readSmallFile(location, options, files, linkFree);
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
      async isDirectory(_, directory, options) {
        if (directory === "") {
          return true;
        }
        const above = directoryOf(directory);
        const mount = mountBelow(directory);
        try {
          const parent = mount === undefined ? heldDirectory(above) : remoteDirectory(mount, above);
          return await isListedDirectory(parent, nameOf(directory), options);
        } catch (error) {
          if (readErrorCode(error) === undefined) {
            throw error;
          }
          return false;
        }
      },
    } satisfies Omit<Required<FileSystem>, NotOfTree>,
    close() {
      tree.close();
      release();
    },
  };
}

function readHeldFile(
  tree: HeldDirectories,
  below: ByteString,
  maxBytes: number,
  files: SmallFileCache,
): Uint8Array | undefined {
  try {
    refuseOddName(nameOf(below));
    return tree.use(directoryOf(below), (directory) =>
      readSmallFile(pathIn(descriptorPath(directory), nameOf(below)), { maxBytes }, files),
    );
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
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

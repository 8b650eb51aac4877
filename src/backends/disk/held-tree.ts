// A tree held by the descriptor of its root. Directories below are opened one component at a time from the descriptor of the
// one above, and never through a link: whatever is swapped in the middle of a walk, the walk stays in the tree that was opened.
// Linux only: Node has no `openat`, but /proc/self/fd does the same.
import fs from "node:fs";

import { joinPath, type ByteString } from "../../core/byte-string.ts";
import type { FileSystem, OpenRoot, ReadFileOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import { descriptorPath } from "./descriptor-path.ts";
import { listedName } from "./listed-name.ts";
import type { RemoteDisk } from "./remote/remote-disk.ts";
import { HeldDirectories, refuseOddName } from "./held-directories.ts";
import { directoryOf, LinkFreeDirectories } from "./link-free-directories.ts";
import { readDetails } from "./read-details.ts";
import type { NamesCache } from "./names-cache.ts";
import { readRemembered } from "./read-remembered.ts";
import { readSmallFile } from "./read-small-file.ts";
import type { SmallFileCache } from "./small-file-cache.ts";

const TOP = "/" as ByteString;

/** What no tree needs: a root is opened on the disk, and the rest only object stores have. */
type NotOfTree = "openRoot" | "isObjectStore" | "readKeys";

/** What a held tree shares with the rest of the disk. */
export interface AroundTree {
  readonly disk: FileSystem;
  readonly remote: RemoteDisk;
  readonly cache: SmallFileCache;
  readonly namesCache: NamesCache;
  /** Called when the tree is closed. It may be called more than once. */
  readonly release: () => void;
}

/** The tree below a directory that is open as `descriptor` and whose real path is known. It takes over the descriptor. */
export function holdTree(
  descriptor: number,
  realPath: ByteString,
  { disk, remote, cache, namesCache, release }: AroundTree,
): OpenRoot {
  const tree = new HeldDirectories(descriptor);
  let knownLinkFree: LinkFreeDirectories | undefined;
  const linkFree = () => (knownLinkFree ??= new LinkFreeDirectories(realPath));
  /** The mount of a file outside the tree, if it may stop answering. Each look at a deep place takes long, so we spare what we can. */
  const mountOfFile = (file: ByteString) =>
    linkFree().knows(directoryOf(file)) ? remote.mountOfPath(file) : remote.mountOfFile(file);
  /** Another mount below the root may not answer, so another process reads it, from the top and through no link. */
  const remotePlace = (directory: ByteString) => {
    const place = (realPath === "/" ? directory : `${realPath.slice(1)}/${directory}`) as ByteString;
    const mount = directory === "" ? undefined : remote.mountOfPath(`/${place}` as ByteString);
    return mount === undefined ? undefined : { mount, place };
  };
  return {
    realPath,
    // Written out instead of spreading the disk, which costs a small listing a tenth. The compiler reports a member that is missing.
    fileSystem: {
      order: disk.order,
      isAbsolute: disk.isAbsolute,
      resolve: disk.resolve,
      readDirectory(_, directory, options) {
        const elsewhere = remotePlace(directory);
        if (elsewhere !== undefined) {
          return remote.readDirectory(elsewhere.mount, TOP, elsewhere.place, options);
        }
        const opened = tree.open(directory);
        const found = { path: descriptorPath(opened), stats: fs.fstatSync(opened), followsLink: true };
        return readRemembered(found, options, namesCache);
      },
      async readDetails(_, directory, names, options) {
        const elsewhere = remotePlace(directory);
        if (elsewhere !== undefined) {
          return remote.readDetails(elsewhere.mount, TOP, elsewhere.place, names, options);
        }
        const place = descriptorPath(tree.open(directory));
        // Reads everything local in one go: the descriptor is valid only until the next directory is opened.
        return Promise.all(
          names.map((name) => {
            const own = remotePlace(joinPath(directory, name));
            return own === undefined
              ? readDetails(pathOfEntry(place, name))
              : remote.detailsOfMount(own.mount, TOP, parentOf(own.place), name, options);
          }),
        );
      },
      readFile(location, options) {
        const below = pathBelow(realPath, location);
        if (below !== undefined && remotePlace(below) === undefined) {
          return mayReadHeld(options, location) ? readHeldFile(tree, below, options.maxBytes, cache) : undefined;
        }
        const isElsewhere = options.followsLinks === true || mountOfFile(location) !== undefined;
        return isElsewhere ? disk.readFile?.(location, options) : readSmallFile(location, options, cache, linkFree());
      },
      mayExist: (location) =>
        pathBelow(realPath, location) !== undefined ||
        mountOfFile(location) !== undefined ||
        linkFree().exists(location),
      realPath(location, options) {
        const isReal = remote.mountOf(location, "" as ByteString) === undefined && linkFree().has(location);
        return isReal ? location : (disk.realPath?.(location, options) ?? location);
      },
      async listedName(directory, name, options) {
        return (await disk.listedName?.(directory, name, options)) ?? name;
      },
      async isDirectory(_, directory, options) {
        const elsewhere = remotePlace(directory);
        return elsewhere === undefined
          ? isHeldDirectory(tree, directory, options.signal)
          : remote.isDirectory(elsewhere.mount, TOP, elsewhere.place, options);
      },
    } satisfies Omit<Required<FileSystem>, NotOfTree>,
    close() {
      tree.close();
      release();
    },
  };
}

async function isHeldDirectory(
  tree: HeldDirectories,
  directory: ByteString,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const above = descriptorPath(tree.open(parentOf(directory)));
    const isExact = (await listedName(above, nameOf(directory), signal)) === nameOf(directory);
    if (isExact) {
      tree.open(directory);
    }
    return isExact;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}

/** Whether a file below the root may be read. `location` is its real path: no link leads there. */
function mayReadHeld({ mayRead }: ReadFileOptions, location: ByteString): boolean {
  return mayRead?.(location) !== false;
}

function readHeldFile(
  tree: HeldDirectories,
  below: ByteString,
  maxBytes: number,
  cache: SmallFileCache,
): Uint8Array | undefined {
  try {
    return tree.use(parentOf(below), (directory) =>
      readSmallFile(pathOfEntry(descriptorPath(directory), nameOf(below)), { maxBytes }, cache),
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

/** The path of an entry. Throws for a name that would lead elsewhere. */
function pathOfEntry(directory: ByteString, name: ByteString): ByteString {
  refuseOddName(name);
  return `${directory}/${name}` as ByteString;
}

function parentOf(path: ByteString): ByteString {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0)) as ByteString;
}

function nameOf(path: ByteString): ByteString {
  return path.slice(path.lastIndexOf("/") + 1) as ByteString;
}

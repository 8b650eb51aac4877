// The local disk. Directories are read in our own process, which is cheap; those on mounts that may stop answering are
// read by other processes, so that nothing but the listing that asked for them has to wait.
import fs from "node:fs";
import path from "node:path";

import { joinPath, toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, OpenRoot, ReadOptions } from "../core/file-system.ts";
import { FarDisk } from "./far-disk.ts";
import { holdTree } from "./held-tree.ts";
import { readDetails } from "./read-details.ts";
import { kindOf, readLocation, toLocation } from "./read-location.ts";
import { readSmallFile } from "./read-small-file.ts";
import { Slots, type SlotPatience } from "./slots.ts";

/** How many roots are held open at once. Each costs some descriptors, of which a process has only so many. */
const MOST_HELD_TREES = 128;

/** The local disk as Node sees it. */
export function localDisk(): FileSystem {
  const far = new FarDisk();
  const slots = new Slots(MOST_HELD_TREES);
  const holdInSlot = async (root: ByteString, patience: SlotPatience): Promise<OpenRoot> => {
    const release = await slots.take(patience);
    try {
      const held = holdTree(root, disk, far);
      const close = () => {
        held.close();
        release();
      };
      return { ...held, close };
    } catch (error) {
      release();
      throw error;
    }
  };
  const disk: FileSystem = {
    order: "none",
    isAbsolute: path.isAbsolute,
    resolve: path.resolve,
    async *readDirectory(root, directory, options) {
      if (directory === "") {
        far.look();
      }
      const mount = far.mountOf(root, directory);
      if (mount !== undefined) {
        yield { entries: await far.readDirectory(mount, root, directory, options) };
        return;
      }
      const location = locate(root, directory);
      yield* readLocation(location, statOf(location, directory !== ""), options.signal);
    },
    async readDetails(root, directory, names, options) {
      const mount = far.mountOf(root, directory);
      if (mount !== undefined) {
        return far.readDetails(mount, root, directory, names, options);
      }
      const location = locate(root, directory);
      return Promise.all(
        names.map((name) => {
          const own = far.mountOf(root, joinPath(directory, name));
          return own === undefined
            ? readDetails(locate(location, name))
            : far.detailsOfMount(own, root, directory, name, options);
        }),
      );
    },
    async isDirectory(root, directory, options) {
      // A `\` parts components on Windows and is in no name there: a path that holds one leads elsewhere.
      if (path.sep === "\\" && directory.includes("\\")) {
        return false;
      }
      const mount = far.mountOf(root, directory);
      return mount === undefined
        ? kindOf(locate(root, directory)) === "directory"
        : far.isDirectory(mount, root, directory, options);
    },
    async readFile(location, options) {
      const mount = far.mountOf(location, "" as ByteString);
      return mount === undefined ? readSmallFile(location, options) : far.readFile(mount, location, options);
    },
    async realPath(location, options) {
      const mount = far.mountOf(location, "" as ByteString);
      return mount === undefined
        ? (fs.realpathSync.native(toLocation(location), "latin1") as ByteString)
        : far.realPath(mount, location, options);
    },
    async openRoot(root, options) {
      if (process.platform !== "linux") {
        return resolveRoot(toByteString(fs.realpathSync.native(toLocation(root), "buffer")), disk);
      }
      far.look();
      const mount = far.mountOf(root, "" as ByteString);
      return mount === undefined ? holdInSlot(root, options) : openFarRoot(mount, root, disk, far, options);
    },
  };
  return disk;
}

/** Where directories can't be held open, what a path leads to is found out once, and used from then on. */
function resolveRoot(realPath: ByteString, disk: FileSystem): OpenRoot {
  return {
    realPath,
    fileSystem: {
      ...disk,
      readDirectory: (_, directory, options) => disk.readDirectory(realPath, directory, options),
      readDetails: async (_, directory, names, options) =>
        (await disk.readDetails?.(realPath, directory, names, options)) ?? [],
      isDirectory: (_, directory, options) => disk.isDirectory(realPath, directory, options),
    },
    close() {},
  };
}

/** What another process reads can't be held by us; it goes there from `/` each time, and follows no link on the way. */
async function openFarRoot(
  mount: ByteString,
  root: ByteString,
  disk: FileSystem,
  far: FarDisk,
  options: Pick<ReadOptions, "signal" | "timeoutMs">,
): Promise<OpenRoot> {
  const realPath = await far.realPath(mount, root, options);
  const top = "/" as ByteString;
  const below = (directory: ByteString) =>
    (directory === "" ? realPath.slice(1) : `${realPath.slice(1)}/${directory}`) as ByteString;
  return {
    realPath,
    fileSystem: {
      ...disk,
      async *readDirectory(_, directory, patience) {
        yield { entries: await far.readDirectory(mount, top, below(directory), patience) };
      },
      readDetails: (_, directory, names, patience) => far.readDetails(mount, top, below(directory), names, patience),
      isDirectory: (_, directory, patience) => far.isDirectory(mount, top, below(directory), patience),
    },
    close() {},
  };
}

/** The `stat` of a directory. Below the root a link is no directory, even if it was one when it was listed. */
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

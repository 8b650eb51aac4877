// The local disk.
import fs from "node:fs";
import path from "node:path";

import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, OpenRoot } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { holdTree } from "./held-tree.ts";
import { kindOf, readLocation, toLocation } from "./read-location.ts";

/** The local disk as Node sees it. */
export function localDisk(): FileSystem {
  const disk: FileSystem = {
    order: "none",
    isAbsolute: path.isAbsolute,
    resolve: path.resolve,
    async *readDirectory(root, directory, { signal }) {
      const location = locate(root, directory);
      yield* readLocation(location, sizeOf(location, directory !== ""), signal);
    },
    async isDirectory(root, directory) {
      // A `\` parts components on Windows and is in no name there: a path that holds one leads elsewhere.
      return !(path.sep === "\\" && directory.includes("\\")) && kindOf(locate(root, directory)) === "directory";
    },
    async readFile(location, { maxBytes }) {
      return readSmallFile(toLocation(location), maxBytes);
    },
    async openRoot(root) {
      return process.platform === "linux" ? holdTree(root, disk) : resolveRoot(root, disk);
    },
  };
  return disk;
}

/** The size of a directory's own file. Below the root a link is no directory, even if it was one when it was listed. */
function sizeOf(location: ByteString, isBelowRoot: boolean): number {
  const stats = isBelowRoot ? fs.lstatSync(toLocation(location)) : fs.statSync(toLocation(location));
  if (stats.isSymbolicLink()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, ${JSON.stringify(location)}`), { code: "ENOTDIR" });
  }
  return stats.size;
}

/** Where directories can't be held open, what a path leads to is found out once, and used from then on. */
function resolveRoot(root: ByteString, disk: FileSystem): OpenRoot {
  const realPath = toByteString(fs.realpathSync.native(toLocation(root), "buffer"));
  return {
    realPath,
    fileSystem: {
      ...disk,
      readDirectory: (_, directory, options) => disk.readDirectory(realPath, directory, options),
      isDirectory: (_, directory, options) => disk.isDirectory(realPath, directory, options),
    },
    close() {},
  };
}

function locate(root: ByteString, directory: ByteString): ByteString {
  if (directory === "") {
    return root;
  }
  return (root.endsWith("/") ? root + directory : `${root}/${directory}`) as ByteString;
}

function readSmallFile(location: fs.PathLike, maxBytes: number): Uint8Array | undefined {
  try {
    // Asking first is cheaper than an exception: most directories have no such file.
    const stats = fs.lstatSync(location, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= maxBytes ? fs.readFileSync(location) : undefined;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

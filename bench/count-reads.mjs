// Counts how many directories a listing reads from the local disk.
import { localDisk } from "../dist/index.js";

/**
 * @typedef {object} CountingDisk
 * @property {import("../dist/index.js").FileSystem} fileSystem
 * @property {() => number} reads How many directories were read so far.
 */

/** @returns {CountingDisk} */
export function countingDisk() {
  const disk = localDisk();
  let reads = 0;
  return {
    fileSystem: {
      ...disk,
      readDirectory(root, path, options) {
        reads += 1;
        return disk.readDirectory(root, path, options);
      },
    },
    reads: () => reads,
  };
}

// A directory on the way down a deep path that is held open, so that what comes next is looked up from there. The kernel goes through
// all names of a path each time: without a foothold, looking up every directory on the way takes time by the square of their number.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";
import { descriptorPath, OPEN_DIRECTORY } from "./descriptor-path.ts";
import { toLocation } from "./read-location.ts";

/** How many bytes of a path the kernel may go through. Most paths are shorter, and cost no descriptor. */
const LONGEST_PATH = 256;

/** The same from a foothold. */
const LONGEST_WAY = 64;

export class Foothold {
  #descriptor: number | undefined;
  /** The path that was asked for last, and how it is reached, which may be from the descriptor. */
  #path = "";
  #way = "";

  /** A path for Node to `path`, which is `name` in `directory`. That has no links, and may be opened. */
  locationOf(path: ByteString, directory: ByteString, name: ByteString): string | Buffer {
    // Mostly this is the very string of the last time, and then it is not compared letter by letter.
    const above = directory === this.#path ? this.#way : directory;
    const isLong = above.length > (path.length > LONGEST_PATH ? LONGEST_WAY : LONGEST_PATH);
    this.#way = `${isLong ? this.#moveTo(above) : above}/${name}`;
    this.#path = path;
    return toLocation(this.#way as ByteString);
  }

  /** Opens a directory and returns how it is reached from then on. */
  #moveTo(way: string): string {
    try {
      const descriptor = fs.openSync(toLocation(way as ByteString), OPEN_DIRECTORY);
      this.close();
      this.#descriptor = descriptor;
      return descriptorPath(descriptor);
    } catch (error) {
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      // It may be gone, or there are no descriptors left.
      return way;
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) {
      fs.closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}

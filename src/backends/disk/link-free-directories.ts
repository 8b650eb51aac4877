// Knows during one listing which directories can be reached without a link: the path of a file in one is its real path.
import { isAtOrBelow, type ByteString } from "../../core/byte-string.ts";
import { kindOf } from "./read-location.ts";

/** A path with an empty name, `.` or `..` in it. */
const ODD_PATH = /\/\.{0,2}(?:\/|$)/;

/** No path that the kernel follows is longer. */
const LONGEST_PATH = 4096;

export class LinkFreeDirectories {
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
    return isAtOrBelow(this.#opened, directory) || this.#seen.has(directory);
  }

  /** Whether something is at an absolute path. Looks once: a directory that is found need not be looked at again. */
  exists(path: ByteString): boolean {
    if (this.knows(path)) {
      return true;
    }
    const kind = kindOf(path);
    if (kind === "directory" && this.knows(directoryOf(path)) && !ODD_PATH.test(path)) {
      this.#seen.add(path);
    }
    return kind !== "missing";
  }

  /** Whether an absolute path leads to a directory without a link on the way. If in doubt, it does not. */
  has(directory: ByteString): boolean {
    if (this.knows(directory)) {
      return true;
    }
    if (!directory.startsWith("/") || directory.length > LONGEST_PATH || ODD_PATH.test(directory)) {
      return directory === "/";
    }
    for (let end = nextEnd(directory, 1); end !== 0; end = nextEnd(directory, end + 1)) {
      const above = directory.slice(0, end) as ByteString;
      if (this.knows(above)) {
        continue;
      }
      if (kindOf(above) !== "directory") {
        return false;
      }
      this.#seen.add(above);
    }
    return true;
  }
}

/** The directory of an absolute path: "" for what is at the top. */
export function directoryOf(path: ByteString): ByteString {
  return path.slice(0, path.lastIndexOf("/")) as ByteString;
}

/** Where the name that starts here ends; 0 after the last one. */
function nextEnd(path: string, start: number): number {
  if (start > path.length) {
    return 0;
  }
  const slash = path.indexOf("/", start);
  return slash === -1 ? path.length : slash;
}

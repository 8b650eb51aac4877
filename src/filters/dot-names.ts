// Leaves names out that begin with a dot, and remembers how many there were in each directory that was read.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";

/** How many names of one directory are remembered. */
const MOST_NAMES = 10_000;

const DOT = ".".charCodeAt(0);

export class DotNames {
  /** By the path of their directory. Names and not a count: a directory may be read several times. */
  readonly #leftOut = new Map<string, Set<string>>();

  /** How many names of these directories were left out that would have been shown otherwise. */
  countIn(directories: Iterable<string>): number {
    let count = 0;
    for (const directory of directories) {
      count += this.#leftOut.get(directory)?.size ?? 0;
    }
    return count;
  }

  /** The filter of a directory, and of those below it, without dot names. */
  around(filter: DirectoryFilter = SHOW_ALL, directory: ByteString = "" as ByteString): DirectoryFilter {
    const { cost = 0, passesBy = false } = filter;
    return {
      cost,
      passesBy,
      judge: (entry) => {
        const verdict = filter.judge(entry);
        if (entry.name.charCodeAt(0) !== DOT || verdict === "deny") {
          return verdict;
        }
        if (["show", "close", "ignore", "pass"].includes(verdict)) {
          this.#add(directory, entry.name);
        }
        return "hide";
      },
      enter: (name, signal, entries) => {
        const path = joinPath(directory, name);
        const below = filter.enter(name, signal, entries);
        return below instanceof Promise ? below.then((found) => this.around(found, path)) : this.around(below, path);
      },
    };
  }

  #add(directory: ByteString, name: ByteString): void {
    const names = this.#leftOut.get(directory) ?? new Set();
    if (names.size < MOST_NAMES) {
      this.#leftOut.set(directory, names.add(name));
    }
  }
}

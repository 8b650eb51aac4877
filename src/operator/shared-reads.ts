// Calls that arrive together share what they find out on a disk. Their answers are as if all of them had asked when the first did.
import type { Location } from "../core/entry.ts";
import { UNKNOWN, withMembers, type DirectoryRead, type FileState, type FileSystem } from "../core/file-system.ts";

interface Known {
  readonly states: Map<string, FileState>;
  /** Small directories: large ones are read in batches, later. */
  readonly reads: Map<Location, DirectoryRead>;
  /** Paths that no link is on. */
  readonly realPaths: Set<string>;
}

export class SharedReads {
  /** What was found out since calls arrived. Undefined if nothing is shared. */
  #known: Known | undefined;

  /** The calls that have just arrived share what they find out before the event loop turns. */
  begin(): void {
    const known: Known = { states: new Map(), reads: new Map(), realPaths: new Set() };
    this.#known = known;
    setImmediate(() => {
      this.#known = this.#known === known ? undefined : this.#known;
    });
  }

  /** A disk as these calls see it. */
  of(disk: FileSystem): FileSystem {
    return withMembers(disk, {
      realPath: async (path, wait, check, from) => {
        const realPaths = this.#known?.realPaths;
        if (realPaths?.has(path) === true) {
          // Whoever may look at a path may look at what is above it.
          check?.(path);
          return path;
        }
        const realPath = (await disk.realPath?.(path, wait, check, from)) ?? path;
        if (realPath === path) {
          realPaths?.add(path);
        }
        return realPath;
      },
      look: (path, followsLinks) => {
        const states = this.#known?.states;
        const key = followsLinks ? `${path}/` : path;
        const state = states?.get(key) ?? disk.look?.(path, followsLinks) ?? UNKNOWN;
        states?.set(key, state);
        return state;
      },
      readDirectory: (directory, options) => {
        // One that may follow a link must not answer one that may not.
        const reads = options.isConfined === false ? undefined : this.#known?.reads;
        const read = reads?.get(directory) ?? disk.readDirectory(directory, options);
        if (!(read instanceof Promise) && Array.isArray(read.batches)) {
          reads?.set(directory, read);
        }
        return read;
      },
    });
  }
}

// Reads the next directories of a map in one go, as long as there is nothing to wait for. After a call to the disk the processor
// has to load the code and the data of whatever comes next. For small directories that takes as long as the work on them, so the
// calls are made in a row, and the work is done in a row.
import type { ByteString } from "../core/byte-string.ts";
import type { DirectoryRead, FileSystem, ReadOptions } from "../core/file-system.ts";

/** How many directories are read in a row, and after how many entries the row ends: nothing else gets a turn meanwhile. */
const MOST_DIRECTORIES = 8;
const MOST_ENTRIES = 512;

/** The longest relative path of a directory that is read, in bytes, as in a listing. */
const LONGEST_PATH = 8192;

/** A read that was begun, or why it could not be. */
type Begun = { readonly read: DirectoryRead } | { readonly error: unknown };

export class ReadAhead {
  readonly #fileSystem: FileSystem;
  readonly #root: ByteString;
  readonly #most: number;
  /** The reads that were begun and not taken yet, the next one last. */
  readonly #begun: Begun[] = [];

  /** `isAlone`: each directory is read only when it is its turn. */
  constructor({ fileSystem, root }: { fileSystem: FileSystem; root: ByteString }, isAlone: boolean) {
    this.#fileSystem = fileSystem;
    this.#root = root;
    this.#most = isAlone ? 1 : MOST_DIRECTORIES;
  }

  /** Whether no read is left, so that others have to be begun. */
  get isDue(): boolean {
    return this.#begun.length === 0;
  }

  /** The read of the next directory. Throws what a read throws. */
  take(): DirectoryRead {
    const begun = this.#begun.pop() as Begun;
    if ("error" in begun) {
      throw begun.error;
    }
    return begun.read;
  }

  /** Begins to read the directories that are due from `start` on, one or more. `options` are for all of these. */
  begin(due: readonly { readonly path: ByteString }[], start: number, options: ReadOptions): void {
    const end = Math.min(start + this.#most, due.length);
    let entries = 0;
    for (let place = start; place < end && entries <= MOST_ENTRIES; place += 1) {
      const begun = this.#read((due[place] as { path: ByteString }).path, options);
      this.#begun.push(begun);
      // What has to be waited for is not read before its turn, so there is no use in going on.
      if ("error" in begun || begun.read.whole === undefined) {
        break;
      }
      entries += begun.read.whole.entries.length;
    }
    this.#begun.reverse();
  }

  #read(path: ByteString, options: ReadOptions): Begun {
    try {
      if (path.length > LONGEST_PATH) {
        throw Object.assign(new Error("the path is too long"), { code: "ENAMETOOLONG" });
      }
      return { read: this.#fileSystem.readDirectory(this.#root, path, options) };
    } catch (error) {
      return { error };
    }
  }
}

// Keeps the names of huge directories for the time of one listing that reads many pages, so that each page of a directory does not
// read all of it again. Unlike a backend's cache it need not know whether names have changed: a listing shows a directory as it was
// when the listing came to it.
import type { ByteString } from "../core/byte-string.ts";
import type { Batch, FileSystem, ReadOptions } from "../core/file-system.ts";
import { AT_ANY_PACE } from "../core/pace.ts";
import { LEAST_ENTRIES, UnsortedNames } from "../core/names/unsorted-names.ts";
import { readThrough } from "./read-through.ts";

/** The most memory for names. A directory that needs more is read again for every page. */
const MOST_BYTES = 64 * 1024 * 1024;

export class HeldNames {
  /** By the path below the listing's root, the one that was used last at the end. */
  readonly #held = new Map<ByteString, UnsortedNames>();
  readonly #mostBytes: number;
  #hasTooMany = false;

  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Whether a directory had more names than can be kept, so that small pages of it would cost a read each. */
  get hasTooMany(): boolean {
    return this.#hasTooMany;
  }

  /** The same file system, except that it keeps names for this listing. One that can start to read anywhere needs no help. */
  around(fileSystem: FileSystem): FileSystem {
    return fileSystem.order === "key"
      ? fileSystem
      : readThrough(fileSystem, (root, path, options) => this.#read(fileSystem, root, path, options));
  }

  async *#read(
    fileSystem: FileSystem,
    root: ByteString,
    path: ByteString,
    options: ReadOptions,
  ): AsyncGenerator<Batch, void> {
    const held = options.takesNames === true ? this.#held.get(path) : undefined;
    if (held !== undefined) {
      this.#keep(path, held);
      yield { entries: [], names: await held.sort(options.pause ?? AT_ANY_PACE.pause) };
      return;
    }
    let names: UnsortedNames | undefined = new UnsortedNames();
    for await (const batch of fileSystem.readDirectory(root, path, { ...options, keepsNames: true })) {
      if (batch.startsOver === true) {
        names = new UnsortedNames();
      }
      const isSmall = batch.isWhole === true && batch.entries.length < LEAST_ENTRIES;
      names = isSmall || batch.names !== undefined ? undefined : names;
      names?.add(batch.entries);
      if (names !== undefined && names.size > this.#mostBytes) {
        names = undefined;
        this.#hasTooMany = true;
      }
      yield batch;
    }
    if (names !== undefined && names.length >= LEAST_ENTRIES) {
      this.#keep(path, names);
    }
  }

  #keep(path: ByteString, directory: UnsortedNames): void {
    this.#held.delete(path);
    this.#held.set(path, directory);
    let bytes = [...this.#held.values()].reduce((sum, names) => sum + names.size, 0);
    for (const [other, names] of this.#held) {
      if (bytes <= this.#mostBytes) {
        break;
      }
      bytes -= names.size;
      this.#held.delete(other);
    }
  }
}

// Remembers the bytes of small files, so that a listing need not read the rules again that the last one read. A file is known by
// what its `stat` says: if that is the same, so are the bytes.
import type fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";

/** Larger files are not remembered, nor more than this in all: whoever reads them may keep much more than their bytes for each. */
const MOST_FILE_BYTES = 16 * 1024;
const MOST_BYTES = 64 * 1024;

/** A file that changed a moment ago may change again without a trace: FAT tells times in steps of two seconds. */
const SETTLED_MS = 3000;

interface KnownFile {
  readonly stats: Pick<fs.Stats, "dev" | "size" | "mtimeMs" | "ctimeMs">;
  readonly bytes: Uint8Array;
  /** Where it was when it was last opened, if somebody asked. */
  realPath: ByteString | undefined;
}

export class SmallFileCache {
  /** By the number of the inode, in the order in which they came. */
  readonly #known = new Map<number, KnownFile>();
  #bytes = 0;

  /** The bytes of the file with this `stat`, if they are known. The same object each time. */
  find(stats: fs.Stats): Uint8Array | undefined {
    return this.#find(stats)?.bytes;
  }

  /** The same, but only if the file was really at this path when it was last opened. */
  findAt(stats: fs.Stats, realPath: ByteString): Uint8Array | undefined {
    const known = this.#find(stats);
    return known?.realPath === realPath ? known.bytes : undefined;
  }

  /** Remembers where the file with this `stat` really is, if its bytes are known. */
  setRealPath(stats: fs.Stats, realPath: ByteString): void {
    const known = this.#find(stats);
    if (known !== undefined) {
      known.realPath = realPath;
    }
  }

  #find(stats: fs.Stats): KnownFile | undefined {
    const known = this.#known.get(stats.ino);
    const isSame =
      known !== undefined &&
      known.stats.ctimeMs === stats.ctimeMs &&
      known.stats.mtimeMs === stats.mtimeMs &&
      known.stats.size === stats.size &&
      known.stats.dev === stats.dev;
    return isSame ? known : undefined;
  }

  /** Remembers the bytes of a file, whose `stat` was taken before they were read. `now` is the time since 1970. */
  add({ dev, ino, size, mtimeMs, ctimeMs }: fs.Stats, bytes: Uint8Array, now: number): void {
    const isSettled = Math.max(ctimeMs, mtimeMs) < now - SETTLED_MS;
    // Not every device numbers its files, and some numbers are larger than a `stat` can tell exactly.
    const isNumbered = ino !== 0 && Number.isSafeInteger(ino);
    if (!isSettled || !isNumbered || size > MOST_FILE_BYTES || bytes.length !== size) {
      return;
    }
    this.#forget(ino);
    this.#known.set(ino, { stats: { dev, size, mtimeMs, ctimeMs }, bytes, realPath: undefined });
    this.#bytes += size;
    for (const first of this.#known.keys()) {
      if (this.#bytes <= MOST_BYTES) {
        break;
      }
      this.#forget(first);
    }
  }

  #forget(ino: number): void {
    this.#bytes -= this.#known.get(ino)?.bytes.length ?? 0;
    this.#known.delete(ino);
  }
}

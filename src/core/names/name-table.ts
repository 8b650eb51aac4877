// The entries of a directory as numbers in a few arrays, in any order: 20 to 30 bytes for each, and nothing for the engine to collect.
import { bytesFrom } from "../byte-string.ts";
import type { Entry, ReadKind } from "../entry.ts";

const KINDS: readonly ReadKind[] = ["file", "directory", "symlink", "other", "unknown"];
const DIRECTORY = KINDS.indexOf("directory");
const SLASH = 0x2f;

/** The bytes of all names, one after the other, and where each of them starts. */
export interface NameBytes {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

export class NameTable implements NameBytes {
  /** Directories have the `/` that they are sorted with. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly #kinds: Uint8Array;
  #length = 0;

  /** For so many entries, whose names have so many bytes in all, with the `/` of directories. */
  constructor(entries: number, bytes: number) {
    this.bytes = new Uint8Array(bytes);
    this.starts = new Uint32Array(entries + 1);
    this.#kinds = new Uint8Array(entries);
  }

  /** Adds the entry whose name is a part of a text of bytes. */
  add(kind: ReadKind, text: string, start: number, end: number): void {
    const { bytes } = this;
    let place = this.starts[this.#length] as number;
    for (let at = start; at < end; at += 1) {
      bytes[place] = text.charCodeAt(at);
      place += 1;
    }
    if (kind === "directory") {
      bytes[place] = SLASH;
      place += 1;
    }
    this.#kinds[this.#length] = KINDS.indexOf(kind);
    this.#length += 1;
    this.starts[this.#length] = place;
  }

  isDirectory(index: number): boolean {
    return this.#kinds[index] === DIRECTORY;
  }

  entryAt(index: number): Entry {
    const start = this.starts[index] as number;
    const end = (this.starts[index + 1] as number) - Number(this.isDirectory(index));
    return { name: bytesFrom(this.bytes, start, end), kind: KINDS[this.#kinds[index] as number] as ReadKind };
  }

  /** Whether an entry comes after a key: a name, with a `/` for a directory. */
  isAfter(index: number, key: string): boolean {
    const start = this.starts[index] as number;
    const length = (this.starts[index + 1] as number) - start;
    for (let at = 0; at < key.length; at += 1) {
      const difference = (at < length ? (this.bytes[start + at] as number) : -1) - key.charCodeAt(at);
      if (difference !== 0) {
        return difference > 0;
      }
    }
    return length > key.length;
  }
}

// Reads a directory by Deno's own interface. Its copy of Node's takes five to twenty times as long; and the `Dir` of that copy
// knows no encoding, and returns every entry twice if `read` and `readSync` are mixed.
import type fs from "node:fs";

import { toByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";
import type { Batch } from "../../core/file-system.ts";
import { exactBytes } from "./disk-path.ts";

interface DenoEntry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
}

/** The part of Deno that we use. */
interface Deno {
  readDir(path: string): AsyncIterable<DenoEntry>;
  readDirSync(path: string): Iterable<DenoEntry>;
}

/** All entries of a small directory. Locations are text in Deno. */
export function readSmallInDeno(location: fs.PathLike): Entry[] {
  return Array.from(runtime().readDirSync(String(location)), toEntry);
}

/** The entries of a directory of any size. Another thread reads it, but as a whole: Deno has no other way. */
export async function* readLargeInDeno(
  location: fs.PathLike,
  batch: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void> {
  let entries: Entry[] = [];
  for await (const entry of runtime().readDir(String(location))) {
    entries.push(toEntry(entry));
    if (entries.length === batch) {
      yield { entries };
      entries = [];
      signal?.throwIfAborted();
    }
  }
  yield { entries };
}

function runtime(): Deno {
  return (globalThis as unknown as { Deno: Deno }).Deno;
}

function toEntry({ name, isFile, isDirectory, isSymlink }: DenoEntry): Entry {
  const kind = isFile ? "file" : isDirectory ? "directory" : isSymlink ? "symlink" : "other";
  return { name: exactBytes(toByteString(name)), kind };
}

// A directory of the disk, and the calls that can be made about it: to the kernel, or through another process if its mount may stop
// answering. Whatever follows from the answers is decided by one code for both.
import fs from "node:fs";

import { toByteString, type ByteString } from "../../core/byte-string.ts";
import { isEntryName, type EntryDetails, type EntryKind } from "../../core/entry.ts";
import type { Batch, WaitOptions } from "../../core/file-system.ts";
import { orMissing, pathIn, readLink, rethrowDefect, toLocation } from "./disk-path.ts";
import { readLocation, toKind, TRUSTED_TYPES } from "./read-location.ts";

/** What is at a name, without following a link; or why that can't be found out: `ENOENT` if nothing is there. */
export type Look =
  | {
      readonly kind: EntryKind;
      readonly size: number;
      readonly modifiedMs: number;
      /** Where a link leads. */
      readonly target?: ByteString;
    }
  | { readonly code: string };

export interface DiskDirectory {
  /** The entries in batches. Fails as a directory read does. */
  entries(wait: WaitOptions): AsyncIterable<Batch>;
  /** Whether this is a directory. Fails, or is false, if it is not. */
  isThere(wait: WaitOptions): Promise<boolean> | boolean;
  /** What is at each of these names, in their order. */
  look(names: readonly ByteString[], wait: WaitOptions): Promise<readonly Look[]> | readonly Look[];
  /** Whether its disk may find an entry by a name that is quite different from the one it lists: by a short name, for example. */
  mayFindOddNames(): boolean;
  /** The name of a directory in it as macOS and Windows give it with its real path. Others leave this out. */
  realName?(name: ByteString): ByteString | undefined;
}

/** What a look says about an entry; undefined if it found none. */
export function toDetails(look: Look | undefined): EntryDetails | undefined {
  if (look === undefined || "code" in look) {
    return undefined;
  }
  const { kind, size, modifiedMs, target } = look;
  return { ...(kind === "file" && { size }), modifiedMs, ...(target !== undefined && { target }) };
}

/** Whether disks are commonly case-insensitive here. It is not worth finding out which of them are not. */
export function isCaseInsensitivePlatform(): boolean {
  return process.platform === "darwin" || process.platform === "win32";
}

/** A directory that our own process asks the kernel about. */
export class KernelDirectory implements DiskDirectory {
  readonly #path: ByteString;

  /** Its path, or that of a descriptor. */
  constructor(path: ByteString) {
    this.#path = path;
  }

  entries({ signal }: WaitOptions): AsyncIterable<Batch> {
    return readLocation(this.#path, undefined, signal);
  }

  isThere(): boolean {
    return fs.statSync(toLocation(this.#path)).isDirectory();
  }

  look(names: readonly ByteString[]): readonly Look[] {
    // A name like `..` would lead elsewhere.
    return names.map((name) => (isEntryName(name) ? lookAt(pathIn(this.#path, name)) : { code: "ENOENT" }));
  }

  mayFindOddNames(): boolean {
    return process.platform !== "linux" || !TRUSTED_TYPES.has(fs.statfsSync(toLocation(this.#path)).type);
  }

  realName(name: ByteString): ByteString | undefined {
    if (!isCaseInsensitivePlatform()) {
      return undefined;
    }
    // Some paths are too long for that.
    return orMissing(() => {
      const real = toByteString(fs.realpathSync.native(toLocation(pathIn(this.#path, name)), "buffer"));
      return real.slice(Math.max(real.lastIndexOf("/"), real.lastIndexOf("\\")) + 1) as ByteString;
    });
  }
}

/** What is at a path, without following a link. One system call, two for a link. */
function lookAt(path: ByteString): Look {
  try {
    const location = toLocation(path);
    // Without an exception for what is not there, which takes longer than the call.
    const stats = fs.lstatSync(location, { throwIfNoEntry: false });
    if (stats === undefined) {
      return { code: "ENOENT" };
    }
    const look = { kind: toKind(stats), size: stats.size, modifiedMs: Math.floor(stats.mtimeMs) };
    return look.kind === "symlink" ? { ...look, target: readLink(location) } : look;
  } catch (error) {
    return { code: rethrowDefect(error) };
  }
}

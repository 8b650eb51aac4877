// A directory that our own process asks the kernel about, and what is at a path.
import fs from "node:fs";

import { toByteString, type ByteString } from "../../core/byte-string.ts";
import type { Batch, WaitOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import type { DiskDirectory, Look } from "./disk-directory.ts";
import { pathIn, readLink, toLocation } from "./disk-path.ts";
import { isCaseInsensitivePlatform, mayFindOddNames } from "./file-system-types.ts";
import { readLocation, toKind } from "./read-location.ts";

export class KernelDirectory implements DiskDirectory {
  readonly #path: ByteString;

  /** Its path, or that of a descriptor. */
  constructor(path: ByteString) {
    this.#path = path;
  }

  entries({ signal }: WaitOptions): AsyncIterable<Batch> {
    return readLocation(this.#path, undefined, signal);
  }

  look(names: readonly ByteString[]): readonly Look[] {
    return names.map((name) => lookAt(pathIn(this.#path, name)));
  }

  mayFindOddNames(): boolean {
    return mayFindOddNames(this.#path);
  }

  realName(name: ByteString): ByteString | undefined {
    if (!isCaseInsensitivePlatform()) {
      return undefined;
    }
    try {
      const real = toByteString(fs.realpathSync.native(toLocation(pathIn(this.#path, name)), "buffer"));
      return real.slice(Math.max(real.lastIndexOf("/"), real.lastIndexOf("\\")) + 1) as ByteString;
    } catch (error) {
      // Some paths are too long for that.
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return undefined;
    }
  }
}

/** What is at a path, without following a link. One system call, two for a link. */
export function lookAt(path: ByteString): Look {
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
    const code = readErrorCode(error);
    if (code === undefined) {
      throw error;
    }
    return { code };
  }
}

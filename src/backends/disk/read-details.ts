// The details of entries on the disk: one system call for each, two for a link.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { EntryDetails } from "../../core/entry.ts";
import { readErrorCode } from "../../core/problem.ts";
import { readLink } from "./exact-bytes.ts";
import { toLocation } from "./read-location.ts";

/** The details of the entry at a path, without following a link; undefined if it is gone or can't be read. */
export function readDetails(path: ByteString): EntryDetails | undefined {
  try {
    const location = toLocation(path);
    const stats = fs.lstatSync(location, { throwIfNoEntry: false });
    if (stats === undefined) {
      return undefined;
    }
    const modifiedMs = Math.floor(stats.mtimeMs);
    if (stats.isSymbolicLink()) {
      return { modifiedMs, target: readLink(location) };
    }
    return stats.isFile() ? { size: stats.size, modifiedMs } : { modifiedMs };
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

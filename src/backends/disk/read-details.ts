// What entries of the disk tell beyond their names: one system call for each, two for a link.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { EntryDetails } from "../../core/entry.ts";
import { readErrorCode } from "../../core/problem.ts";
import { toLocation } from "./read-location.ts";

/** The details of what stands at a path, no link followed; undefined where it is gone or can't be looked at. */
export function readDetails(path: ByteString): EntryDetails | undefined {
  const location = toLocation(path);
  try {
    const stats = fs.lstatSync(location, { throwIfNoEntry: false });
    if (stats === undefined) {
      return undefined;
    }
    const modifiedMs = Math.floor(stats.mtimeMs);
    if (stats.isSymbolicLink()) {
      return { modifiedMs, target: fs.readlinkSync(location, "latin1") as ByteString };
    }
    return stats.isFile() ? { size: stats.size, modifiedMs } : { modifiedMs };
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

// Permissions of entries, for `--long` on a terminal. The tools report nothing about them, so they are read here.
import { lstat } from "node:fs/promises";

import { isStorePath } from "../../listing/open-stores.ts";
import type { ListDirEntry } from "../../render/listing.ts";
import { parseQuotedRoot } from "../../render/shown-path.ts";
import type { Modes } from "../entry-spans.ts";

/** Reads the modes of entries on a disk. Only of those whose time was just read, so that no mount is asked that does not answer. */
export async function readModes(dirPath: string, entries: readonly ListDirEntry[]): Promise<Modes> {
  const modes = new Map<ListDirEntry, number>();
  if (!isStorePath(dirPath)) {
    const root = toDiskPath(dirPath);
    const known = entries.filter(({ modifiedMs }) => modifiedMs !== undefined);
    await Promise.all(
      known.map(async (entry) => {
        const path = Buffer.concat([root, Buffer.from("/"), Buffer.from(entry.pathBytes ?? Buffer.from(entry.path))]);
        const found = await lstat(path).catch(() => undefined);
        if (found !== undefined) {
          modes.set(entry, found.mode);
        }
      }),
    );
  }
  return modes;
}

/** The bytes of an absolute path that is written as the tools take it, perhaps with names in quotes. */
export function toDiskPath(dirPath: string): Buffer {
  const quoted = parseQuotedRoot(dirPath);
  return quoted === undefined ? Buffer.from(dirPath) : Buffer.from(quoted, "latin1");
}

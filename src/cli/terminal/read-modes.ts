// Permissions of entries, for `--long` on a terminal. The tools tell nothing about them, so they are read here.
import { lstat } from "node:fs/promises";

import { isStorePath } from "../../listing/open-stores.ts";
import type { ListDirEntry } from "../../render/listing.ts";
import { toDiskPath } from "./disk-path.ts";

/** The mode of an entry; undefined if it is not known. */
export type ModeOf = (entry: ListDirEntry) => number | undefined;

/** Reads the modes of entries on a disk. One that just told its time is asked, so nobody waits for a mount that does not answer. */
export async function readModes(dirPath: string, entries: readonly ListDirEntry[]): Promise<ModeOf> {
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
  return (entry) => modes.get(entry);
}

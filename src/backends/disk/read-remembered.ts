// Reads a directory, or takes its names from the cache. A directory that may be huge is held open while it is read: the `stat` before
// the read and the one after it are then of the same directory, even if another one is at its path by then.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { Batch, DirectoryRead, ReadOptions } from "../../core/file-system.ts";
import { LEAST_ENTRIES } from "../../core/names/unsorted-names.ts";
import { descriptorPath, isEntryIn } from "./descriptor-path.ts";
import type { NamesCache } from "./names-cache.ts";
import { toLocation } from "./disk-path.ts";
import { mayBeHuge } from "./file-system-types.ts";
import { readLocation } from "./read-location.ts";

/** Which directory to read. */
export interface DirectoryToRead {
  /** Its path, or that of a descriptor. */
  readonly path: ByteString;
  readonly stats: fs.Stats;
  /** Whether the path may end in a link. */
  readonly followsLink: boolean;
}

/** The entries of a directory. Throws as a directory read does. */
export function readRemembered(
  { path, stats, followsLink }: DirectoryToRead,
  options: ReadOptions,
  cache: NamesCache,
): DirectoryRead {
  const location = toLocation(path);
  if (cache.isOff || !mayBeHuge(stats, location, LEAST_ENTRIES)) {
    return readLocation(path, stats, options.signal, location);
  }
  // Few directories that may be huge are. Those that are hardly large enough are read plainly when they are first seen.
  if (cache.wasHuge(stats) ?? mayBeHuge(stats, location, 2 * LEAST_ENTRIES)) {
    return readHuge(location, stats, followsLink, options, cache);
  }
  const read = readLocation(path, stats, options.signal, location);
  if (read.whole !== undefined) {
    cache.noteCount(stats, read.whole.entries.length);
  }
  return read;
}

async function* readHuge(
  location: fs.PathLike,
  found: fs.Stats,
  followsLink: boolean,
  { signal, takesNames, keepsNames, pause = NO_PAUSE }: ReadOptions,
  cache: NamesCache,
): AsyncGenerator<Batch, void> {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;
  const descriptor = fs.openSync(location, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW));
  try {
    const stats = fs.fstatSync(descriptor, { bigint: true });
    const hasName = (name: ByteString) => isEntryIn(descriptor, name);
    const known = cache.find(stats, hasName);
    if (known !== undefined) {
      if (takesNames === true) {
        yield { entries: [], names: await known.sort(pause) };
        return;
      }
      for (const entries of known.batches()) {
        yield { entries };
      }
      return;
    }
    const recording = keepsNames === true ? undefined : cache.record(stats);
    let count = 0;
    try {
      const size = { size: Number(stats.size), nlink: Number(stats.nlink), dev: Number(stats.dev) };
      for await (const batch of readLocation(descriptorPath(descriptor), size, signal)) {
        if (batch.startsOver === true) {
          recording?.end();
        }
        count += batch.entries.length;
        // A batch that is all there is need not be kept to see that it is too small.
        if (batch.isWhole !== true || count >= LEAST_ENTRIES) {
          recording?.add(batch.entries);
        }
        yield batch;
      }
      cache.noteCount(found, count);
      recording?.keep(fs.fstatSync(descriptor, { bigint: true }), hasName);
    } finally {
      recording?.end();
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

const NO_PAUSE = () => undefined;

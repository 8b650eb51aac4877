// Reads a directory from a file system of order `key`, within the listing's time limit.
import type { ByteString } from "./byte-string.ts";
import type { Batch } from "./file-system.ts";
import type { SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** The entries of a directory in batches, in order. */
export function readInOrder(
  settings: WalkSettings,
  { path, counter, after, next, wants }: SortedRead,
): AsyncIterable<Batch> {
  const { fileSystem, root, signal } = settings;
  return fileSystem.readDirectory(root, path, {
    after: after?.key as ByteString | undefined,
    limit: counter.skip + counter.needed,
    signal,
    timeoutMs: timeForOneRead(settings),
    listing: settings,
    next,
    enters: wants !== "shown",
  });
}

/** Half of the time left: a directory that does not answer must not use up the time of the whole listing. */
export function timeForOneRead({ timeLeft }: WalkSettings): number {
  return timeLeft() / 2;
}

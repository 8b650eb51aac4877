// Asks a file system of order `key` for a directory, within the time of the listing.
import type { ByteString } from "./byte-string.ts";
import type { Batch } from "./file-system.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** What is read of a directory in the order of its file system. */
export interface OrderedRead {
  readonly path: ByteString;
  /** How many entries are wanted. */
  readonly keep: number;
  /** Only entries whose key is above this one. */
  readonly after?: ByteString | undefined;
  /** Gives the directories that come next, should the listing not have enough by then. */
  readonly next?: (() => readonly ByteString[]) | undefined;
  /** Whether directories in this one are entered. */
  readonly enters?: boolean;
}

/** The entries of a directory in batches, in order. */
export function readInOrder(
  settings: WalkSettings,
  { path, keep, after, next, enters }: OrderedRead,
): AsyncIterable<Batch> {
  const { fileSystem, root, signal } = settings;
  const timeoutMs = timeForOneRead(settings);
  return fileSystem.readDirectory(root, path, {
    after,
    limit: keep,
    signal,
    timeoutMs,
    listing: settings,
    next,
    enters,
  });
}

/** Half of the time that is left: a directory that does not answer must not cost the rest of the listing. */
export function timeForOneRead({ timeLeft }: WalkSettings): number {
  return timeLeft() / 2;
}

/** Fails as a read that timed out where the time of the listing is over. */
export function failWhenLate({ timeLeft }: WalkSettings): void {
  if (timeLeft() <= 0) {
    throw Object.assign(new Error("the time for the listing is over"), { code: "ETIMEDOUT" });
  }
}

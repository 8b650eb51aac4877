// Finds what the repositories of a listing track. What an index says is kept from one listing to the next while its file is the same.
import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import { readIndex } from "./read-index.ts";
import type { NamedBy, RuleFiles } from "./rule-files.ts";
import { TrackedPaths } from "./tracked-paths.ts";

/** Where the index of a repository is, and how to read it. */
export interface IndexPlace {
  /** The top of the working tree, which its paths are relative to. */
  readonly top: ByteString;
  readonly gitDirectory: ByteString;
  readonly namedBy: NamedBy;
  readonly hashBytes: number;
  readonly ignoresCase: boolean;
}

interface Remembered {
  readonly version: string;
  readonly tracked: TrackedPaths;
  /** The file that a split index shares with others. */
  readonly shared: { readonly path: ByteString; readonly version: string | undefined } | undefined;
}

/** How much is remembered, and how much one listing may use: it may find many repositories. Each index counts for some bytes at least. */
const MOST_BYTES = 16 * 1024 * 1024;
const LEAST_BYTES = 1024;

const REMEMBERED = new BoundedMap<string, Remembered>(MOST_BYTES, ({ tracked }) => sizeOf(tracked));

function sizeOf(tracked: TrackedPaths): number {
  return Math.max(tracked.bytes, LEAST_BYTES);
}

/** What the repositories of one listing track. */
export class TrackedFiles {
  readonly #files: RuleFiles;
  readonly #found = new Map<IndexPlace, TrackedPaths | Promise<TrackedPaths>>();
  #left = MOST_BYTES;

  constructor(files: RuleFiles) {
    this.#files = files;
  }

  /** The paths that an index tracks: none if it can't be read. A promise only until it is known. */
  of(place: IndexPlace): TrackedPaths | Promise<TrackedPaths> {
    const found = this.#found.get(place) ?? this.#find(place);
    this.#found.set(place, found);
    return found;
  }

  async #find(place: IndexPlace): Promise<TrackedPaths> {
    const read = this.#left > 0 ? await trackedPaths(this.#files, place) : undefined;
    const tracked = read !== undefined && sizeOf(read) <= this.#left ? read : nothingTracked();
    this.#left -= sizeOf(tracked);
    this.#found.set(place, tracked);
    return tracked;
  }
}

function nothingTracked(): TrackedPaths {
  return new TrackedPaths([], false);
}

async function trackedPaths(files: RuleFiles, place: IndexPlace): Promise<TrackedPaths> {
  const { gitDirectory, namedBy, hashBytes, ignoresCase } = place;
  const path = `${gitDirectory}/index` as ByteString;
  const file = await files.find(path, namedBy);
  if (file === undefined) {
    return nothingTracked();
  }
  const key = `${hashBytes} ${ignoresCase} ${path}`;
  const known = REMEMBERED.get(key);
  const { shared: before } = known ?? {};
  if (
    known?.version === file.version &&
    (before === undefined || (await files.find(before.path, namedBy))?.version === before.version)
  ) {
    return known.tracked;
  }
  let shared: Remembered["shared"];
  const findShared = async (name: string) => {
    const sharedPath = `${gitDirectory}/${name}` as ByteString;
    const found = await files.find(sharedPath, namedBy);
    shared = { path: sharedPath, version: found?.version };
    return found;
  };
  const { pacing } = files;
  const tracked = (await readIndex(file, { hashBytes, ignoresCase, pacing, findShared })) ?? nothingTracked();
  if (file.isSettled) {
    REMEMBERED.set(key, { version: file.version, tracked, shared });
  }
  return tracked;
}

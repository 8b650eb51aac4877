// Finds what the repositories of a listing track. What an index says is kept from one listing to the next while its file is the same.
import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { FoundFile } from "../../core/file-system.ts";
import { whenKnown } from "../../core/when-known.ts";
import type { Repository } from "./find-repository.ts";
import { readIndex } from "./read-index.ts";
import type { NamedBy, RuleFiles } from "./rule-files.ts";
import { TrackedPaths } from "./tracked-paths.ts";

/** Where the index of a repository is, and how to read it. */
export interface IndexPlace {
  /** The top of the working tree, which its paths are relative to. */
  readonly top: ByteString;
  readonly path: ByteString;
  readonly namedBy: NamedBy;
  readonly hashBytes: number;
  readonly ignoresCase: boolean;
  /** What stands for all that decides what is read. */
  readonly key: string;
}

/** The place of a repository's index. */
export function indexPlace(
  { top, gitDirectory, namedBy }: Repository,
  hashBytes: number,
  ignoresCase: boolean,
): IndexPlace {
  const path = `${gitDirectory}/index` as ByteString;
  return { top, path, namedBy, hashBytes, ignoresCase, key: `${hashBytes} ${ignoresCase} ${path}` };
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

const NOTHING = new TrackedPaths([], false);

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
    const known = this.#found.get(place);
    if (known !== undefined) {
      return known;
    }
    const read = this.#left > 0 ? trackedPaths(this.#files, place) : NOTHING;
    const found = whenKnown(read, (paths) => {
      const tracked = sizeOf(paths) <= this.#left ? paths : NOTHING;
      this.#left -= sizeOf(tracked);
      this.#found.set(place, tracked);
      return tracked;
    });
    this.#found.set(place, found);
    return found;
  }
}

function trackedPaths(files: RuleFiles, place: IndexPlace): Promise<TrackedPaths> | TrackedPaths {
  const { path, namedBy } = place;
  return whenKnown(files.find(path, namedBy), (file) => {
    if (file === undefined) {
      return NOTHING;
    }
    const known = REMEMBERED.get(place.key);
    if (known?.version !== file.version) {
      return readAndRemember(files, place, file);
    }
    const { shared, tracked } = known;
    return shared === undefined
      ? tracked
      : whenKnown(files.find(shared.path, namedBy), (again) =>
          again?.version === shared.version ? tracked : readAndRemember(files, place, file),
        );
  });
}

async function readAndRemember(files: RuleFiles, place: IndexPlace, file: FoundFile): Promise<TrackedPaths> {
  const { path, key, namedBy, hashBytes, ignoresCase } = place;
  let shared: Remembered["shared"];
  const findShared = async (name: string) => {
    const sharedPath = `${path.slice(0, path.lastIndexOf("/"))}/${name}` as ByteString;
    const found = await files.find(sharedPath, namedBy);
    shared = { path: sharedPath, version: found?.version };
    return found;
  };
  const tracked = (await readIndex(file, { hashBytes, ignoresCase, pacing: files.pacing, findShared })) ?? NOTHING;
  if (file.isSettled) {
    REMEMBERED.set(key, { version: file.version, tracked, shared });
  }
  return tracked;
}

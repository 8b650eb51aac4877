// Finds what the repositories of a listing track. What an index says is kept from one listing to the next while its file is the same.
import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { FileBefore } from "../../core/file-system.ts";
import type { Repository } from "./find-repository.ts";
import { readIndex } from "./read-index.ts";
import type { NamedBy, RuleFileBounds, RuleFiles } from "./rule-files.ts";
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
  readonly tracked: TrackedPaths;
  readonly bounds: RuleFileBounds | undefined;
  /** The index, and the file that a split one shares with others. */
  readonly before: readonly FileBefore[];
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
  readonly #found = new Map<IndexPlace, Promise<TrackedPaths>>();
  #left = MOST_BYTES;

  constructor(files: RuleFiles) {
    this.#files = files;
  }

  /** The paths that an index tracks: none if it can't be read. */
  of(place: IndexPlace): Promise<TrackedPaths> {
    const found = this.#found.get(place) ?? this.#find(place);
    this.#found.set(place, found);
    return found;
  }

  async #find(place: IndexPlace): Promise<TrackedPaths> {
    const paths = this.#left > 0 ? await trackedPaths(this.#files, place) : NOTHING;
    const tracked = sizeOf(paths) <= this.#left ? paths : NOTHING;
    this.#left -= sizeOf(tracked);
    return tracked;
  }
}

async function trackedPaths(files: RuleFiles, place: IndexPlace): Promise<TrackedPaths> {
  const known = REMEMBERED.get(place.key);
  const isSame = known !== undefined && known.bounds === files.bounds && files.areSame(known.before);
  return isSame ? known.tracked : readTracked(files, place, known);
}

async function readTracked(
  files: RuleFiles,
  { path, key, namedBy, hashBytes, ignoresCase }: IndexPlace,
  known: Remembered | undefined,
): Promise<TrackedPaths> {
  const before: FileBefore[] = [];
  const find = async (place: ByteString) => {
    const versionBefore = known?.before.find((each) => each.path === place)?.found;
    const file = await files.find(place, namedBy, versionBefore);
    before.push({ path: place, found: file?.version, followsLinks: false });
    return file;
  };
  const file = await find(path);
  if (file === undefined) {
    return NOTHING;
  }
  for (const each of known?.before.slice(1) ?? []) {
    await find(each.path);
  }
  let tracked = known?.tracked;
  if (known?.before.every(({ found }, index) => found === before[index]?.found) !== true) {
    before.length = 1;
    const findShared = (name: string) => find(`${path.slice(0, path.lastIndexOf("/"))}/${name}` as ByteString);
    tracked = await readIndex(file, { hashBytes, ignoresCase, pacing: files.pacing, findShared });
  }
  tracked ??= NOTHING;
  if (file.isSettled) {
    REMEMBERED.set(key, { tracked, bounds: files.bounds, before });
  }
  return tracked;
}

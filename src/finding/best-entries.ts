// Keeps the best of many entries.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

/** An entry that a search has found. */
export interface FoundEntry {
  /** The directory that it is in. */
  readonly directory: SearchedDirectory;
  readonly name: ByteString;
  readonly kind: EntryKind;
  /** What it holds, if it is a directory that was entered. */
  readonly inside?: SearchedDirectory | undefined;
  /** Set if git ignores it. */
  readonly isIgnored?: true | undefined;
  /** When it was last modified, if that was asked for and is known. */
  readonly modifiedMs?: number | undefined;
}

type Located = Pick<FoundEntry, "directory" | "name">;

export interface ScoredEntry<Entry extends FoundEntry = FoundEntry> {
  readonly score: number;
  readonly entry: Entry;
}

/** The path of an entry below the root of the search. */
export function pathOf({ directory, name }: Located): ByteString {
  return joinPath(directory.path, name);
}

/** The better one first; of equals, the one whose path comes first. */
function compareScored(one: ScoredEntry, other: ScoredEntry): number {
  return other.score - one.score || comparePaths(one.entry, other.entry);
}

function comparePaths(one: Located, other: Located): number {
  const [path, otherPath] = one.directory === other.directory ? [one.name, other.name] : [pathOf(one), pathOf(other)];
  return path < otherPath ? -1 : Number(path > otherPath);
}

export class BestEntries<Entry extends FoundEntry> {
  readonly #most: number;
  #kept: ScoredEntry<Entry>[] = [];
  /** The worst of the best so far, once there are enough. */
  #last: ScoredEntry<Entry> | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether an entry with this score is among the best so far. */
  wants(score: number, directory: SearchedDirectory, name: ByteString): boolean {
    const last = this.#last;
    return (
      last === undefined ||
      score > last.score ||
      (score === last.score && comparePaths({ directory, name }, last.entry) < 0)
    );
  }

  /** Takes an entry that is wanted. */
  take(scored: ScoredEntry<Entry>): void {
    this.#kept.push(scored);
    if (this.#kept.length >= 2 * this.#most) {
      this.#cut();
    }
  }

  /** The best, in order. */
  finish(): readonly ScoredEntry<Entry>[] {
    this.#cut();
    return this.#kept;
  }

  /** Returns a function that forgets everything since now. */
  remember(): () => void {
    const [kept, last] = [[...this.#kept], this.#last];
    return () => {
      this.#kept = kept;
      this.#last = last;
    };
  }

  #cut(): void {
    this.#kept.sort(compareScored);
    if (this.#kept.length >= this.#most) {
      this.#kept.length = this.#most;
      this.#last = this.#kept.at(-1);
    }
  }
}

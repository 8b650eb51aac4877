// Notices the directories that a search passes by because they are ignored, and puts the first one of each read where it belongs
// among the entries: a page that gets past it says that not everything was searched. One is enough for that, so none are kept.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import type { DirectoryFilter, KeptEntry } from "./filter.ts";
import { isBehind, type Place } from "./place.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { Judge, SortedEntries } from "./sorted-read.ts";

export class PassedBy {
  readonly #keyOf: SiblingKey;
  readonly #path: ByteString;
  #first: (Place & { readonly entry: Entry }) | undefined;

  constructor(keyOf: SiblingKey, path: ByteString) {
    this.#keyOf = keyOf;
    this.#path = path;
  }

  /** The same filter, but it notices what is passed by. */
  watch(filter: DirectoryFilter): Judge {
    if (filter.passesBy !== true) {
      return filter as Judge;
    }
    return {
      cost: filter.cost ?? 0,
      judge: (entry) => {
        const verdict = filter.judge(entry);
        if (verdict !== "pass" && verdict !== "skip") {
          return verdict;
        }
        const key = this.#keyOf(entry, this.#path);
        if (this.#first === undefined || isBehind(this.#first.key, this.#first.entry, { key, entry })) {
          this.#first = { key, entry };
        }
        return verdict === "pass" ? "ignore" : "hide";
      },
    };
  }

  /** The read starts over. */
  clear(): void {
    this.#first = undefined;
  }

  /** What was read, and in its place the first directory that was passed by, unless the next read will come to it. */
  addTo(read: SortedEntries): SortedEntries {
    const first = this.#first;
    if (first === undefined || (read.rest !== undefined && isBehind(first.key, first.entry, read.rest))) {
      return read;
    }
    const behind = read.entries.findIndex((entry) => isBehind(this.#keyOf(entry, this.#path), entry, first));
    const { name, kind } = first.entry;
    const passed: KeptEntry = { name, kind, verdict: "skip" };
    return { ...read, entries: read.entries.toSpliced(behind === -1 ? read.entries.length : behind, 0, passed) };
  }
}

// Takes the entries of a directory, as far as its filter lets them through, and finds out which directories are entered.
import type { Entry } from "../core/entry.ts";
import type { Batch } from "../core/file-system.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import type { Pace } from "../core/pace.ts";
import { strideOf } from "../reading/selection.ts";
import { takeEntry } from "./counted-directory.ts";
import { PackedNames } from "./packed-names.ts";

/** Makes the filter of the directory. `entries` are all of its entries, if they are known. */
export type FilterOfDirectory = (entries: readonly Entry[] | undefined) => Promise<DirectoryFilter> | DirectoryFilter;

/** Takes note of how an entry was judged. */
export type NoteVerdict = (entry: Entry, verdict: Verdict) => void;

export class EntryTaker {
  names: PackedNames;
  /** The indexes of the directories that are entered, and of those of them that are not in the listing themselves. */
  entered: number[] = [];
  leading: Set<number> | undefined;
  /** How many entries there were before the filter, and how many of them are denied. */
  seen = 0;
  denied = 0;
  /** Undefined until there were entries to judge. */
  filter: DirectoryFilter | undefined;
  readonly #makeFilter: FilterOfDirectory;
  readonly #pacing: Pace;
  readonly #noteVerdict: NoteVerdict;

  /** `names` is where the names go; it is empty. */
  constructor(names: PackedNames, makeFilter: FilterOfDirectory, pacing: Pace, noteVerdict: NoteVerdict) {
    this.names = names;
    this.#makeFilter = makeFilter;
    this.#pacing = pacing;
    this.#noteVerdict = noteVerdict;
  }

  /** Takes a batch. Returns a promise only if there is something to wait for: there rarely is, and there are many directories. */
  take({ entries, isWhole, startsOver }: Batch): Promise<void> | undefined {
    if (startsOver === true) {
      this.names = new PackedNames();
      this.entered = [];
      this.leading = undefined;
      this.seen = 0;
    }
    this.seen += entries.length;
    if (this.filter === undefined) {
      const found = this.#makeFilter(isWhole === true ? entries : undefined);
      if (found instanceof Promise) {
        return found.then((filter) => {
          this.filter = filter;
          return this.#judge(filter, entries, 0);
        });
      }
      this.filter = found;
    }
    return this.#judge(this.filter, entries, 0);
  }

  /** Judges the entries from `from` on. */
  #judge(filter: DirectoryFilter, entries: readonly Entry[], from: number): Promise<void> | undefined {
    const { pause, signal } = this.#pacing;
    const stride = strideOf(filter);
    for (let start = from; start < entries.length; start += stride) {
      this.#add(filter, entries, start, Math.min(start + stride, entries.length));
      const turn = pause();
      if (turn !== undefined) {
        return turn.then(() => {
          signal?.throwIfAborted();
          return this.#judge(filter, entries, start + stride);
        });
      }
    }
    signal?.throwIfAborted();
    return undefined;
  }

  #add(filter: DirectoryFilter, entries: readonly Entry[], start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const entry = entries[at] as Entry;
      const verdict = filter.judge(entry);
      this.denied += Number(verdict === "deny");
      // Most are shown, and there is nothing to note then.
      if (verdict !== "show") {
        this.#noteVerdict(entry, verdict);
      }
      const index = takeEntry(this.names, entry, verdict);
      if (index !== undefined) {
        this.entered.push(index);
        if (verdict === "lead") {
          this.leading ??= new Set();
          this.leading.add(index);
        }
      }
    }
  }
}

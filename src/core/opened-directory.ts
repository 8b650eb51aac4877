// The events of one open directory in a walk in the order of whole paths, created one by one as the walk reaches them.
import { joinPath, type ByteString } from "./byte-string.ts";
import { isEntered, type DirectoryFilter, type KeptEntry } from "./filter.ts";
import type { OpenDirectory } from "./open-directory.ts";
import { insertByEvent, type EventOrder, type PathEvent, type PathKey } from "./path-event.ts";
import type { Place } from "./place.ts";
import type { Visit } from "./visit.ts";

/** Where a directory is in the walk, and how its events are ordered. */
export interface DirectoryInWalk {
  readonly path: ByteString;
  readonly name: ByteString;
  /** The depth of its entries. */
  readonly depth: number;
  /** Whether the walk enters the directories inside it. */
  readonly enters: boolean;
  readonly keyOf: PathKey;
  readonly order: EventOrder;
}

export class OpenedDirectory {
  readonly directory: DirectoryInWalk;
  readonly filter: DirectoryFilter;
  /** The next event; none at the end. */
  next: PathEvent | undefined;
  #entries: readonly KeptEntry[];
  /** How many of the entries have been used. */
  #used = 0;
  /** Where to continue reading when the entries are used up. */
  #rest: Place | undefined;
  /** The next event that shows an entry. */
  #show: PathEvent | undefined;
  /** The enter events of directories whose entries were already used. Sorted, with the first one at the end. */
  readonly #waiting: PathEvent[] = [];

  constructor(directory: DirectoryInWalk, { filter, entries, rest }: OpenDirectory) {
    this.directory = directory;
    this.filter = filter;
    this.#entries = entries;
    this.#rest = rest;
    this.#prepare();
  }

  /** The number of entries in memory. */
  get held(): number {
    return this.#entries.length;
  }

  /** How many directories are waiting to be entered. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Where to continue reading before the next event can be known; undefined if it is known already. */
  get rest(): Place | undefined {
    const isUsedUp = this.#show === undefined && this.#used === this.#entries.length;
    return isUsedUp && !this.#entersBefore(this.#rest?.key) ? this.#rest : undefined;
  }

  /** Moves past the next event. */
  advance(): void {
    if (this.next === this.#show) {
      this.#show = undefined;
    } else {
      this.#waiting.pop();
    }
    this.#prepare();
  }

  /** Continues with what was read after `rest`, or with no entries if that read failed. */
  readOn(opened: OpenDirectory | undefined): void {
    this.#entries = opened?.entries ?? [];
    this.#rest = opened?.rest;
    this.#used = 0;
    this.#prepare();
  }

  /** Drops the entries. They are read again when the walk reaches them. */
  forget(): void {
    const last = this.#entries[this.#used - 1];
    if (last === undefined) {
      // None has been used yet, so there is no place to continue from.
      return;
    }
    if (this.#used < this.#entries.length) {
      this.#rest = { key: this.directory.keyOf(joinPath(this.directory.path, last.name)), entry: last };
    }
    this.#entries = [];
    this.#used = 0;
  }

  /** The directories that will be entered next, if nothing comes in between. A file system may prefetch them. */
  soon(count: number): ByteString[] {
    const waiting = this.#waiting.slice(-count).map(({ visit }) => visit.path);
    const behind = this.#entries
      .slice(this.#used, this.#used + 2 * count)
      .filter(({ kind, verdict }) => kind === "directory" && isEntered(verdict))
      .map(({ name }) => joinPath(this.directory.path, name));
    return [...waiting.toReversed(), ...behind].slice(0, count);
  }

  #prepare(): void {
    const { path: directory, depth, enters, keyOf, order } = this.directory;
    while (this.#show === undefined && this.#used < this.#entries.length) {
      const { name, kind, verdict } = this.#entries[this.#used] as KeptEntry;
      const path = joinPath(directory, name);
      const key = keyOf(path);
      if (this.#entersBefore(key)) {
        break;
      }
      this.#used += 1;
      const visit: Visit = verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth };
      if (verdict !== "lead" && verdict !== "skip") {
        this.#show = { key, visit, name, enters: false };
      }
      if (enters && kind === "directory" && isEntered(verdict)) {
        const event = { key: keyOf(`${path}/` as ByteString), visit, name, enters: true };
        insertByEvent(this.#waiting, event, itself, order);
      }
    }
    const enter = this.#waiting.at(-1);
    const isEntering = enter !== undefined && (this.#show === undefined || order(enter, this.#show) < 0);
    this.next = isEntering ? enter : this.#show;
  }

  /** Whether a directory is to be entered before anything with this key or a greater one. */
  #entersBefore(key: string | undefined): boolean {
    const first = this.#waiting.at(-1);
    return first !== undefined && key !== undefined && first.key < key;
  }
}

function itself(event: PathEvent): PathEvent {
  return event;
}

// Reads the keys of a store, within the requests that may be made, and leaves out the denied ones as if they were not there:
// neither how many there are nor where they are shows in what is read.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, KeyPage } from "../core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { keepPace, type Pace } from "../core/pace.ts";

/** So many times the requests that may be made are not counted, because denied keys were all or part of what they brought. */
export const MOST_FREE = 4;

/** Comes after everything in a directory. */
const LAST = toByteString("\u{10ffff}");

/** How far keys were read. */
export interface KeyRange {
  /** The directory whose keys they are. */
  readonly path: ByteString;
  /** What the operator denies in it. */
  readonly denied: DirectoryFilter;
  /** Whether what is in its directories is left out. */
  readonly byDirectory: boolean;
  /** Where the next request starts. */
  after: ByteString | undefined;
  /** Whether the store has no more. */
  isLast: boolean;
  /** How many keys the last answer had, and those that are not used yet. */
  size: number;
  rest: readonly ByteString[];
  /** The times of the keys that were read, if they were asked for. */
  readonly times: Map<ByteString, number>;
}

/** The keys of a directory, from the first. */
export function startRange(path: ByteString, denied: DirectoryFilter, byDirectory: boolean = false): KeyRange {
  return { path, denied, byDirectory, after: undefined, isLast: false, size: 0, rest: [], times: new Map() };
}

/** Whose keys are read, and by how many requests. */
export interface KeySettings extends Pace {
  readonly root: ByteString;
  readonly maxRequests: number;
}

/** A directory on the way to the last key; without a filter if it is denied. */
interface OpenDirectory {
  readonly name: ByteString;
  readonly filter: DirectoryFilter | undefined;
}

export class VisibleKeys {
  readonly #settings: KeySettings;
  readonly #fileSystem: FileSystem;
  #requests = 0;
  /** How many of them would have been made without the denied keys. */
  #counted = 0;

  constructor(settings: KeySettings, fileSystem: FileSystem) {
    this.#settings = settings;
    this.#fileSystem = fileSystem;
  }

  /** Whether no more requests may be made. */
  get isOver(): boolean {
    return this.#isSpent(this.#counted) || this.#settings.timeLeft() <= 0;
  }

  /**
   * The next keys that are not denied, as many as one request would bring without the denied ones. That may take more requests, as
   * long as there are some that are not counted. `takesTimes`: with the times of their modification.
   */
  async read(range: KeyRange, takesTimes: boolean = false): Promise<KeyPage> {
    let keys = range.rest;
    let most = keys.length === 0 ? Infinity : range.size;
    let isThere = false;
    let isAnyDenied = false;
    const times = range.times;
    // What comes after a known key would be asked for without the denied keys, too, even if that is nothing.
    const isOwed = range.size === 0 && range.after !== undefined;
    this.#counted += 1;
    while (!range.isLast && keys.length < most && (most === Infinity || this.#mayGoOn(keys.length > 0))) {
      const page = await this.#ask(range, takesTimes);
      page.times?.forEach((time, key) => times.set(key, time));
      const visible = await this.#leaveOutDenied(range, page.keys);
      isThere ||= page.isThere === true;
      isAnyDenied ||= visible.length < page.keys.length;
      range.isLast = page.isLast;
      range.size = page.keys.length;
      most = most === Infinity ? range.size : most;
      keys = keys.length === 0 ? visible : [...keys, ...visible];
    }
    if (isAnyDenied && keys.length === 0 && !isOwed) {
      this.#counted -= 1;
    }
    range.rest = keys.slice(most);
    const page = { keys: keys.slice(0, most), isLast: range.isLast && range.rest.length === 0, isThere };
    return takesTimes ? { ...page, times } : page;
  }

  /** Whether another request may be made for the keys that are being read. */
  #mayGoOn(hasKeys: boolean): boolean {
    const { maxRequests, timeLeft } = this.#settings;
    const isFree = this.#requests - this.#counted < MOST_FREE * maxRequests;
    return (isFree || (!hasKeys && !this.#isSpent(this.#counted - 1))) && timeLeft() > 0;
  }

  #isSpent(counted: number): boolean {
    const { maxRequests } = this.#settings;
    return counted + Math.max(0, this.#requests - counted - MOST_FREE * maxRequests) >= maxRequests;
  }

  async #ask({ path, after, byDirectory }: KeyRange, takesTimes: boolean): Promise<KeyPage> {
    const { root, signal, timeLeft } = this.#settings;
    await keepPace(this.#settings);
    this.#requests += 1;
    const options = { after, byDirectory, takesTimes, signal, timeoutMs: timeLeft() / 2 };
    const page = await (this.#fileSystem as Required<FileSystem>).readKeys(root, path, options);
    signal?.throwIfAborted();
    return page;
  }

  /** The keys that are not denied. The next request starts after all of them, and after the denied directory that they end in. */
  async #leaveOutDenied(range: KeyRange, keys: readonly ByteString[]): Promise<readonly ByteString[]> {
    const { pause, signal } = this.#settings;
    range.after = keys.at(-1) ?? range.after;
    if (range.denied === SHOW_ALL) {
      return keys;
    }
    const visible: ByteString[] = [];
    const open: OpenDirectory[] = [];
    for (const key of keys) {
      if (!(await isDenied(key, range.denied, open, signal))) {
        visible.push(key);
      }
      await pause();
      signal?.throwIfAborted();
    }
    if (!range.byDirectory && open.at(-1)?.filter === undefined && open.length > 0) {
      range.after = `${open.map(({ name }) => name).join("/")}/${LAST}` as ByteString;
    }
    return visible;
  }
}

/** Whether a key is denied, or a directory that it is in. `open` is the way to the key before it, and becomes that to this one. */
async function isDenied(
  key: ByteString,
  denied: DirectoryFilter,
  open: OpenDirectory[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const names = key.split("/") as ByteString[];
  const file = names.pop() as ByteString;
  let filter = denied;
  for (const [level, name] of names.entries()) {
    if (open[level]?.name !== name) {
      const isHidden = filter.judge({ name, kind: "directory" }) === "deny";
      open.splice(level, Infinity, { name, filter: isHidden ? undefined : await filter.enter(name, signal) });
    }
    const entered = (open[level] as OpenDirectory).filter;
    if (entered === undefined) {
      open.length = level + 1;
      return true;
    }
    filter = entered;
  }
  open.length = names.length;
  return file !== "" && filter.judge({ name: file, kind: "file" }) === "deny";
}

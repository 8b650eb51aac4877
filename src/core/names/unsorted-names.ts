// The entries of a huge directory as they are read, in little memory, until somebody wants them in order. Each batch is one string,
// which takes a byte for each character: several times less than entries do, and making it costs a tenth of reading them.
import type { ByteString } from "../byte-string.ts";
import type { Entry, ReadKind } from "../entry.ts";
import type { Pause } from "../pace.ts";
import { sortNames } from "./sort-names.ts";
import { NameTable, SortedNames } from "./sorted-names.ts";

/** Directories with fewer entries are not worth keeping: they are read as quickly as they are looked up. */
export const LEAST_ENTRIES = 1000;

/** No name contains it. */
const SEPARATOR = "/";

/** What an entry takes besides its name when it is sorted: where it starts, its index, its kind. */
const BYTES_PER_ENTRY = 9;
const BYTES_PER_DIRECTORY = 5;

/** The entries of one batch. */
interface Piece {
  /** The names, with separators between them. */
  readonly names: string;
  /** The kinds of all of them; undefined if all are files. */
  readonly kinds: readonly ReadKind[] | undefined;
}

export class UnsortedNames {
  #pieces: Piece[] = [];
  #length = 0;
  #directories = 0;
  /** How many bytes all names have. */
  #bytes = 0;
  #steps: Generator<void, SortedNames> | undefined;
  #sorted: SortedNames | undefined;

  get length(): number {
    return this.#length;
  }

  /** About how much memory they take when they are sorted. Until then it is less. */
  get size(): number {
    return this.#bytes + BYTES_PER_ENTRY * this.#length + BYTES_PER_DIRECTORY * this.#directories;
  }

  add(entries: readonly Entry[]): void {
    if (entries.length === 0) {
      return;
    }
    // One loop: three calls with functions take twice as long, for each of a million entries.
    const words: ByteString[] = [];
    let areFiles = true;
    for (const { name, kind } of entries) {
      words.push(name);
      areFiles &&= kind === "file";
      this.#directories += Number(kind === "directory");
    }
    const names = words.join(SEPARATOR);
    const kinds = areFiles ? undefined : entries.map(({ kind }) => kind);
    this.#pieces.push({ names, kinds });
    this.#length += entries.length;
    this.#bytes += names.length - entries.length + 1;
  }

  /** All entries, some at a time, in the order in which they were read, or sorted if they have been. */
  *batches(): Generator<Entry[], void> {
    for (let start = 0; this.#sorted !== undefined && start < this.#length; start += BATCH) {
      yield this.#sorted.slice(start, Math.min(start + BATCH, this.#length));
    }
    for (const piece of this.#sorted === undefined ? this.#pieces : []) {
      yield toEntries(piece);
    }
  }

  /**
   * Sorts them, once, when somebody first asks. After that none may be added. Several callers may ask at once: they do the work
   * together, so one whose `pause` throws leaves the rest of it to the others.
   */
  async sort(pause: Pause): Promise<SortedNames> {
    this.#steps ??= this.#sort();
    while (this.#sorted === undefined) {
      const { done, value } = this.#steps.next();
      if (done === true) {
        this.#sorted = value;
        this.#pieces = [];
      } else {
        await pause();
      }
    }
    return this.#sorted;
  }

  *#sort(): Generator<void, SortedNames> {
    const table = new NameTable(this.#length, this.#bytes + this.#directories);
    for (const piece of this.#pieces) {
      addTo(table, piece);
      yield;
    }
    return new SortedNames(table, yield* sortNames(table));
  }
}

const BATCH = 1024;

/** Adds the entries of a piece to a table. */
function addTo(table: NameTable, { names, kinds }: Piece): void {
  let start = 0;
  for (let index = 0; start <= names.length; index += 1) {
    const end = names.indexOf(SEPARATOR, start);
    const next = end === -1 ? names.length : end;
    table.add(kinds?.[index] ?? "file", names, start, next);
    start = next + 1;
  }
}

function toEntries({ names, kinds }: Piece): Entry[] {
  return names.split(SEPARATOR).map((name, index) => ({ name: name as ByteString, kind: kinds?.[index] ?? "file" }));
}

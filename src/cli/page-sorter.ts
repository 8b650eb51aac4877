// The order of a page for people: directories first where one does not fit, or with `--sort` by size or time. To find the largest, the size
// of every entry must be known: as many are read as this takes, up to a bound, and the page is chosen among them.
import type { ListDirEntry, ListDirPage } from "../render/listing.ts";
import { writeNumber } from "../render/map-word.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import type { ListArguments } from "./option-table.ts";
import type { ListCommand } from "./parse-command.ts";

/** How many entries are read, and sorted. */
const MOST_SORTED = 10_000;

/** Reads a page in the order of listings, with details. */
type ReadPage = (asked: ListArguments) => Promise<ListDirPage>;

export interface SortedPage {
  readonly page: ListDirPage;
  /** The line that says so, if not all entries that could be on the page were sorted. */
  readonly notes: readonly string[];
}

/** Sorts what a command asks for, page by page. */
export class PageSorter {
  readonly #asked: ListArguments;
  readonly #by: ListCommand["sort"];
  readonly #read: ReadPage;
  /** Entries to be sorted, by how deep they are at most. */
  readonly #pools = new Map<number | undefined, Promise<ListDirPage>>();

  constructor(asked: ListArguments, by: ListCommand["sort"], readPage: ReadPage) {
    this.#asked = asked;
    this.#by = by;
    this.#read = readPage;
  }

  /** A page of this many entries. Throws a `FunctionCallError`. */
  async page(limit: number): Promise<SortedPage> {
    const { offset = 1 } = this.#asked;
    if (offset > MOST_SORTED) {
      const page = await this.#read({ ...this.#asked, limit });
      return {
        page,
        notes: [`[only the first ${writeNumber(MOST_SORTED)} entries are sorted by ${this.#by}]`],
      };
    }
    const pool = await this.#poolFor(offset + limit);
    const page = choosePage(pool, this.#by, { ...this.#asked, offset, limit });
    const isSorted = pool.moreThan === undefined || !reachesEnd(page, pool, this.#asked.order);
    return {
      page,
      notes: isSorted ? [] : [`[sorted by ${this.#by}: the first ${writeNumber(MOST_SORTED)} entries, of more]`],
    };
  }

  /** Entries enough for a page that ends before this one. Those of the root come first, and are often all that the page shows. */
  async #poolFor(end: number): Promise<ListDirPage> {
    const { order, include } = this.#asked;
    if (order !== "tree" && include === undefined && this.#asked.depth !== 1) {
      const root = await this.#readPool(1);
      if (root.moreThan !== undefined || root.entries.length >= end) {
        return root;
      }
    }
    return this.#readPool(this.#asked.depth);
  }

  #readPool(depth: number | undefined): Promise<ListDirPage> {
    const pool = this.#pools.get(depth) ?? this.#read({ ...this.#asked, offset: 1, limit: MOST_SORTED, depth });
    this.#pools.set(depth, pool);
    return pool;
  }
}

/** The page of sorted entries. What has no size or time comes last, by name. */
function choosePage(
  pool: ListDirPage,
  by: ListCommand["sort"],
  { order, offset, limit }: ListArguments & { readonly offset: number; readonly limit: number },
): ListDirPage {
  const branches = arrangeBranches(toBranches(pool.entries), (siblings) => sortSiblings(siblings, by));
  const all = (order === "tree" ? toEntries(branches) : byLevel(branches)).filter(({ context }) => context !== true);
  const chosen = new Set(all.slice(offset - 1, offset - 1 + limit));
  if (chosen.size === 0 && all.length > 0) {
    throw respondToModel("offset exceeds directory entry count");
  }
  const { moreThan: _more, next: _next, nextOffset: _offset, ...end } = pool;
  const isMore = pool.moreThan !== undefined || all.length > offset - 1 + chosen.size;
  return {
    ...end,
    entries: toEntries(keepChosen(branches, chosen)),
    ...(isMore && { moreThan: chosen.size, nextOffset: offset + chosen.size }),
  };
}

function sortSiblings(siblings: readonly Branch[], by: ListCommand["sort"]): readonly Branch[] {
  const amountOf = ({ entry }: Branch) => (by === "size" ? entry.size : entry.modifiedMs) ?? -Infinity;
  // The difference of two that have no size or time is NaN: they keep their order.
  return siblings.toSorted((one, other) => amountOf(other) - amountOf(one) || 0);
}

/** Every entry of a level before the first of the next. */
function byLevel(branches: readonly Branch[]): ListDirEntry[] {
  const entries: ListDirEntry[] = [];
  for (let level = branches; level.length > 0; level = level.flatMap(({ inside }) => inside)) {
    entries.push(...level.map(({ entry }) => entry));
  }
  return entries;
}

/** The chosen entries below the directories that lead to them, with signs for their siblings on other pages. */
function keepChosen(siblings: readonly Branch[], chosen: ReadonlySet<ListDirEntry>): Branch[] {
  const own = siblings.filter(({ entry }) => entry.context !== true);
  const first = own.findIndex(({ entry }) => chosen.has(entry));
  const last = own.findLastIndex(({ entry }) => chosen.has(entry));
  const isCut = siblings.some(({ entry }) => entry.moreAfter === true || entry.moreBefore === true);
  return siblings.flatMap((branch) => {
    const { moreBefore: _before, moreAfter: _after, ...entry } = branch.entry;
    const inside = keepChosen(branch.inside, chosen);
    if (chosen.has(branch.entry)) {
      const hasBefore = first > 0 && branch === own[first];
      const hasAfter = branch === own[last] && (last < own.length - 1 || isCut);
      const place = { ...(hasBefore && { moreBefore: true as const }), ...(hasAfter && { moreAfter: true as const }) };
      return [{ entry: { ...entry, ...place }, inside }];
    }
    const isUnreadable = entry.context === true && entry.problem !== undefined;
    return inside.length > 0 || isUnreadable ? [{ entry: { ...entry, context: true }, inside }] : [];
  });
}

/** Whether a page shows entries that others could come before which were not read. By level, that is only the last level. */
function reachesEnd(page: ListDirPage, pool: ListDirPage, order: ListArguments["order"]): boolean {
  return order === "tree" || lastLevelOf(page) === lastLevelOf(pool);
}

function lastLevelOf({ entries }: ListDirPage): number {
  return Math.max(0, ...entries.map(({ depth, context }) => (context === true ? 0 : depth)));
}

/** An entry with what the page shows below it. */
interface Branch {
  readonly entry: ListDirEntry;
  readonly inside: readonly Branch[];
}

/** The branches of the root. */
function toBranches(entries: readonly ListDirEntry[]): Branch[] {
  const top: Branch[] = [];
  const above: { readonly entry: ListDirEntry; readonly inside: Branch[] }[] = [];
  for (const entry of entries) {
    while ((above.at(-1)?.entry.depth ?? 0) >= entry.depth) {
      above.pop();
    }
    const branch = { entry, inside: [] };
    (above.at(-1)?.inside ?? top).push(branch);
    above.push(branch);
  }
  return top;
}

/** The branches with those of each directory in the order that `arrange` gives them. */
function arrangeBranches(
  branches: readonly Branch[],
  arrange: (siblings: readonly Branch[]) => readonly Branch[],
): Branch[] {
  return arrange(branches).map(({ entry, inside }) => ({ entry, inside: arrangeBranches(inside, arrange) }));
}

/** The entries, each directory before its own. */
function toEntries(branches: readonly Branch[]): ListDirEntry[] {
  return branches.flatMap(({ entry, inside }) => [entry, ...toEntries(inside)]);
}

/** Of a directory that does not fit on the page, directories stand before files, as the page was chosen. */
export function directoriesFirst(page: ListDirPage): ListDirPage {
  const branches = arrangeBranches(toBranches(page.entries), (siblings) => {
    const isPart = siblings.some(({ entry }) => entry.moreBefore === true || entry.moreAfter === true);
    return isPart ? siblings.toSorted((one, other) => rankOf(one) - rankOf(other)) : siblings;
  });
  return { ...page, entries: toEntries(branches) };
}

function rankOf({ entry }: Branch): number {
  return entry.kind === "directory" ? 0 : 1;
}

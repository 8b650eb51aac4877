// A page of a directory for people at a terminal. Dot names may be left out, and are counted. Of a directory that is only partly on the
// page, directories come first. And the page knows where its tree goes on.
import { directoryOf } from "../core/byte-string.ts";
import type { Visit } from "../core/visit.ts";
import { directoriesFirstKey, treeKey } from "../core/entry.ts";
import { DotNames } from "../filters/dot-names.ts";
import { shortenPage } from "../walks/take-page.ts";
import { arrangeAsTree, type TreeLine } from "../render/render-listing.ts";
import type { ListDirPage } from "../render/listing.ts";
import { renderRoot } from "../render/our-words.ts";
import { renderCursorPast } from "../render/shown-path.ts";
import { checkedOptions } from "./check-options.ts";
import {
  areSiblings,
  endOf,
  LIST_DIR_RULES,
  readLeafPage,
  toEntries,
  toListDirPage,
  type LeafPage,
  type ListDirOptions,
} from "./list-dir.ts";
import { toLeafSettings, type ListDirSettings } from "./list-dir-settings.ts";
import { toGlobs } from "./listing-filter.ts";
import { toOpenGuard } from "./listing-guard.ts";

export interface PageForPeople {
  readonly page: ListDirPage;
  /** How many dot names were left out, in the directories of which the page shows something. */
  readonly dotNames: number;
  /** In order `tree`: the depths of the directories above the last entry in which more entries follow; 0 for the root. */
  readonly openDepths: ReadonlySet<number>;
}

/** Entries that were read for a page. */
export interface EntriesForPeople {
  /** The page of all of them, or of the first ones, if a window has no room for more. */
  page(limit?: number): Promise<PageForPeople>;
}

/** Reads a page. `leavesOut`: without dot names, though `hidden` says nothing of them. Throws a `FunctionCallError`. */
export async function listForPeople(options: ListDirOptions, leavesOut: boolean): Promise<EntriesForPeople> {
  const dotNames = leavesOut ? new DotNames() : undefined;
  const { page: whole, settings } = await read(options, dotNames);
  return {
    async page(limit = Infinity) {
      const page = { ...whole, ...shortenPage(whole, limit) };
      const isTree = settings.order === "tree";
      return {
        page: isTree ? toListDirPage(page, settings) : toPageByLevel(page, settings),
        dotNames: dotNames?.countIn(directoriesOf(page.entries)) ?? 0,
        openDepths: isTree ? await findOpenDepths(options, page, dotNames) : new Set(),
      };
    },
  };
}

async function read(
  options: ListDirOptions,
  dotNames: DotNames | undefined,
): Promise<{ readonly page: LeafPage; readonly settings: ListDirSettings }> {
  const given = checkedOptions(options, LIST_DIR_RULES);
  const asked = await toLeafSettings(given, toOpenGuard(given));
  const settings = dotNames === undefined ? asked : withoutDotNames(asked, dotNames);
  const keyOf = settings.guard.fileSystem.isObjectStore === true ? treeKey : directoriesFirstKey;
  return { page: await readLeafPage(settings, keyOf), settings };
}

function withoutDotNames(settings: ListDirSettings, dotNames: DotNames): ListDirSettings {
  const { makeFilter } = settings;
  return {
    ...settings,
    makeFilter: async (...given) => {
      const make = await makeFilter?.(...given);
      return async (entries) => dotNames.around(await make?.(entries));
    },
  };
}

/** The page with the signs for what is on other pages at its first and its last entry. */
function toPageByLevel(page: LeafPage, settings: ListDirSettings): ListDirPage {
  const [first] = page.entries;
  const last = page.entries.at(-1);
  const isPart = last !== undefined && page.next !== undefined && areSiblings(last, page.next);
  const lines = arrangeAsTree({ entries: page.entries, problems: page.problems, marks: page.marks }).map((line) => ({
    ...line,
    hasBefore: first?.hasBefore === true && isLineOf(line, first) ? (true as const) : undefined,
    hasAfter: isPart && isLineOf(line, last) ? (true as const) : undefined,
  }));
  return { root: renderRoot(settings.path), entries: toEntries(lines), ...endOf(page, page, settings) };
}

function isLineOf({ visit }: TreeLine, entry: Visit): boolean {
  return visit.path === entry.path && visit.kind === entry.kind;
}

/** The directories in which entries are, and the root. */
function directoriesOf(entries: readonly Visit[]): ReadonlySet<string> {
  return new Set(["", ...entries.map(({ path }) => directoryOf(path))]);
}

/**
 * The directories in which entries follow after a page in order `tree`. The page knows the next entry; whether more comes after its
 * directory, and after those above, is looked up. A search would have to go on to know: there, more may come everywhere.
 */
async function findOpenDepths(
  options: ListDirOptions,
  page: LeafPage,
  dotNames: DotNames | undefined,
): Promise<ReadonlySet<number>> {
  const open = new Set<number>();
  let next = page.next;
  while (next !== undefined) {
    open.add(next.depth - 1);
    if (toGlobs(options.include) !== undefined) {
      Array.from({ length: next.depth - 1 }, (_, depth) => open.add(depth));
      return open;
    }
    if (next.depth === 1) {
      return open;
    }
    const beyond = { after: renderCursorPast(directoryOf(next.path)), depth: next.depth - 1, offset: 1, limit: 1 };
    const found = await read({ ...options, ...beyond, order: "tree", details: false }, dotNames);
    [next] = found.page.entries;
  }
  return open;
}

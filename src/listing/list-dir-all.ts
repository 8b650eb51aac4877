// `list_dir` from the first entry to the last, in order `tree`: page after page, joined into one tree.
import { markedEntries } from "../walks/take-page.ts";
import type { Visit } from "../core/visit.ts";
import { bytesOfEntry, type ListDirEntry } from "../render/listing.ts";
import { renderRoot, type ListingEnd } from "../render/our-words.ts";
import { parseCursor } from "../render/shown-path.ts";
import { checkedOptions, type RulesFor } from "./check-options.ts";
import { HeldNames } from "./read-through.ts";
import {
  endOf,
  LIST_DIR_RULES,
  readLeafPage,
  toListDirEntry,
  toListDirPage,
  type LeafPage,
  type ListDirOptions,
} from "./list-dir.ts";
import { toLeafSettings } from "./list-dir-settings.ts";
import { tooSlow } from "./listing-failure.ts";
import { toGlobs } from "./listing-filter.ts";
import { toOpenGuard } from "./listing-guard.ts";

/** Options of `listDirAll`: those of `listDir` that do not choose a page. */
export interface ListDirAllOptions extends Omit<ListDirOptions, "limit" | "offset" | "order" | "depth"> {
  /**
   * How many levels are listed: 1 is the directory's own entries.
   * @default Infinity
   */
  readonly depth?: number | undefined;
}

const { limit: _limit, offset: _offset, order: _order, ...LIST_DIR_ALL_RULES } = LIST_DIR_RULES;

/** A part of the tree: what comes after the previous part. What it says about the whole is in the last part. */
export interface ListDirPart extends Omit<ListingEnd, "timedOutAfter"> {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries, and the directories shown only because they are above one. Each entry and directory is in one part only. */
  readonly entries: readonly ListDirEntry[];
  /** Directories of earlier parts that could not be read any more: the rest of their content is missing. */
  readonly unfinished: readonly ListDirEntry[];
}

/** The first page is small, so that it comes quickly. */
const FIRST_LIMIT = 1000;

/** Later ones are larger, but not so large that the engine has to move them out of its memory for young objects. */
const LARGE_LIMIT = 4000;

/**
 * A directory whose names are too many to keep is read again for each page, so pages are large then. Memory use is in proportion to
 * this, whatever the size of the tree.
 */
const LARGEST_LIMIT = 50_000;

const GROWTH = 4;

/**
 * Everything in a directory, in parts. A reader that has enough stops between two of them. Throws a `FunctionCallError`, or a
 * `TypeError` for an invalid option.
 */
export async function* listDirAll(options: ListDirAllOptions): AsyncGenerator<ListDirPart, void> {
  const given = checkedOptions(options, LIST_DIR_ALL_RULES satisfies RulesFor<keyof ListDirAllOptions>);
  const settings = await toLeafSettings({ depth: Infinity, ...given, order: "tree" }, toOpenGuard(given));
  /** The directories that the last entry is in, including the entry itself if it is one. */
  let shown: string[] = [];
  let { after } = settings;
  let isPassedBy = false;
  let hasProblems = false;
  const heldNames = new HeldNames();
  for (let limit = FIRST_LIMIT; ; limit *= GROWTH) {
    limit = Math.min(limit, heldNames.hasTooMany ? LARGEST_LIMIT : LARGE_LIMIT);
    const pageSettings = { ...settings, after, limit, mostProblems: limit, heldNames };
    const page = await readLeafPage(pageSettings);
    hasProblems ||= page.hasProblems === true;
    // Which globs have matched was noted on all pages, so the last one is asked as if it were the only one.
    const whole = { ...pageSettings, after: settings.after };
    const said = endOf({ ...page, hasProblems }, page, whole);
    const { next, timedOutAfter, passedBy, moreThan: _more, nextOffset: _next, nothingAfter: _after, ...why } = said;
    isPassedBy ||= passedBy === true;
    if (timedOutAfter !== undefined && next === undefined) {
      throw tooSlow(settings.guard.deadlineMs);
    }
    const root = renderRoot(settings.path);
    const end = { ...why, ...(isPassedBy && next === undefined && ({ passedBy: true } as const)) };
    const last = page.entries.at(-1);
    if (last !== undefined && after !== settings.after && !mayNeedContext(page, given)) {
      shown = keysAbove(last);
      yield { root, entries: markedEntries(page).map(toListDirEntry), unfinished: [], ...end };
    } else {
      yield { root, ...takeFresh(toListDirPage(page, pageSettings).entries, shown), ...end };
    }
    if (next === undefined) {
      return;
    }
    after = parseCursor(next);
  }
}

/**
 * Whether a page may have directories that no earlier page has shown, besides its entries: those that lead to what a search finds,
 * or that could not be read. Finding their places among the entries takes as long as reading them.
 */
function mayNeedContext({ problems }: LeafPage, { include }: ListDirAllOptions): boolean {
  return problems.length > 0 || toGlobs(include) !== undefined;
}

/** The keys of the directories above an entry, and its own. */
function keysAbove({ path, kind }: Visit): string[] {
  const keys: string[] = [];
  // A slash at the start does not end a name: a path whose first name is empty has an extra slash.
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
    keys.push(path.slice(0, end + 1));
  }
  return [...keys, kind === "directory" ? `${path}/` : path];
}

/** The entries of a page that earlier pages did not have. Keeps `shown` as it is after the last of them. */
function takeFresh(entries: readonly ListDirEntry[], shown: string[]): Pick<ListDirPart, "entries" | "unfinished"> {
  const fresh: ListDirEntry[] = [];
  const unfinished: ListDirEntry[] = [];
  for (const entry of entries) {
    // A directory's key ends in a slash: an object store can contain a file and a directory with the same name.
    const key = `${bytesOfEntry(entry)}${entry.kind === "directory" ? "/" : ""}`;
    const isKnown = entry.context === true && shown[entry.depth - 1] === key;
    if (!isKnown) {
      shown.length = entry.depth - 1;
      shown.push(key);
      fresh.push(isOfPage(entry) ? withoutPage(entry) : entry);
    } else if (entry.problem !== undefined) {
      unfinished.push(entry);
    }
  }
  return { entries: fresh, unfinished };
}

/** Whether an entry says something about its page, which means nothing in the whole tree. */
function isOfPage({ joined, moreBefore, moreAfter }: ListDirEntry): boolean {
  return joined === true || moreBefore === true || moreAfter === true;
}

/** A directory that leads only to the next one on its page may lead to more on the next page, so no lines are joined here. */
function withoutPage({
  joined: _joined,
  moreBefore: _before,
  moreAfter: _after,
  ...entry
}: ListDirEntry): ListDirEntry {
  return entry;
}

// `list_dir`: a page of a directory as entries, for programs, and as text within the size limit, for a model.
import { directoryOf, splitPath, toBytes, toExactText, toText, type ByteString } from "../core/byte-string.ts";
import type { Cursor } from "../walks/cursor.ts";
import { treeKey, shownKind, type SiblingKey, type EntryDetails } from "../core/entry.ts";
import type { Page } from "../walks/take-page.ts";
import type { Visit } from "../core/visit.ts";
import { walkBreadth } from "../walks/walk-breadth.ts";
import { walkTree } from "../walks/walk-tree.ts";
import { fitPage, PageText } from "../render/fit-page.ts";
import { toListingEntry, type ListDirEntry, type ListDirPage } from "../render/listing.ts";
import { renderRoot, renderMore, toNothingMatches, type PageEnd } from "../render/our-words.ts";
import {
  arrangeAsTree,
  joinedDirectories,
  joinLines,
  type ArrangedPage,
  type TreeLine,
} from "../render/render-listing.ts";
import { renderCursor, renderCursorPast } from "../render/shown-path.ts";
import { respondToModel, type FunctionCallError } from "../tooling/function-call-error.ts";
import { CHECKED_LATER, checkedOptions, rulesOf, type RulesFor } from "./check-options.ts";
import { LIST_DIR_ARGUMENTS, toLeafSettings, type ListDirRequest, type ListDirSettings } from "./list-dir-settings.ts";
import { REQUEST_RULES, TOLD_SHARE } from "./listing-filter.ts";
import { GUARD_RULES, toOpenGuard, type GuardOptions } from "./listing-guard.ts";
import { pathForErrors } from "./listing-failure.ts";
import { hasEntries, readPage, type ReadPage, type Walk } from "./read-root.ts";
import { rootTooLong, tooLong } from "./too-long.ts";

/** Options of `listDir`. The limits that protect a model's context (`maxLimit`, `deadlineMs`) are off by default. */
export interface ListDirOptions extends ListDirRequest, Omit<GuardOptions, "maxOutputBytes"> {}

const { maxOutputBytes: _ofText, ...GUARD_RULES_OF_ENTRIES } = GUARD_RULES;

export const LIST_DIR_RULES: RulesFor<keyof ListDirOptions> = {
  ...GUARD_RULES_OF_ENTRIES,
  ...REQUEST_RULES,
  ...rulesOf(LIST_DIR_ARGUMENTS),
  dirPath: CHECKED_LATER,
};

/** A page of a directory and of the levels below it, as `list_dir` shows it. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function listDir(options: ListDirOptions): Promise<ListDirPage> {
  const given = checkedOptions(options, LIST_DIR_RULES);
  const settings = await toLeafSettings(given, toOpenGuard(given));
  return toListDirPage(await readLeafPage(settings), settings);
}

/** A page as data. */
export function toListDirPage(page: LeafPage, settings: ListDirSettings): ListDirPage {
  const entries = toEntries(arrangeAsTree(withEnds(page, settings)));
  return { root: renderRoot(settings.path), entries, ...endOf(page, page, settings) };
}

/** An entry of a page as data, without anything that depends on the entries around it. */
export function toListDirEntry(visit: Visit): ListDirEntry {
  return visit.details === undefined ? toListingEntry(visit) : toDetailedEntry(visit, visit.details);
}

/** The entries of the lines, each with those that share its line. */
export function toEntries(lines: readonly TreeLine[]): ListDirEntry[] {
  const entries: ListDirEntry[] = [];
  for (const line of lines) {
    for (const directory of joinedDirectories(line)) {
      entries.push({ ...toListingEntry(directory), context: true, joined: true });
    }
    const { visit, isContext, hasBefore, hasAfter } = line;
    const entry = toListDirEntry(visit);
    const isPlain = !isContext && hasBefore !== true && hasAfter !== true;
    entries.push(isPlain ? entry : withPlace(entry, line));
  }
  return entries;
}

function withPlace(entry: ListDirEntry, { isContext, hasBefore, hasAfter }: TreeLine): ListDirEntry {
  return {
    ...entry,
    ...(isContext && { context: true }),
    ...(hasBefore === true && { moreBefore: true }),
    ...(hasAfter === true && { moreAfter: true }),
  };
}

function toDetailedEntry(visit: Visit, { size, modifiedMs, target }: EntryDetails): ListDirEntry {
  return {
    ...toListingEntry(visit),
    ...(size !== undefined && { size }),
    ...(modifiedMs !== undefined && { modifiedMs }),
    ...(target !== undefined && { target: toText(target) }),
    ...(target !== undefined && toExactText(target) === undefined && { targetBytes: toBytes(target) }),
  };
}

/** A part of a page, with whether it starts or ends in the middle of a directory. */
function withEnds(part: Page, { after, order }: Pick<ListDirSettings, "after" | "order">): ArrangedPage {
  const [first] = part.entries;
  const last = part.entries.at(-1);
  const isBelow = first !== undefined && after !== undefined && liesBelow(after, first);
  return {
    ...part,
    startsWithin: first?.hasBefore === true || isBelow,
    endsWithin: order === "breadth" && last !== undefined && part.next !== undefined && areSiblings(last, part.next),
  };
}

/** Whether a cursor lies below the directory of an entry. */
function liesBelow({ names }: Cursor, { path }: Visit): boolean {
  const above = splitPath(path).slice(0, -1);
  return names.length > above.length && above.every((name, index) => name === names[index]);
}

export function areSiblings(one: Visit, other: Visit): boolean {
  return one.path.lastIndexOf("/") === other.path.lastIndexOf("/") && directoryOf(one.path) === directoryOf(other.path);
}

/** What a part of a page says after its entries. */
export function endOf(part: Page, page: LeafPage, settings: ListDirSettings): PageEnd {
  const { order, skip, guard } = settings;
  const count = part.entries.length;
  const last = part.entries.at(-1);
  return {
    ...whyNothing(part, page, settings),
    ...unmatchedIn(part, settings),
    ...(part.passedBy !== undefined && { passedBy: true }),
    ...(part.more &&
      last !== undefined && {
        moreThan: count,
        ...(order === "tree"
          ? { next: renderCursor(last.path, shownKind(last.kind), guard.fileSystem.isObjectStore) }
          : { nextOffset: skip + count + 1 }),
      }),
  };
}

function whyNothing(part: Page, page: LeafPage, { givenAfter, tryGlob }: ListDirSettings): PageEnd {
  if (part.isLate === true) {
    return { timedOutAfter: page.readDirectories ?? 0 };
  }
  if (givenAfter !== undefined && part.entries.length === 0 && part.problems.length === 0) {
    return { nothingAfter: pathForErrors(givenAfter) };
  }
  if (page.nothing === "filtered") {
    return tryGlob === undefined ? { filtered: true } : { filtered: true, tryGlob };
  }
  return page.nothing === "empty" ? { empty: true } : {};
}

/** Which globs matched nothing, if this part shows the end of a listing that was read from its beginning, as a whole. */
function unmatchedIn(part: Page, { globMatches, after, guard }: ListDirSettings): PageEnd {
  if (globMatches === undefined || after !== undefined || part.more || part.hasProblems === true) {
    return {};
  }
  const found = part.entries.length > 0 ? globMatches.unmatched : [];
  const nothingMatches = toNothingMatches(found, guard.maxOutputBytes * TOLD_SHARE);
  return nothingMatches === undefined ? {} : { nothingMatches };
}

/** A page, and why it has no entries if it has none: the root is empty, or the filters let none through. */
export interface LeafPage extends ReadPage {
  readonly nothing?: "empty" | "filtered" | undefined;
}

/** The page that the settings ask for, as the walk yields it. `keyOf` is the order of a directory, by level. Throws a `FunctionCallError`. */
export async function readLeafPage(settings: ListDirSettings, keyOf: SiblingKey = treeKey): Promise<LeafPage> {
  const { order, after, makeFilter } = settings;
  const walk: Walk = (walked) => (order === "tree" ? walkTree(walked, after) : walkBreadth(walked, keyOf));
  const page = await readListDirPage(settings, walk);
  if (page.entries.length > 0 || page.isLate === true || after !== undefined) {
    return page;
  }
  const hasAny = page.problems.length > 0 || (makeFilter !== undefined && (await hasEntries(settings)));
  return { ...page, nothing: hasAny ? "filtered" : "empty" };
}

/** The entries that the settings ask for, in the order of the walk. Throws a `FunctionCallError`. */
export async function readListDirPage(settings: ListDirSettings, walk: Walk): Promise<ReadPage> {
  const page = await readPage(settings, walk);
  // If the time was up, nobody knows whether the offset is beyond the end.
  if (page.entries.length > 0 || settings.skip === 0 || page.isLate === true) {
    return page;
  }
  // An offset beyond the end is wrong only if there is something before it. Otherwise the page is the same for every offset.
  const start = await readPage({ ...settings, skip: 0, limit: 1 }, walk);
  if (start.entries.length > 0) {
    throw respondToModel("offset exceeds directory entry count");
  }
  return start;
}

/** The page that the settings ask for, as text. Throws a `FunctionCallError`. */
export async function listDirText(settings: ListDirSettings): Promise<string> {
  const page = await readLeafPage(settings);
  // Directly before the page is written, which is done in one go: pages that are ready at the same time take a turn each.
  await settings.pause();
  const root = renderRoot(settings.path);
  const text = fitPage(page, settings.guard.maxOutputBytes, (part) => {
    return new PageText(root, withEnds(part, settings), endOf(part, page, settings));
  });
  if (text instanceof PageText) {
    return text.toString();
  }
  throw refuse(settings, page, text.context);
}

/** Refuses a page. `context` is the last directory of a context line that is too long, if that is the reason. */
function refuse(settings: ListDirSettings, page: LeafPage, context: Visit | undefined): FunctionCallError {
  const { guard, path: dirPath } = settings;
  const offset = settings.skip + 1;
  const refused = { guard, field: "dir_path", root: dirPath } as const;
  const hasRoom =
    Buffer.byteLength(joinLines(renderRoot(dirPath), [], [], ["x", renderMore(1)])) <= guard.maxOutputBytes;
  const entry = page.entries[0];
  if (context === undefined && (entry === undefined || !hasRoom)) {
    return rootTooLong(refused);
  }
  const isAbove = context === undefined || entry?.path.startsWith(`${context.path}/`) === true;
  const whose = isAbove ? `above entry ${offset}` : "of a directory that can't be read";
  return tooLong({
    ...refused,
    isRootQuoted: page.isRootQuoted === true,
    what: context === undefined ? `entry ${offset}` : `the path ${whose} (${context.path.length} bytes)`,
    directory: context?.path ?? ("" as ByteString),
    isReadable: context?.problem === undefined,
    // In order breadth, too: there a directory has no position that the listing could continue after.
    passing: "pass over all in it, in order tree",
    passOver: (directory) => `after: ${renderCursorPast(directory)}`,
    nextOffset: isAbove ? offset + 1 : undefined,
  });
}

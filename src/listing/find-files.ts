// `find_files` for programs and as text: words in, the files that they name out, the best first, within a budget of tokens.
import type { ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { excludeFilter } from "../filters/glob-filter.ts";
import { compileGlobs, GlobError } from "../filters/glob-patterns.ts";
import { pathOf, type FoundEntry } from "../finding/best-entries.ts";
import type { FoundInTree } from "../finding/find-in-tree.ts";
import type { Stretch } from "../finding/fitting-stretches.ts";
import type { WithoutRoot } from "../finding/search-word.ts";
import { toMapContents } from "../render/directory-map.ts";
import { renderAge } from "../render/entry-label.ts";
import { toListingEntry, type ListingEntry } from "../render/listing.ts";
import { mapCosts } from "../render/map-word.ts";
import { renderRoot, toNothingMatches, type ListingEnd } from "../render/our-words.ts";
import { renderListing } from "../render/render-listing.ts";
import { renderMap } from "../render/render-map.ts";
import { renderCursor } from "../render/shown-path.ts";
import {
  AT_LEAST_ONE,
  CHECKED_LATER,
  checkedOptions,
  FUNCTION,
  isArrayOf,
  isString,
  orNull,
  rulesOf,
  type RulesFor,
} from "./check-options.ts";
import {
  FIND_FILES_ARGUMENTS,
  toFindFilesSettings,
  type FindBounds,
  type FindFilesRequest,
  type FindFilesSettings,
} from "./find-files-settings.ts";
import { REQUEST_RULES, TOLD_SHARE } from "./listing-filter.ts";
import { toOpenGuard, type GuardOptions } from "./listing-guard.ts";
import { toRelative } from "./list-dir-settings.ts";
import { readRoot, type RootSettings } from "./read-root.ts";
import { rootTooLong } from "./too-long.ts";
import { TREE_GUARD_RULES } from "./tree-settings.ts";

/** Options of `findFiles`. */
export interface FindFilesOptions extends FindFilesRequest, FindBounds, Omit<GuardOptions, "maxLimit"> {}

export const FIND_BOUND_RULES: RulesFor<keyof FindBounds> = {
  maxSearchedDirectories: AT_LEAST_ONE,
  maxSearchRequests: AT_LEAST_ONE,
  countTokens: FUNCTION,
  now: FUNCTION,
};

const FIND_FILES_RULES: RulesFor<keyof FindFilesOptions> = {
  ...TREE_GUARD_RULES,
  ...REQUEST_RULES,
  ...rulesOf(FIND_FILES_ARGUMENTS),
  ...FIND_BOUND_RULES,
  words: orNull({
    expected: "a string or an array of strings",
    fits: (value) => isString(value) || isArrayOf(value, isString),
  }),
  dirPath: CHECKED_LATER,
};

/** A file or directory that was found. */
export interface FoundFile {
  /** The path below the searched directory, joined with `/` on every platform. Bytes that are not valid UTF-8 read as U+FFFD. */
  readonly path: string;
  /** The bytes of the path, only if they are not valid UTF-8. */
  readonly pathBytes?: Uint8Array;
  readonly kind: EntryKind;
  /** Its place in the order of the answer: 1 is the best, or the newest. */
  readonly rank: number;
  /** Set if git ignores it. */
  readonly ignored?: true;
  /** When it was last modified, in whole milliseconds since 1970, if that was asked for and is known. */
  readonly modifiedMs?: number;
}

/** What `findFiles` gives. Its end says what matched nothing, how many more match, and how far the search came. */
export interface FoundFiles extends ListingEnd {
  /** The searched directory as the first line of the text shows it. */
  readonly root: string;
  /** In the order of their ranks. */
  readonly files: readonly FoundFile[];
  /** How many directories were read. */
  readonly readDirectories: number;
}

/** Finds files by words. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function findFiles(options: FindFilesOptions): Promise<FoundFiles> {
  return (await fitFound(await toOpenSettings(options))).found;
}

/** The same as `findFiles`, as text. */
export async function findFilesText(options: FindFilesOptions): Promise<string> {
  return (await fitFound(await toOpenSettings(options))).text;
}

/** What a search found, for people at a terminal. */
export interface FilesForPeople {
  readonly found: FoundFiles;
  /** Where a name on one of the paths fits the words. */
  readonly stretchesOf: (name: string) => readonly Stretch[];
}

/** As many files as there is room for, and where their names fit the words. `isShort`: whether there is room. Throws a `FunctionCallError`. */
export async function findForPeople(
  options: FindFilesOptions,
  isShort: (found: FoundFiles) => boolean,
): Promise<FilesForPeople> {
  const { toStretchFinder } = await import("../finding/fitting-stretches.ts");
  const settings = await toOpenSettings(options);
  const { found } = await fitFound(settings, isShort);
  const paths = found.files.map(({ path }) => path);
  return { found, stretchesOf: await toStretchFinder(settings.words, toWithoutRoot(settings), paths) };
}

/** Settings without an operator. */
function toOpenSettings(options: FindFilesOptions): Promise<FindFilesSettings> {
  const given = checkedOptions(options, FIND_FILES_RULES);
  return toFindFilesSettings(given, toOpenGuard(given), given);
}

/** What was found, and its text. */
interface FittedFiles {
  readonly found: FoundFiles;
  readonly text: string;
}

/** About this many times the budget is chosen at first: how much fits exactly, the text shows. */
const SPARE = 1.3;

/** What the settings ask for. `isShort`: whether there is room for so many files besides. Throws a `FunctionCallError`. */
export async function fitFound(
  settings: FindFilesSettings,
  isShort: (found: FoundFiles) => boolean = () => true,
): Promise<FittedFiles> {
  const { path, words, order, since, guard, budget, countTokens, maxDirectories, maxRequests } = settings;
  // Loaded on demand: a listing need not wait for what searches.
  const { findInTree } = await import("../finding/find-in-tree.ts");
  return readRoot(settings, async (root) => {
    const found = await findInTree({
      ...root,
      depth: guard.maxDepth,
      maxDirectories,
      maxRequests,
      takesTimes: order === "newest" || since !== undefined,
      words,
      withoutRoot: toWithoutRoot(settings),
      compileGlob: (glob) => compileGlob(glob, root),
      order,
      since,
      // A name takes a token or more.
      most: budget,
    });
    const chosen = await found.choose(mapCosts(countTokens), SPARE * budget);
    const write = (shown: readonly FoundEntry[]): FittedFiles => {
      const end = endOf(found, found.countLeft(shown), settings);
      const base = { root: renderRoot(path), ...end };
      const files = shown.map(toFoundFile);
      const text =
        order === "newest"
          ? renderListing({ ...base, entries: shown.flatMap((entry) => toLine(entry, settings.now)) })
          : renderMap({ ...base, ...toMapContents(found.layOut(shown)), partial: true });
      return { found: { ...base, files, readDirectories: found.directories }, text };
    };
    return fitShown(chosen, write, isShort, settings);
  });
}

/** As many of the first entries as the budget has room for, at least one. */
async function fitShown(
  chosen: readonly FoundEntry[],
  write: (shown: readonly FoundEntry[]) => FittedFiles,
  isShort: (found: FoundFiles) => boolean,
  { guard, path, budget, countTokens, pause, signal }: FindFilesSettings,
): Promise<FittedFiles> {
  const hasRoom = ({ text }: FittedFiles): boolean => Buffer.byteLength(text) <= guard.maxOutputBytes;
  let best: FittedFiles | undefined;
  let [least, most] = [0, chosen.length];
  while (least < most) {
    const count = Math.ceil((least + most) / 2);
    const fitted = write(chosen.slice(0, count));
    if (hasRoom(fitted) && (count === 1 || (countTokens(fitted.text) <= budget && isShort(fitted.found)))) {
      [best, least] = [fitted, count];
    } else {
      most = count - 1;
    }
    await pause();
    signal?.throwIfAborted();
  }
  best ??= write([]);
  if (!hasRoom(best)) {
    throw rootTooLong({ guard, field: "dir_path", root: path });
  }
  return best;
}

/** What an answer says after what was found. `left`: how many more match. */
function endOf(found: FoundInTree, left: number, { words, order, isFiltered, guard }: FindFilesSettings): ListingEnd {
  const { stopped, directories, matching, unmatched, isBare, passedBy } = found;
  if (isBare) {
    return { empty: true };
  }
  const passing = passedBy && { passedBy: true as const };
  const more = {
    ...(left > 0 && {
      left: {
        count: left,
        ...(stopped !== undefined && { atLeast: true as const }),
        ...(order === "newest" && { older: true as const }),
      },
    }),
    ...passing,
  };
  if (stopped !== undefined) {
    return { ...stopOf(stopped, directories), ...more };
  }
  const nothingMatches = toNothingMatches(unmatched, guard.maxOutputBytes * TOLD_SHARE);
  // Words that are too long to be told must not leave an answer without a line.
  if (matching === 0 && (isFiltered || words.length === 0 || nothingMatches === undefined)) {
    return { filtered: true, ...passing };
  }
  return { ...(nothingMatches !== undefined && { nothingMatches }), ...more };
}

function stopOf(stopped: NonNullable<FoundInTree["stopped"]>, directories: number): ListingEnd {
  if (stopped === "time") {
    return { timedOutAfter: directories };
  }
  return {
    stoppedAfter:
      stopped === "directories"
        ? { directories }
        : { requests: stopped.requests, at: renderCursor(stopped.at, "file") },
  };
}

function toFoundFile(entry: FoundEntry, index: number): FoundFile {
  const { depth: _depth, ...plain } = toPlainEntry(entry);
  const { modifiedMs } = entry;
  return { ...plain, rank: index + 1, ...(modifiedMs !== undefined && { modifiedMs }) };
}

/** What the line of a file shows: the directories that it is in, and the file with its age. */
function toLine(entry: FoundEntry, now: number): ListingEntry[] {
  const line: ListingEntry[] = [];
  for (let above = entry.directory; above.parent !== undefined; above = above.parent) {
    const { path, depth } = above;
    line.unshift({ ...toListingEntry({ path, kind: "directory", depth }), joined: true });
  }
  const { modifiedMs } = entry;
  const age = modifiedMs !== undefined && { shownDetails: renderAge(now - modifiedMs) };
  return [...line, { ...toPlainEntry(entry), ...age }];
}

function toPlainEntry(entry: FoundEntry): ListingEntry {
  const { directory, kind, isIgnored } = entry;
  const ignored = isIgnored === true && { ignored: isIgnored };
  return toListingEntry({ path: pathOf(entry), kind, depth: directory.depth + 1, ...ignored });
}

/** A relative word begins with the directory as the caller wrote it, an absolute one as the header shows it. */
function toWithoutRoot({ path, written = path, guard }: FindFilesSettings): WithoutRoot {
  return (word) => toRelative(word, guard.fileSystem.isAbsolute(word) ? path : written, guard);
}

/** Undefined if it is no legal glob. */
async function compileGlob(
  glob: string,
  { fileSystem, root, ...pacing }: RootSettings,
): Promise<DirectoryFilter | undefined> {
  const resolved = fileSystem.resolve("/", root) as ByteString;
  try {
    return excludeFilter(await compileGlobs([glob], "relative", { root: resolved, smartCase: true, pacing }));
  } catch (error) {
    if (error instanceof GlobError) {
      return undefined;
    }
    throw error;
  }
}

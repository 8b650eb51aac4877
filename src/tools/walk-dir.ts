// `walkDir`: every entry of a tree for programs, one after the other, as they are read. Memory holds the directories on the way to an entry.
import { TREE_FILTER_ARGUMENTS, toFilterSettings, toRelativeFilters, type FilterOptions } from "./filter-arguments.ts";
import { checkPositive } from "../opening/failure.ts";
import { explainFailure, openTree } from "../opening/open-tree.ts";
import { PROGRAM_RULES, type ProgramOptions } from "../operator/operator-options.ts";
import { toProgramSettings, type OperatorSettings } from "../operator/operator-settings.ts";
import { DIR_PATH, toPlace } from "../opening/place.ts";
import { CallClock, DeadlineError } from "../core/call-clock.ts";
import type { EntryDetails } from "../core/entry.ts";
import { stateOf, toListingEntry, toUnlisted, type ListingEntry } from "../list/page.ts";
import { walk } from "../list/walk.ts";
import type { ListingEnd } from "../text/closing-lines.ts";
import { renderRoot } from "../text/entry-label.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { checkOptions, rulesOf } from "../tooling/check-options.ts";
import type { CallControl } from "../tooling/tool.ts";
import { isEnteredDirectory } from "../tree/directory.ts";
import type { TreeEntry } from "../tree/tree.ts";
import { endWithoutEntries, LIST_DIR_ARGUMENTS } from "./list-dir.ts";

export interface WalkDirArguments extends FilterOptions {
  /**
   * The directory to walk. A relative path is taken from the working directory, else from the only root.
   * @default the working directory, else the only root
   */
  readonly dirPath?: string | undefined;
  /**
   * How many levels are walked: 1 is the directory's own entries.
   * @default Infinity
   */
  readonly depth?: number | undefined;
  /**
   * Whether entries include their size and time, as far as the file system has them. This costs a system call for each entry.
   * @default false
   */
  readonly details?: boolean | undefined;
}

/** Options of `walkDir`. */
export interface WalkDirOptions extends WalkDirArguments, ProgramOptions {}

const WALK_DIR_ARGUMENTS: ArgumentsFor<WalkDirArguments> = {
  dirPath: DIR_PATH,
  depth: LIST_DIR_ARGUMENTS.depth,
  ...TREE_FILTER_ARGUMENTS,
  details: LIST_DIR_ARGUMENTS.details,
};

/**
 * Every entry of a directory and of all levels below it, each directory before its own entries. A directory that can't be read has a
 * `problem`. Leave the loop or abort the signal to stop. Throws a `FunctionCallError`, or a `TypeError` for an invalid option.
 */
export async function* walkDir(options: WalkDirOptions): AsyncGenerator<ListingEntry, void> {
  checkOptions(options, { ...PROGRAM_RULES, ...rulesOf(WALK_DIR_ARGUMENTS) });
  for await (const { entries } of walkRuns(options, toProgramSettings(options))) {
    yield* entries;
  }
}

/** Some entries of a tree that come one after the other. */
interface WalkedRun {
  readonly entries: readonly ListingEntry[];
  /** The root as it is shown, and the path that was opened. */
  readonly shownRoot: string;
  readonly path: string;
}

/**
 * The same in runs, of which the first comes when the root has been read. Returns what is to be said at the end. Throws a
 * `FunctionCallError`.
 */
export async function* walkRuns(
  request: WalkDirArguments & CallControl,
  settings: OperatorSettings,
): AsyncGenerator<WalkedRun, ListingEnd> {
  const { depth = Infinity, details = false, signal, onProgress } = request;
  checkPositive("depth", depth);
  const filters = toFilterSettings(request, TREE_FILTER_ARGUMENTS);
  const place = toPlace("dir_path", request.dirPath ?? DIR_PATH.default, settings);
  const clock = new CallClock(signal, place.settings.deadlineMs);
  const maxDepth = Math.min(depth, place.settings.maxDepth);
  try {
    const opening = { filters: toRelativeFilters(filters, place), signal, onProgress };
    const { root, path } = await openTree(place, opening, clock);
    const shownRoot = renderRoot(place.path);
    let isRootEmpty = false;
    let count = 0;
    /** A directory that is opened next: only then its problem is known, or that it is empty. */
    let held: ListingEntry | undefined;
    for await (const { directory, opened, entries } of walk(root, { order: "tree", depth: maxDepth })) {
      if (opened !== undefined) {
        isRootEmpty ||= directory === root && opened.isEmpty;
        const found = held === undefined ? toUnlisted(directory, opened) : [{ ...held, ...stateOf(opened) }];
        held = undefined;
        yield { entries: found, shownRoot, path };
        if (opened.stopped === "time") {
          throw new DeadlineError();
        }
        continue;
      }
      const { prefix } = directory;
      const known = new Map<TreeEntry, EntryDetails | undefined>();
      if (details) {
        await directory.readDetails(entries, (entry, read) => known.set(entry, read));
      }
      const listed = entries.map((entry) => ({
        ...toListingEntry(entry, prefix, directory.depth + 1),
        ...known.get(entry),
      }));
      const last = entries.at(-1);
      held =
        last !== undefined && isEnteredDirectory(last) && directory.depth + 1 < maxDepth ? listed.pop() : undefined;
      count += entries.length;
      yield { entries: listed, shownRoot, path };
    }
    return count > 0 ? {} : isRootEmpty ? { empty: true } : endWithoutEntries(opening.filters, root.tree, Infinity);
  } catch (error) {
    throw await explainFailure(error, place, clock);
  }
}

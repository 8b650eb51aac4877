// `list_dir` from the first entry to the last, in order `tree`, in parts that together are one tree.
import { DeadlineError } from "../core/call-clock.ts";
import { PageBuilder, type PagePart } from "../list/page.ts";
import { withDetails } from "../list/read-page.ts";
import { walk } from "../list/walk.ts";
import { renderRoot, type ListingEnd } from "../text/closing-lines.ts";
import { arrangeAsTree, type ListDirEntry } from "../text/listing.ts";
import { checkOptions } from "../tooling/check-options.ts";
import type { CallControl } from "../tooling/tool.ts";
import { toFailure } from "../calls/failure.ts";
import type { AccessOptions } from "../calls/operator-options.ts";
import { toSettings } from "../calls/operator-settings.ts";
import { endOf, LIST_TREE_RULES, toListDirCall, type ListTreeArguments } from "./list-dir.ts";
import { withRoot } from "../calls/open-root.ts";

/** Options of `listDirAll`: those of `listDir` that do not choose a page. */
export interface ListDirAllOptions extends ListTreeArguments, AccessOptions, CallControl {}

interface NewEntries {
  /** The entries, and the directories shown only because they are above one. Each entry and directory is in one part only. */
  readonly entries: readonly ListDirEntry[];
  /** Directories of earlier parts that could not be read to their end: the rest of their content is missing. */
  readonly unfinished: readonly ListDirEntry[];
}

/** A part of the tree: what comes after the previous part. Only the last part says how the listing ended. */
export interface ListDirPart extends ListingEnd, NewEntries {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
}

/** The first part is small, so that it comes quickly. */
const FIRST_PART = 1000;
const LARGE_PART = 4000;

/**
 * Everything in a directory, in parts. A caller that has enough may stop after any of them. Throws a `FunctionCallError`, or a
 * `TypeError` for an invalid option.
 */
export async function* listDirAll(options: ListDirAllOptions): AsyncGenerator<ListDirPart, void> {
  checkOptions(options, LIST_TREE_RULES);
  const call = toListDirCall({ ...options, depth: options.depth ?? Infinity, order: "tree" }, toSettings(options));
  const root = await withRoot(call, async (opened) => opened);
  const complete = <Part extends PagePart>(part: Part): Promise<Part> | Part =>
    call.details === true ? withDetails(part) : part;
  const page = new PageBuilder(0, Infinity);
  const shown: string[] = [];
  const header = renderRoot(call.path);
  let size = FIRST_PART;
  let isTimedOut = false;
  try {
    for await (const found of walk(root, call)) {
      page.add(found);
      if (page.length > size) {
        yield { root: header, ...takeNew(await complete(page.drain()), shown) };
        size = LARGE_PART;
      }
    }
  } catch (error) {
    if (!(error instanceof DeadlineError)) {
      throw toFailure(error, call.path, call.signal);
    }
    isTimedOut = true;
  }
  const last = await complete(page.finish(isTimedOut));
  const { nothingAfter: _after, moreThan: _moreThan, next: _next, ...end } = endOf({ root, ...last }, call);
  const saysEnd = isTimedOut || shown.length === 0;
  yield { root: header, ...takeNew(last, shown), ...(saysEnd && end) };
}

/**
 * The entries that earlier parts did not have. `shown` has the directories that the last entry is in, and the entry itself; it is kept
 * up to date.
 */
function takeNew(part: PagePart, shown: string[]): NewEntries {
  const entries: ListDirEntry[] = [];
  const unfinished: ListDirEntry[] = [];
  for (const { joined: _joined, moreBefore: _before, ...entry } of arrangeAsTree(part, false)) {
    // A directory's key ends in a slash: an object store can contain a file and a directory with the same name.
    const key = `${entry.path}${entry.kind === "directory" ? "/" : ""}`;
    if (entry.context !== true || shown[entry.depth - 1] !== key) {
      shown.length = entry.depth - 1;
      shown.push(key);
      entries.push(entry);
    } else if (entry.problem !== undefined) {
      unfinished.push(entry);
    }
  }
  return { entries, unfinished };
}

// `list_directory` for a model: a page as compact JSON, within the size limit, in our own words or in those of the original.
import { directoryOf, splitPath, toText } from "../core/byte-string.ts";
import type { Visit } from "../core/visit.ts";
import { writeNothingMatches } from "../render/our-words.ts";
import { measureJson, renderDirectoryJson } from "../render/render-directory-json.ts";
import { renderPathForJson } from "../render/shown-path.ts";
import type { FunctionCallError } from "../tooling/function-call-error.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import {
  indexDirectory,
  type HiddenEntries,
  type IndexControl,
  type IndexedPage,
  type ListDirectoryArguments,
  type ListDirectoryPage,
} from "./list-directory.ts";
import type { ListingGuard } from "./listing-guard.ts";
import { rootTooLong, tooLong } from "./too-long.ts";

/** How many unreadable directories a summary names. */
const MOST_NAMED = 3;

/** The share of an answer that these names may take. */
const NAMED_SHARE = 1 / 4;

/** A page without its entries. */
type PageHead = Omit<ListDirectoryPage, "entries" | "problems">;

export interface DirectoryWords {
  /** Whether the page says what it leaves out: hidden names, what can't be read, what was not indexed. */
  readonly reportsMissing: boolean;
  /** An entry as the page names it. */
  readonly writeEntry: (visit: Visit) => string;
  /** What a page that shows so many entries says about itself. */
  readonly summarise: (page: PageHead, shown: number) => string;
}

export const LEAF_WORDS: DirectoryWords = {
  reportsMissing: true,
  writeEntry: ({ path, kind }) => `${renderPathForJson(path)}${kind === "directory" ? "/" : ""}`,
  summarise(page, shown) {
    const { count, offset, truncated, filtered, hidden, nothingMatches } = page;
    if (count === 0) {
      return filtered ? "No entry matches the filters" : `Directory is empty${describeHidden(hidden)}`;
    }
    if (!truncated) {
      const told = nothingMatches === undefined ? "" : `; ${writeNothingMatches(nothingMatches)}`;
      return `${HYPER_WORDS.summarise(page, shown)}${told}`;
    }
    return shown === 0
      ? `Offset ${offset} is beyond the first ${count} files, the only ones that are indexed`
      : `Showing ${offset + 1}-${offset + shown} of the first ${count} files`;
  },
};

export const HYPER_WORDS: DirectoryWords = {
  reportsMissing: false,
  writeEntry: ({ path }) => splitPath(path).map(toText).join("/"),
  summarise({ count, offset }, shown) {
    if (count === 0) {
      return "Directory is empty";
    }
    return shown === 0
      ? `Offset ${offset} exceeds total count ${count}`
      : `Showing ${offset + 1}-${offset + shown} of ${count} files`;
  },
};

/** The page that the request asks for, within a guard. Throws a `FunctionCallError`. */
export async function listDirectoryText(
  request: ListDirectoryArguments,
  guard: ListingGuard,
  control: IndexControl,
  words: DirectoryWords,
): Promise<string> {
  const indexed = await indexDirectory(request, guard, control, words.reportsMissing);
  // As in `listDirText`.
  await eventLoopPause();
  return render(indexed, words);
}

/** The JSON of a page, or of as many of its entries as fit: its summary says how many. Throws a `FunctionCallError`. */
function render(indexed: IndexedPage, words: DirectoryWords): string {
  const { page } = indexed;
  const found = words.reportsMissing ? indexed.index.problems : [];
  const { maxOutputBytes } = indexed.guard;
  const files = indexed.visits.map(words.writeEntry);
  const named = describeProblems(found, maxOutputBytes * NAMED_SHARE);
  const whole = renderPage(page, files, files.length, named, words);
  if (Buffer.byteLength(whole) <= maxOutputBytes) {
    return whole;
  }
  const fewest = describeProblems(found, 0);
  for (const problems of [named, fewest]) {
    const count = countFitting(page, files, problems, maxOutputBytes, words);
    if (count >= Math.min(files.length, 1)) {
      return renderPage(page, files.slice(0, count), count, problems, words);
    }
  }
  throw refuse(indexed, countFitting(page, ["x"], fewest, maxOutputBytes, words) === 1);
}

/** How many of the files fit into an answer; -1 if there are none, and not even the rest of it fits. */
function countFitting(
  page: PageHead,
  files: readonly string[],
  problems: string,
  maxBytes: number,
  words: DirectoryWords,
): number {
  const rest = Buffer.byteLength(renderPage(page, [], files.length, problems, words));
  if (files.length === 0) {
    return rest > maxBytes ? -1 : 0;
  }
  /** The summary has the number of the last file: the fewer fit, the shorter it is. */
  const digits = (shown: number) => String(page.offset + shown).length;
  // The first file has no comma before it.
  let bytes = rest - digits(files.length) - 1;
  const tooMany = files.findIndex((file, index) => {
    bytes += 1 + measureJson(file);
    return bytes + digits(index + 1) > maxBytes;
  });
  return tooMany === -1 ? files.length : tooMany;
}

/** Refuses a page. `hasRoom`: an answer has room for an entry with a short name. */
function refuse({ page, visits, index, guard }: IndexedPage, hasRoom: boolean): FunctionCallError {
  const { directory, offset } = page;
  const refused = { guard, field: "path", root: directory } as const;
  const [entry] = visits;
  if (entry === undefined || !hasRoom) {
    return rootTooLong(refused);
  }
  const { path } = entry;
  return tooLong({
    ...refused,
    isRootQuoted: index.isRootQuoted === true,
    what: `the entry at offset ${offset}`,
    directory: directoryOf(path),
    isReadable: true,
    passing: "pass over all in it",
    passOver(above) {
      const length = index.entries.slice(offset).findIndex((visit) => !visit.path.startsWith(`${above}/`));
      return `offset: ${length === -1 ? page.count : offset + length}`;
    },
    nextOffset: offset + 1,
  });
}

function renderPage(
  page: PageHead,
  files: readonly string[],
  shown: number,
  problems: string,
  { summarise, reportsMissing }: DirectoryWords,
): string {
  const { directory, count, truncated } = page;
  const summary = `${summarise(page, shown)}${problems}`;
  return renderDirectoryJson({ directory, count, summary, files, ...(truncated && reportsMissing && { truncated }) });
}

/** The directories that could not be read, for the end of a summary: what can't be read must not look empty. */
function describeProblems(problems: IndexedPage["index"]["problems"], maxBytes: number): string {
  if (problems.length === 0) {
    return "";
  }
  const named = problems.slice(0, MOST_NAMED).map(({ visit }) => `${renderPathForJson(visit.path)} (${visit.problem})`);
  while (named.length > 0 && measureJson(named.join(", ")) > maxBytes) {
    named.pop();
  }
  const rest = problems.length - named.length;
  if (named.length === 0) {
    return `; not readable: ${rest === 1 ? "1 directory" : `${rest} directories`}`;
  }
  return `; not readable: ${named.join(", ")}${rest === 0 ? "" : `, and ${rest} more`}`;
}

function describeHidden(hidden: HiddenEntries | undefined): string {
  if (hidden === undefined) {
    return "";
  }
  const { count, more } = hidden;
  return ` but for ${more ? "more than " : ""}${count} hidden ${count === 1 ? "entry" : "entries"}`;
}

// A page of `list_dir` as text for a model, cut to the byte bound.
import type { CallPath } from "../calls/call-path.ts";
import { entryTooLong, rootTooLong, tooLongFor } from "../calls/failure.ts";
import type { OperatorSettings } from "../calls/operator-settings.ts";
import { shortenPage, type ListingEntry, type Page } from "../list/page.ts";
import type { PageRequest } from "../list/read-page.ts";
import { ELLIPSIS, renderRoot } from "../text/closing-lines.ts";
import { renderListing, type ListDirPage } from "../text/listing.ts";
import { renderCursor } from "../text/shown-path.ts";
import { fitPage, largestFitting } from "../tooling/cut-text.ts";
import { modelError, type FunctionCallError } from "../tooling/function-call-error.ts";

/** The call that a page answers. */
type PageCall = CallPath & PageRequest;

/** A page as text, or as many of its entries as fit into an answer. `show` makes it data. Throws a `FunctionCallError`. */
export function renderPage<Part extends Page>(page: Part, call: PageCall, show: (part: Part) => ListDirPage): string {
  const { maxOutputBytes } = call.settings;
  const fit = (most: number, part: (count: number) => Partial<Page>) => {
    const write = (count: number) => renderListing(show({ ...page, ...part(count) }), maxOutputBytes);
    return fitPage(most, write, maxOutputBytes);
  };
  const { entries, problems } = page;
  const text =
    entries.length === 0
      ? fit(problems.length, (count) => ({ problems: problems.slice(0, count) }))
      : (fit(entries.length, (count) => shortenPage(page, count)) ??
        // The unreadable directories may leave no room for even one entry.
        fit(1, () => ({ ...shortenPage(page, 1), problems: [] })));
  if (text === undefined) {
    throw pageTooLong(call, page);
  }
  return text;
}

/** The error for a page of which not even one entry fits into an answer. */
function pageTooLong({ settings, path, skip, order }: PageCall, { entries, problems }: Page): FunctionCallError {
  const { maxOutputBytes } = settings;
  const [entry] = entries;
  const hasRoom =
    Buffer.byteLength(renderListing({ root: renderRoot(path), entries: [], moreThan: 1 })) < maxOutputBytes;
  if (entry === undefined && problems.length > 0 && hasRoom) {
    const what = "no entry was found, and the path of a directory that can't be read";
    return modelError(`${what} ${tooLongFor(maxOutputBytes)}; narrow the search`);
  }
  if (entry === undefined || !hasRoom) {
    return rootTooLong("dir_path", path, maxOutputBytes);
  }
  if (order === "breadth" || skip > 0) {
    return entryTooLong(`entry ${skip + 1}`, maxOutputBytes, [`offset: ${skip + 2}`]);
  }
  return entryTooLong("the next entry", maxOutputBytes, waysPast(entry, settings));
}

/** Arguments that continue after the first entry, or after all that is in a directory above it. Those that are too long are left out. */
function* waysPast(entry: ListingEntry, { maxOutputBytes }: OperatorSettings): Generator<string, void> {
  yield `after: ${renderCursor(entry)}`;
  const above = entry.path.split("/").slice(0, -1);
  const past = (count: number) =>
    `after: ${renderCursor({ path: above.slice(0, count).join("/"), kind: "directory" })}${ELLIPSIS}`;
  const longest = largestFitting(above.length, (count) => Buffer.byteLength(past(count)) <= maxOutputBytes);
  for (let count = longest; count > 0; count -= 1) {
    yield past(count);
  }
  // Last, since a number points elsewhere once entries have come or gone.
  yield "offset: 2";
}

// Writes pages and entries of `listDir` as lines of JSON, for the command line.
import { toByteString } from "../core/byte-string.ts";
import { bytesOfEntry, type ListDirEntry, type ListDirPage } from "./listing.ts";
import { toPlainEnd } from "./our-words.ts";
import { escapeLines, quoteName } from "./entry-label.ts";
import { renderPathForJson } from "./shown-path.ts";

/** A page as one line of JSON. A name that is not valid UTF-8 is in quotes, as a listing shows it. */
export function renderPageJson({ root, entries, ...end }: ListDirPage): string {
  const { moreThan, next, nextOffset, nothingAfter, ...why } = end;
  return toLine({
    root,
    entries: entries.map(toPlainEntry),
    moreThan,
    next,
    nextOffset,
    nothingAfter,
    ...toPlainEnd(why),
  });
}

/** An entry as one line of JSON. */
export function renderEntryJson(entry: ListDirEntry): string {
  return toLine(toPlainEntry(entry));
}

/** The keys are in a fixed order. JSON itself leaves out those without a value. */
function toPlainEntry(entry: ListDirEntry): object {
  const { kind, depth, problem, ignored, mark, context, joined, moreBefore, moreAfter, size, modifiedMs } = entry;
  const path = renderPathForJson(bytesOfEntry(entry));
  const place = { context, joined, moreBefore, moreAfter };
  return { path, kind, depth, problem, ignored, mark, ...place, size, modifiedMs, target: toPlainTarget(entry) };
}

function toPlainTarget({ target, targetBytes }: ListDirEntry): string | undefined {
  const isPlain = target === undefined || (targetBytes === undefined && !target.startsWith('"'));
  return isPlain ? target : quoteName(toByteString(targetBytes ?? target), undefined);
}

function toLine(value: object): string {
  return escapeLines(JSON.stringify(value));
}

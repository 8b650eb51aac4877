// Colours an answer of `list_dir` in a pipe, for `--color always`. Adds escape codes and changes nothing else.
import { ELLIPSIS, renderEnd, renderHeader } from "../render/our-words.ts";
import { parseListing } from "../render/parse-listing.ts";
import { toShownLines } from "../render/render-listing.ts";
import { FAINT, pipeLook } from "./colour.ts";
import { entrySpans } from "./entry-spans.ts";
import { paint, renderSpans } from "./spans.ts";

/** Colours a listing of profile `leaf`, except its first line. */
export function paintListing(text: string): string {
  const { entries, root, ...end } = parseListing(text);
  const view = { ...pipeLook(), modes: new Map(), long: [], hasDetails: true };
  const lines = toShownLines(entries).flatMap(({ entry, label, indent, hasBefore, hasAfter }) => {
    const space = "  ".repeat(indent);
    const gap = paint(space + ELLIPSIS, FAINT);
    const own = space + renderSpans(entrySpans(entry, label, view), view);
    return [...(hasBefore ? [gap] : []), own, ...(hasAfter ? [gap] : [])];
  });
  return [renderHeader(root), ...lines, ...renderEnd(end).map((line) => paint(line, FAINT))].join("\n");
}

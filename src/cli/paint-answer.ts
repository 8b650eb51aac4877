// Colours an answer of `list_dir` or `map_dir` in a pipe, for `--color always`. Adds escape codes and changes nothing else.
import { writeDirectory, writeState } from "../render/map-word.ts";
import { NOTHING_MATCHES, renderEnd, ELLIPSIS, renderOnly } from "../render/our-words.ts";
import { parseListing } from "../render/parse-listing.ts";
import { parseMap } from "../render/parse-map.ts";
import { renderHeader } from "../render/our-words.ts";
import { blocksOf } from "../render/render-map.ts";
import { toShownLines } from "../render/render-listing.ts";
import { FAINT, markColour, paint, readLsColors, type Look } from "./colour.ts";
import { entrySpans } from "./entry-spans.ts";
import { renderSpans, type Span } from "./spans.ts";

/** Colours a listing of profile `leaf`, except its first line. */
export function paintListing(text: string): string {
  const { entries, root, ...end } = parseListing(text);
  const view = { ...ownLook(), modes: new Map(), long: [], hasDetails: true };
  const lines = toShownLines(entries).flatMap((line) => {
    const indent = "  ".repeat(line.indent);
    const gap = paint(indent + ELLIPSIS, FAINT);
    const own = indent + renderSpans(entrySpans(line.entry, line.label, view), view);
    return [...(line.hasBefore ? [gap] : []), own, ...(line.hasAfter ? [gap] : [])];
  });
  return [renderHeader(root), ...lines, ...renderEnd(end).map((line) => paint(line, FAINT))].join("\n");
}

/** Colours a map, except its first line. */
export function paintMap(text: string): string {
  const map = parseMap(text);
  const look = ownLook();
  const lines = [renderHeader(map.root), ...(map.only === undefined ? [] : [paint(renderOnly(map.only), FAINT)])];
  const directoryColour = look.colourOf({ kind: "directory", path: "" });
  const addLine = (indent: string, words: readonly (readonly Span[])[]) => {
    if (words.length > 0) {
      lines.push(indent + words.map((spans) => renderSpans(spans, look)).join(" "));
    }
  };
  for (const { word, indent, names, closed } of blocksOf(map)) {
    addLine(indent.slice(2), word === undefined ? [] : [[{ text: word, colour: directoryColour }]]);
    addLine(
      indent,
      names.flatMap(({ word: name, file }) =>
        file === undefined
          ? name.split(" ").map((part) => [{ text: part, colour: FAINT }])
          : [[{ text: name, colour: look.colourOf({ kind: file.kind, path: file.name }) }]],
      ),
    );
    addLine(
      indent,
      closed.flatMap(({ directory }) => {
        const state = writeState(directory);
        const colour = directory.count === undefined ? markColour(state) : FAINT;
        return [[{ text: writeDirectory(directory), colour: directoryColour }], [{ text: state, colour }]];
      }),
    );
  }
  return [...lines, ...(map.filtered === true ? [paint(NOTHING_MATCHES, FAINT)] : [])].join("\n");
}

/** Our own colours: in a pipe, those of the user do not count. */
function ownLook(): Look {
  return { columns: undefined, isColoured: true, colourOf: readLsColors(undefined) };
}

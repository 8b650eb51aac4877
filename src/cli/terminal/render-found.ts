// What a search found as a terminal shows it: a path on each line, the best first, with what fits the words in a colour of its own.
// Paths are never cut: they are there to be copied.
import type { FoundFile, FoundFiles } from "../../listing/find-files.ts";
import type { FilesForPeople } from "../../listing/find-files.ts";
import { renderAge } from "../../render/entry-label.ts";
import { bytesOfEntry } from "../../render/listing.ts";
import { renderEnd, renderHeader } from "../../render/our-words.ts";
import { toLabels } from "../../render/shown-path.ts";
import { FAINT, MATCHED, markColour, type Look } from "../colour.ts";
import { renderSpans, type Span } from "../spans.ts";

type StretchesOf = FilesForPeople["stretchesOf"];

/** The lines. `now`: what ages are counted from, in milliseconds since 1970. */
export function renderFound(
  { root, files, readDirectories: _read, ...end }: FoundFiles,
  look: Look,
  now: number,
  stretchesOf: StretchesOf = () => [],
): string[] {
  const whole = { ...look, columns: undefined };
  return [
    renderHeader(root),
    ...files.map((file) => renderSpans([...pathSpans(file, look, stretchesOf), ...noteSpans(file, now)], whole)),
    ...renderEnd(end).map((text) => renderSpans([{ text, colour: FAINT }], whole)),
  ];
}

function pathSpans(file: FoundFile, { colourOf }: Look, stretchesOf: StretchesOf): Span[] {
  const labels = toLabels(bytesOfEntry(file), file.kind);
  return labels.flatMap(({ name, label }, index) => {
    const entry = index === labels.length - 1 ? file : { kind: "directory" as const, path: "" };
    return nameSpans(name, label, colourOf(entry), stretchesOf);
  });
}

function nameSpans(name: string, label: string, colour: string | undefined, stretchesOf: StretchesOf): Span[] {
  if (!label.startsWith(name)) {
    // In quotes, where other places count.
    return [{ text: label, colour }];
  }
  const spans: Span[] = [];
  let from = 0;
  for (const { start, end } of stretchesOf(name)) {
    spans.push({ text: name.slice(from, start), colour }, { text: name.slice(start, end), colour: MATCHED });
    from = end;
  }
  return [...spans, { text: label.slice(from), colour }];
}

/** Its age, if that was asked for and is known, and whether git ignores it. */
function noteSpans({ modifiedMs, ignored }: FoundFile, now: number): Span[] {
  const age = modifiedMs === undefined ? [] : [{ text: ` [${renderAge(now - modifiedMs)}]`, colour: FAINT }];
  const mark = "[ignored]";
  return ignored === true ? [...age, { text: " " }, { text: mark, colour: markColour(mark) }] : age;
}

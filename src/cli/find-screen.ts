// What a search has found, for people: a path on each line, the best first, with what matched in colour. Paths are never cut: they are there
// to be copied. One that is wider than the window goes on in the next line, after a slash.
import type { FoundFile, FoundFiles } from "../find/find-in-tree.ts";
import { renderEnd } from "../text/closing-lines.ts";
import { renderAge } from "../text/entry-label.ts";
import { toTreePath } from "../text/listing.ts";
import { matchedParts } from "../text/matched-parts.ts";
import { renderCursor } from "../text/shown-path.ts";
import { FAINT, type Look, renderSpans, rowsOf, type Span, widthOf } from "./coloured-line.ts";

/** The size of the window, as far as it is known. */
interface Window {
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
}

/** About how many tokens a path takes at most. */
const TOKENS_PER_PATH = 40;

/** The budget that fills a window. */
export function budgetFor({ rows }: Window): { readonly budget?: number } {
  return rows === undefined ? {} : { budget: rows * TOKENS_PER_PATH };
}

/** The lines of what was found, as many paths as fit in the window. */
export function renderFound(
  found: FoundFiles,
  words: readonly string[],
  look: Look,
  { rows, columns }: Window,
): string[] {
  const uncut = { ...look, columns: undefined };
  const now = Date.now();
  const paths = found.files.map((file) =>
    breakAtSlashes(pathSpans(file, words, look), notesOf(file, now), look.columns).map((line) =>
      renderSpans(line, uncut),
    ),
  );
  const render = (shown: number): string[] => {
    const count = (found.notShown?.count ?? 0) + paths.length - shown;
    const last = renderEnd({ ...found, ...(count > 0 && { notShown: { ...found.notShown, count } }) });
    const notes = last.map((text) => renderSpans([{ text, colour: FAINT }], uncut));
    return [found.root, ...paths.slice(0, shown).flat(), ...notes];
  };
  let shown = paths.length;
  // The last row is the shell's.
  for (const room = rows ?? Infinity; shown > 1 && rowsOf(render(shown), columns) >= room;) {
    shown -= 1;
  }
  return render(shown);
}

const MATCHED = "1;31";

/** The path, what matched in a colour of its own. */
function pathSpans(file: FoundFile, words: readonly string[], { colourOf }: Look): Span[] {
  const path = renderCursor(toTreePath(file), file.kind);
  const colour = colourOf(file);
  const spans: Span[] = [];
  let shown = 0;
  for (const [start, end] of matchedParts(path, words)) {
    spans.push({ text: path.slice(shown, start), colour }, { text: path.slice(start, end), colour: MATCHED });
    shown = end;
  }
  return [...spans, { text: path.slice(shown), colour }];
}

/** The age if that was asked for and is known, and whether git ignores it. */
function notesOf({ modifiedMs, ignored }: FoundFile, now: number): Span {
  const age = modifiedMs === undefined ? "" : ` [${renderAge(now - modifiedMs)}]`;
  return { text: `${age}${ignored === true ? " [ignored]" : ""}`, colour: FAINT };
}

const INDENT = "  ";

/** The lines of a path, with notes after the last. A name that is wider than the window is not broken by us. */
function breakAtSlashes(path: readonly Span[], notes: Span, columns: number = Infinity): Span[][] {
  const whole = path.map(({ text }) => text).join("");
  const lines: Span[][] = [[]];
  let width = 0;
  let end = 0;
  for (const name of whole.split(/(?<=\/)/u)) {
    const start = end;
    end += name.length;
    if (start > 0 && width + widthOf(end === whole.length ? name + notes.text : name) > columns) {
      lines.push([{ text: INDENT }]);
      width = INDENT.length;
    }
    width += widthOf(name);
    cutSpans(path, start, end).forEach((span) => lines.at(-1)?.push(span));
  }
  lines.at(-1)?.push(notes);
  return lines.map(joinSpans);
}

/** What spans show from one position to another. */
function cutSpans(spans: readonly Span[], start: number, end: number): Span[] {
  let at = 0;
  return spans.map(({ text, colour }) => {
    const piece = { text: text.slice(Math.max(start - at, 0), Math.max(end - at, 0)), colour };
    at += text.length;
    return piece;
  });
}

/** The same with one span in place of several of the same colour. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { text, colour } of spans.filter((span) => span.text !== "")) {
    const last = joined.at(-1);
    if (last !== undefined && last.colour === colour) {
      joined.splice(-1, 1, { text: last.text + text, colour });
    } else {
      joined.push({ text, colour });
    }
  }
  return joined;
}

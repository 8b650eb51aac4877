// Lines for people, made of spans with one colour each: cut to the width of the window, measured, and then coloured, since colour codes take
// no columns. Control characters and invisible ones in names were quoted before.
import type { EntryKind } from "../core/entry.ts";
import { renderMark, renderOwnDetails, type ListDirEntry } from "../text/listing.ts";
import type { TypedOptions } from "./command-line.ts";
import { isTerminal, type TerminalProcess, windowOf } from "./terminal-process.ts";

/** The codes of colours. */
export const RED = "31";
export const FAINT = "2";

/** The colours of entries. */
export const COLOURS: Readonly<Record<EntryKind, string | undefined>> = {
  directory: "1;34",
  symlink: "36",
  other: "33",
  file: undefined,
};

/** How lines look. */
export interface Look {
  /** The columns that a line may take; any number if undefined. */
  readonly columns: number | undefined;
  readonly isColoured: boolean;
}

export function lookOf(options: TypedOptions, terminal: TerminalProcess): Look {
  const color = options.last("color") ?? "auto";
  const { NO_COLOR, TERM } = terminal.env;
  // https://no-color.org: any value except the empty one.
  const isWanted = isTerminal(terminal.output) && !NO_COLOR && TERM !== "dumb";
  return {
    columns: windowOf(terminal.output).columns,
    isColoured: color === "always" || (color === "auto" && isWanted),
  };
}

export interface Span {
  readonly text: string;
  /** The codes of its colour; none if undefined. */
  readonly colour?: string | undefined;
}

export type Line = readonly Span[];

/** The spans of an entry. `label` is its name with its suffix, or several that share the line. */
export function entrySpans(entry: ListDirEntry, label: string): Span[] {
  return [
    { text: label, colour: COLOURS[entry.kind] },
    { text: renderOwnDetails(entry), colour: FAINT },
    { text: renderMark(entry), colour: entry.problem === undefined ? FAINT : RED },
  ];
}

/**
 * Characters of two columns: East_Asian_Width `W` and `F` of Unicode 16 but for emoji, rounded up to whole blocks. A name that is
 * taken for too wide is cut early, which is better than a line that wraps.
 */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** Characters that are drawn over the one before them, and take no column. */
const COMBINING = /[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** As much of a line as fits, with `…` at its end if that is not all. */
export function cutLine(line: Line, columns: number = Infinity): Line {
  if (columns === Infinity || widthOfLine(line) <= columns) {
    return line;
  }
  const cut: Span[] = [];
  let remaining = columns - 1;
  for (const { text, colour } of line) {
    const width = widthOf(text);
    if (width > remaining) {
      return [...cut, { text: `${startOf(text, remaining)}…`, colour }];
    }
    cut.push({ text, colour });
    remaining -= width;
  }
  return cut;
}

/** How many lines of a window these take: a line that is too long for it takes several. */
export function rowsOf(lines: readonly Line[], columns: number = Infinity): number {
  return lines.reduce((rows, line) => rows + Math.max(Math.ceil(widthOfLine(line) / columns), 1), 0);
}

/** The text of lines, in their colours. */
export function paint(lines: readonly Line[], { isColoured }: Look): string {
  const paintSpan = ({ text, colour }: Span) =>
    isColoured && colour !== undefined && text !== "" ? `\x1b[${colour}m${text}\x1b[0m` : text;
  return lines.map((line) => line.map(paintSpan).join("")).join("\n");
}

/** How many columns a line takes. */
export function widthOfLine(line: Line): number {
  return line.reduce((columns, { text }) => columns + widthOf(text), 0);
}

/** How many columns a text takes. */
function widthOf(text: string): number {
  return [...text].reduce((columns, character) => columns + widthOfCharacter(character), 0);
}

/** As many characters from the start as fit into the columns. */
function startOf(text: string, columns: number): string {
  let start = "";
  let remaining = columns;
  for (const character of text) {
    remaining -= widthOfCharacter(character);
    if (remaining < 0) {
      break;
    }
    start += character;
  }
  return start;
}

function widthOfCharacter(character: string): number {
  if (character.charCodeAt(0) < 0x300) {
    return 1;
  }
  return COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

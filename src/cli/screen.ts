// Text for people on a terminal: lines that fit the window, in colours. Unsafe characters in names are escaped already.
import { plain, type Line, type Role, type Span } from "../text/entry-label.ts";
import { toLines, type ListDirEntry } from "../text/listing.ts";
import type { TypedOptions } from "./command-line.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";

/** The codes of colours. */
const COLOURS: Readonly<Partial<Record<Role, string>>> = {
  directory: "1;34",
  symlink: "36",
  other: "33",
  note: "2",
  problem: "31",
};

export function isColoured(options: TypedOptions, terminal: TerminalProcess): boolean {
  const color = options.last("color") ?? "auto";
  const { NO_COLOR, TERM } = terminal.env;
  // https://no-color.org: any value except the empty one.
  const isWanted = isTerminal(terminal.output) && !NO_COLOR && TERM !== "dumb";
  return color === "always" || (color === "auto" && isWanted);
}

/** A listing as a tree, with lines that connect an entry with those below it. Made from the last entry up. */
export function treeLines(entries: readonly ListDirEntry[]): Line[] {
  /** Whether an entry follows at each indentation, in the same directory. */
  const follows: boolean[] = [];
  const drawn = toLines(entries)
    .toReversed()
    .map(({ indent, spans }): Line => {
      follows.length = Math.min(follows.length, indent + 1);
      const above = Array.from({ length: indent }, (_, level) => (follows[level] === true ? "│  " : "   "));
      const own = follows[indent] === true ? "├─ " : "└─ ";
      follows[indent] = true;
      return [{ text: above.join("") + own, role: "note" }, ...spans];
    });
  return drawn.toReversed();
}

/** Fits lines to the window: breaks them at their gaps, and cuts what is still too long. */
export function fit(lines: readonly Line[], columns: number = Infinity): readonly Line[] {
  return columns === Infinity
    ? lines
    : lines.flatMap((line) => breakLine(line, columns)).map((line) => cutLine(line, columns));
}

/** A line broken at its gaps. Each part begins with the indentation, the first span. */
function breakLine(line: Line, columns: number): Line[] {
  const names: Span[][] = [[]];
  for (const span of line) {
    if (span.role === "gap") {
      names.push([]);
    } else {
      names.at(-1)?.push(span);
    }
  }
  const parts: Span[][] = [];
  for (const name of names) {
    const last = parts.at(-1);
    if (last !== undefined && widthOf(plain(last)) + 1 + widthOf(plain(name)) <= columns) {
      last.push({ text: " " }, ...name);
    } else {
      parts.push(last === undefined ? name : [line[0] as Span, ...name]);
    }
  }
  return parts;
}

/** As much of a line as fits, with `…` at its end if that is not all. */
function cutLine(line: Line, columns: number): Line {
  if (widthOf(plain(line)) <= columns) {
    return line;
  }
  const cut: Span[] = [];
  let room = columns - 1;
  for (const span of line) {
    const start = startOf(span.text, room);
    if (start !== span.text) {
      return [...cut, { ...span, text: `${start}…` }];
    }
    cut.push(span);
    room -= widthOf(start);
  }
  return cut;
}

/** How many rows of the window these lines take: long ones wrap. */
export function rowsOf(lines: readonly Line[], columns: number = Infinity): number {
  return lines.reduce((rows, line) => rows + Math.max(Math.ceil(widthOf(plain(line)) / columns), 1), 0);
}

/** The text of lines, in colours. */
export function paint(lines: readonly Line[]): string {
  return lines.map((line) => line.map(paintSpan).join("")).join("\n");
}

function paintSpan({ text, role }: Span): string {
  const colour = role && COLOURS[role];
  return colour !== undefined && text !== "" ? `\x1b[${colour}m${text}\x1b[0m` : text;
}

/** How many columns a text takes. */
function widthOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    columns += widthOfCharacter(character);
  }
  return columns;
}

/**
 * Characters of two columns: East_Asian_Width `W` and `F` of Unicode 16 but for emoji, rounded up to whole blocks. A name
 * that is overestimated is cut early, which is better than a wrapped line.
 */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** Characters without a column of their own, drawn over the one before. */
const COMBINING = /[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]/u;

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

// A map for people: each closed directory has a line of its own, with its share of all entries, as a bar and in percent.
import type { DirectoryMap, MapClosedDirectory } from "../render/directory-map.ts";
import { writeDirectory, writeState } from "../render/map-word.ts";
import { renderEnd, renderHeader, renderOnly } from "../render/our-words.ts";
import { blocksOf, type ShownBlock } from "../render/render-map.ts";
import { FAINT, markColour, type Look } from "./colour.ts";
import { cutTo, renderSpans, widthOf, type Span } from "./spans.ts";

/** The columns of a window that does not know how many it has. */
const USUAL_COLUMNS = 80;

const BAR_COLUMNS = 20;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const GAP = "  ";

/** The widths of what stands on the line of a closed directory. */
interface Widths {
  readonly name: number;
  readonly state: number;
  /** 0 if the window is too narrow for bars. */
  readonly bar: number;
}

/** The lines of a map. The first one is not cut. */
export function renderMapScreen(map: DirectoryMap, look: Look): string[] {
  const blocks = blocksOf(map, map.partial);
  const widths = planWidths(blocks, look.columns ?? USUAL_COLUMNS);
  const total = blocks.reduce((sum, block) => sum + countOwn(block), 0);
  const blue = look.colourOf({ kind: "directory", path: "" });
  const faint = (text: string) => renderSpans([{ text, colour: FAINT }], look);
  return [
    renderHeader(map.root),
    ...(map.only === undefined ? [] : [faint(renderOnly(map.only))]),
    ...blocks.flatMap(({ indent, word, names, closed }) => [
      ...(word === undefined ? [] : [renderSpans([{ text: indent.slice(2) }, { text: word, colour: blue }], look)]),
      ...wrapNames(names, indent, look),
      ...closed.map(({ directory }) => renderSpans(closedSpans(directory, indent, { widths, total, blue }), look)),
    ]),
    ...renderEnd(map).map(faint),
  ];
}

/** As many names on each line as the window has room for. */
function wrapNames(names: ShownBlock["names"], indent: string, look: Look): string[] {
  const lines: Span[][] = [];
  let remaining = 0;
  for (const { word, file } of names) {
    const span = { text: word, colour: file === undefined ? FAINT : look.colourOf({ ...file, path: file.name }) };
    const width = widthOf(word) + 1;
    const line = lines.at(-1);
    if (line === undefined || width > remaining) {
      lines.push([{ text: indent }, span]);
      remaining = (look.columns ?? Infinity) - indent.length - width + 1;
    } else {
      line.push({ text: " " }, span);
      remaining -= width;
    }
  }
  return lines.map((line) => renderSpans(line, look));
}

function closedSpans(
  directory: MapClosedDirectory,
  indent: string,
  { widths, total, blue }: { readonly widths: Widths; readonly total: number; readonly blue: string | undefined },
): Span[] {
  const room = Math.max(widths.name - indent.length, 1);
  const name = cutTo(writeDirectory(directory), room);
  const state = writeState(directory);
  const before = [{ text: indent }, { text: name, colour: blue }, { text: " ".repeat(room - widthOf(name)) + GAP }];
  const { count } = directory;
  if (count === undefined) {
    return [...before, { text: state, colour: markColour(state) }];
  }
  const share = count / total;
  const percent = share > 0 && share < 0.005 ? "<1" : Math.round(share * 100);
  const bar = [
    { text: GAP + renderBar(share, widths.bar).padEnd(widths.bar), colour: blue },
    { text: ` ${`${percent}%`.padStart(4)}`, colour: FAINT },
  ];
  const hasBar = widths.bar > 0 && count > 0;
  return [...before, { text: state.padStart(widths.state), colour: FAINT }, ...(hasBar ? bar : [])];
}

/** A bar in eighths of a column. It is never empty for something. */
function renderBar(share: number, columns: number): string {
  const eighths = Math.max(Math.round(share * columns * 8), 1);
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

function planWidths(blocks: readonly ShownBlock[], columns: number): Widths {
  const lines = blocks.flatMap(({ indent, closed }) => closed.map(({ directory }) => ({ indent, directory })));
  const longest = Math.max(
    0,
    ...lines.map(({ indent, directory }) => indent.length + widthOf(writeDirectory(directory))),
  );
  const states = lines.flatMap(({ directory }) => (directory.count === undefined ? [] : writeState(directory).length));
  const state = Math.max(0, ...states);
  const percent = 5;
  // Half of the window is for names.
  const room = columns - Math.min(longest, Math.floor(columns / 2)) - 2 * GAP.length - state - percent;
  const bar = room < 4 ? 0 : Math.min(room, BAR_COLUMNS);
  const after = GAP.length + state + (bar === 0 ? 0 : GAP.length + bar + percent);
  return { name: Math.max(Math.min(longest, columns - after), 1), state, bar };
}

/** The entries that a block knows of, without those in other blocks. */
function countOwn({ contents: { files, folds, closed, open } }: ShownBlock): number {
  const inFolds = folds.reduce((sum, { count, below = 0 }) => sum + count + below, 0);
  const inClosed = closed.reduce((sum, { count = 0 }) => sum + count + 1, 0);
  return files.length + inFolds + inClosed + open.length;
}

// A map for people. In a window each closed directory has a line of its own, with its share of all entries, as a bar and in percent. In
// a pipe the text of the map may have colours.
import type { DirectoryMap, MapClosedDirectory } from "../../render/directory-map.ts";
import { writeDirectory, writeState } from "../../render/map-word.ts";
import { renderEnd, renderOnly, renderHeader } from "../../render/our-words.ts";
import { parseMap } from "../../render/parse-map.ts";
import { blocksOf, type ShownBlock } from "../../render/render-map.ts";
import { FAINT, markColour, pipeLook, type Look } from "../colour.ts";
import { cutTo, renderSpans, widthOf, type Span } from "../spans.ts";

/** The columns of a window that does not know how many it has. */
const USUAL_COLUMNS = 80;

const LONGEST_BAR = 20;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const GAP = "  ";

/** How the lines of closed directories are split into columns. */
interface Table {
  /** All entries that the map knows of. */
  readonly total: number;
  readonly name: number;
  readonly state: number;
  /** The columns of a bar and its percentage; 0 if the window is too narrow for both. */
  readonly bar: number;
}

/** The lines of a map in a window. The first line is whole. */
export function renderMapScreen(map: DirectoryMap, look: Look): string[] {
  const table = planTable(blocksOf(map), look.columns ?? USUAL_COLUMNS);
  return renderLines(map, look, ({ indent, names, closed }) => [
    ...wrapWords(
      names.map((name) => nameSpan(name, look)),
      indent,
      look,
    ),
    ...closed.map(({ directory }) => renderSpans(closedSpans(directory, indent, table, look), look)),
  ]);
}

/** Colours the text of a map in a pipe, for `--color always`, except its first line. Adds escape codes and changes nothing else. */
export function paintMap(text: string): string {
  const look = pipeLook();
  const lines = renderLines(parseMap(text), look, ({ indent, names, closed }) => {
    const words = names.flatMap((name) => {
      const span = nameSpan(name, look);
      // A fold and its count are two words.
      return name.file === undefined ? span.text.split(" ").map((part) => ({ ...span, text: part })) : [span];
    });
    const directories = closed.flatMap(({ directory }) => [
      { text: writeDirectory(directory), colour: directoryColour(look) },
      stateSpan(directory),
    ]);
    return [...wrapWords(words, indent, look), ...wrapWords(directories, indent, look)];
  });
  return lines.join("\n");
}

/** The lines of a map. `renderBlock` writes those of a block after the line of its directory. */
function renderLines(map: DirectoryMap, look: Look, renderBlock: (block: ShownBlock) => string[]): string[] {
  const faint = (text: string) => renderSpans([{ text, colour: FAINT }], look);
  return [
    renderHeader(map.root),
    ...(map.only === undefined ? [] : [faint(renderOnly(map.only))]),
    ...blocksOf(map, map.partial).flatMap((block) => {
      const own = [
        { text: block.indent.slice(2) },
        { text: block.word ?? "", colour: directoryColour(look) },
        ...(block.only === undefined ? [] : [nameSpan(block.only, look)]),
      ];
      return [...(block.word === undefined ? [] : [renderSpans(own, look)]), ...renderBlock(block)];
    }),
    ...renderEnd(map).map(faint),
  ];
}

/** A file in its colour, or a fold. */
function nameSpan({ word, file }: ShownBlock["names"][number], look: Look): Span {
  return { text: word, colour: file === undefined ? FAINT : look.colourOf({ ...file, path: file.name }) };
}

/** What stands after a closed directory: its count or its mark. */
function stateSpan(directory: MapClosedDirectory): Span {
  const text = writeState(directory);
  return { text, colour: directory.count === undefined ? markColour(text) : FAINT };
}

/** As many words on each line as the window has room for. */
function wrapWords(words: readonly Span[], indent: string, look: Look): string[] {
  const lines: Span[][] = [];
  let left = 0;
  for (const word of words) {
    const width = widthOf(word.text) + 1;
    const line = lines.at(-1);
    if (line === undefined || width > left) {
      lines.push([{ text: indent }, word]);
      left = (look.columns ?? Infinity) - indent.length - width + 1;
    } else {
      line.push({ text: " " }, word);
      left -= width;
    }
  }
  return lines.map((line) => renderSpans(line, look));
}

function closedSpans(directory: MapClosedDirectory, indent: string, table: Table, look: Look): Span[] {
  const room = Math.max(table.name - indent.length, 1);
  const name = cutTo(writeDirectory(directory), room);
  const state = stateSpan(directory);
  const padded = [
    { text: indent },
    { text: name, colour: directoryColour(look) },
    { text: " ".repeat(room - widthOf(name)) + GAP },
  ];
  if (directory.count === undefined) {
    return [...padded, state];
  }
  const share = directory.count / table.total;
  const spans: Span[] = [...padded, { ...state, text: state.text.padStart(table.state) }];
  if (table.bar > 0 && directory.count > 0) {
    spans.push({
      text: GAP + renderBar(share, table.bar).padEnd(table.bar),
      colour: directoryColour(look),
    });
    spans.push({ text: ` ${renderShare(share)}`, colour: FAINT });
  }
  return spans;
}

function directoryColour({ colourOf }: Look): string | undefined {
  return colourOf({ kind: "directory", path: "" });
}

/** A bar in eighths of a column, of a share of the columns. What is there at all is seen. */
export function renderBar(share: number, columns: number): string {
  const eighths = Math.max(Math.round(share * columns * 8), share > 0 ? 1 : 0);
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

function renderShare(share: number): string {
  const percent = Math.round(share * 100);
  return `${share > 0 && percent === 0 ? "<1" : percent}%`.padStart(4);
}

function planTable(blocks: readonly ShownBlock[], columns: number): Table {
  let state = 0;
  let longest = 0;
  for (const { indent, contents } of blocks) {
    for (const directory of contents.closed) {
      longest = Math.max(longest, indent.length + widthOf(writeDirectory(directory)));
      state = Math.max(state, directory.count === undefined ? 0 : writeState(directory).length);
    }
  }
  const percentage = 5;
  // Names come first, and half of the window is theirs.
  const room = columns - Math.min(longest, Math.floor(columns / 2)) - 2 * GAP.length - state - percentage;
  const bar = room < 4 ? 0 : Math.min(room, LONGEST_BAR);
  const rest = bar === 0 ? GAP.length + state : 2 * GAP.length + state + bar + percentage;
  return { total: sum(blocks.map(countOwn)), name: Math.max(Math.min(longest, columns - rest), 1), state, bar };
}

/** The entries that a block knows of, without those in other blocks. */
function countOwn({ contents: { files, folds, closed, open } }: ShownBlock): number {
  return (
    files.length +
    sum(folds.map(({ count, below = 0 }) => count + below)) +
    sum(closed.map(({ count = 0 }) => count + 1)) +
    open.length
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

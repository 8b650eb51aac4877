// Writes a map as text: the header, then a block for each open directory.
import { toByteString } from "../core/byte-string.ts";
import type {
  DirectoryMap,
  MapClosedDirectory,
  MapContents,
  MapFile,
  MapName,
  MapOpenDirectory,
} from "./directory-map.ts";
import { bytesOfName } from "./directory-map.ts";
import { writeClosed, writeDirectory, writeFile, writeFoldWord } from "./map-word.ts";
import { renderRoot, renderEnd, renderHeader, renderOnly } from "./our-words.ts";

/** The text of a map, without a newline at the end. */
export function renderMap({ root, only, partial, files, folds, closed, open, ...end }: DirectoryMap): string {
  const contents = { files, folds, closed, open };
  const lines = [renderHeader(renderRoot(root))];
  if (only !== undefined) {
    lines.push(renderOnly(only));
  }
  for (const block of blocksOf(contents, partial)) {
    const { word, only: alone, indent } = block;
    if (word !== undefined) {
      lines.push(indent.slice(2) + word + (alone?.word ?? ""));
    }
    for (const words of [block.names, block.closed]) {
      if (words.length > 0) {
        lines.push(indent + words.map((each) => each.word).join(" "));
      }
    }
  }
  return [...lines, ...renderEnd(end)].join("\n");
}

/** A name that is no directory's, or a fold, which is no file. */
interface ShownName {
  readonly word: string;
  readonly file?: MapFile;
}

/** What a map shows of a directory, each line in its order, with the words that it is made of. */
interface ArrangedBlock {
  readonly names: readonly ShownName[];
  readonly closed: readonly { readonly word: string; readonly directory: MapClosedDirectory }[];
  readonly open: readonly { readonly word: string; readonly directory: MapOpenDirectory }[];
}

/** A block of a map, with the line of the directory that it is about; the root has none. */
export interface ShownBlock extends ArrangedBlock {
  readonly word: string | undefined;
  /** The file that shares this line: it is all that is shown in the directory. */
  readonly only?: ShownName;
  /** What its lines begin with. The line of the directory itself begins with two spaces less. */
  readonly indent: string;
  readonly contents: MapContents;
}

/** The blocks of a map, in the order of its lines. A loop, since a tree may be very deep. */
export function blocksOf(contents: MapContents, partial?: true): ShownBlock[] {
  const blocks: ShownBlock[] = [];
  const due = [{ contents, word: undefined as string | undefined, indent: "" }];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    const block = { ...next, ...arrangeBlock(next.contents) };
    const only = partial === true ? onlyFile(block) : undefined;
    if (only !== undefined) {
      blocks.push({ ...block, only, names: [] });
      continue;
    }
    blocks.push(block);
    for (const { directory, word } of block.open.toReversed()) {
      due.push({ contents: directory, word, indent: `${block.indent}  ` });
    }
  }
  return blocks;
}

/** The file that is all that is shown in a directory, which then shares its line. */
function onlyFile({ word, names, closed, open }: Omit<ShownBlock, "indent" | "contents">): ShownName | undefined {
  const isOnly = word !== undefined && names.length === 1 && closed.length === 0 && open.length === 0;
  return isOnly && names[0]?.file !== undefined ? names[0] : undefined;
}

function arrangeBlock({ files, folds, closed, open }: MapContents): ArrangedBlock {
  return {
    names: inOrder([
      ...files.map((file) => ({ key: bytesOfName(file), word: writeFile(file), file })),
      ...folds.map((fold) => ({ key: toByteString(fold.glob), word: writeFoldWord(fold) })),
    ]),
    closed: inOrder(closed.map((directory) => ({ key: toKey(directory), word: writeClosed(directory), directory }))),
    open: inOrder(open.map((directory) => ({ key: toKey(directory), word: writeDirectory(directory), directory }))),
  };
}

function toKey(directory: MapName): string {
  return `${bytesOfName(directory)}/`;
}

/** In byte order. */
function inOrder<Item extends { readonly key: string }>(items: Item[]): Item[] {
  return items.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
}

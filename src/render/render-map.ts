// Writes a map as text: the header, then a block for each open directory.
import { toByteString } from "../core/byte-string.ts";
import type { DirectoryMap, MapContents } from "./directory-map.ts";
import { bytesOfName } from "./directory-map.ts";
import { writeClosed, writeDirectory, writeFile, writeFoldWord } from "./map-word.ts";
import { NOTHING_MATCHES } from "./page-end.ts";
import { renderHeader } from "./render-listing.ts";
import { renderRoot } from "./shown-path.ts";

/** The text of a map, without a newline at the end. */
export function renderMap({ root, only, filtered, ...contents }: DirectoryMap): string {
  const lines = [renderHeader(renderRoot(root))];
  if (only !== undefined) {
    lines.push(renderOnly(only));
  }
  addLines(contents, "", lines);
  if (filtered === true) {
    lines.push(NOTHING_MATCHES);
  }
  return lines.join("\n");
}

/** The line that says which fold a map is about. */
export function renderOnly(fold: string): string {
  return `[only ${fold}]`;
}

function addLines({ files, folds, closed, open }: MapContents, indent: string, lines: string[]): void {
  const names = inOrder([
    ...files.map((file) => ({ key: bytesOfName(file), word: writeFile(file) })),
    ...folds.map((fold) => ({ key: toByteString(fold.glob), word: writeFoldWord(fold) })),
  ]);
  const closedNames = inOrder(closed.map((each) => ({ key: `${bytesOfName(each)}/`, word: writeClosed(each) })));
  for (const words of [names, closedNames]) {
    if (words.length > 0) {
      lines.push(indent + words.map(({ word }) => word).join(" "));
    }
  }
  for (const { directory } of inOrder(open.map((each) => ({ key: `${bytesOfName(each)}/`, directory: each })))) {
    lines.push(indent + writeDirectory(directory));
    addLines(directory, `${indent}  `, lines);
  }
}

/** In byte order. */
function inOrder<Item extends { readonly key: string }>(items: Item[]): Item[] {
  return items.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
}

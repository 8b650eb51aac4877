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
  const names = [
    ...files.map((file) => ({ key: bytesOfName(file), word: writeFile(file) })),
    ...folds.map((fold) => ({ key: toByteString(fold.glob), word: writeFoldWord(fold) })),
  ];
  // Without folds they are in order already.
  const sorted =
    folds.length === 0 ? names : names.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  if (sorted.length > 0) {
    lines.push(indent + sorted.map(({ word }) => word).join(" "));
  }
  if (closed.length > 0) {
    lines.push(indent + closed.map(writeClosed).join(" "));
  }
  for (const directory of open) {
    lines.push(indent + writeDirectory(directory));
    addLines(directory, `${indent}  `, lines);
  }
}

// Writes a map of `mapDir` as a line of JSON, for the command line.
import { bytesOfName, type DirectoryMap, type MapContents, type MapName } from "./directory-map.ts";
import { toPlainEnd } from "./our-words.ts";
import { escapeLines } from "./entry-label.ts";
import { renderPathForJson } from "./shown-path.ts";

/** A map as one line of JSON. A name that is not valid UTF-8 is in quotes, as a listing shows it. */
export function renderMapJson({
  root,
  only,
  partial,
  files,
  folds,
  closed,
  open: opened,
  ...end
}: DirectoryMap): string {
  const parts: string[] = [];
  // Node's own writer can't go down a very deep tree.
  const due: (string | { readonly head: object; readonly contents: MapContents })[] = [
    { head: { root, only, partial, ...toPlainEnd(end) }, contents: { files, folds, closed, open: opened } },
  ];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    const { open } = next.contents;
    parts.push(JSON.stringify({ ...next.head, ...toPlainContents(next.contents) }).slice(0, -1), ',"open":[');
    due.push("]}");
    for (const [index, directory] of [...open.entries()].toReversed()) {
      due.push({ head: { name: toPlainName(directory) }, contents: directory }, index === 0 ? "" : ",");
    }
  }
  return escapeLines(parts.join(""));
}

/** What is shown of a directory itself. The keys are in a fixed order. JSON itself leaves out those without a value. */
function toPlainContents({ files, folds, closed }: MapContents): object {
  return {
    files: files.map((file) => ({ name: toPlainName(file), kind: file.kind })),
    folds: folds.map(({ glob, count, partial, below, belowPartial }) => ({
      glob,
      count,
      partial,
      below,
      belowPartial,
    })),
    closed: closed.map((directory) => {
      const { count, partial, problem, ignored } = directory;
      return { name: toPlainName(directory), count, partial, problem, ignored };
    }),
  };
}

function toPlainName(name: MapName): string {
  return renderPathForJson(bytesOfName(name));
}

// Writes a map of `mapDir` as a line of JSON, for the command line.
import { bytesOfName, type DirectoryMap, type MapContents, type MapName } from "./directory-map.ts";
import { escapeLines } from "./escape-characters.ts";
import { renderPathForJson } from "./shown-path.ts";

/** A map as one line of JSON. A name that is not valid UTF-8 is in quotes, as a listing shows it. */
export function renderMapJson({ root, only, filtered, ...contents }: DirectoryMap): string {
  return escapeLines(JSON.stringify({ root, only, filtered, ...toPlainContents(contents) }));
}

/** The keys are in a fixed order. JSON itself leaves out those without a value. */
function toPlainContents({ files, folds, closed, open }: MapContents): object {
  return {
    files: files.map((file) => ({ name: toPlainName(file), kind: file.kind })),
    folds: folds.map(({ glob, count, partial }) => ({ glob, count, partial })),
    closed: closed.map((directory) => {
      const { count, partial, problem, ignored } = directory;
      return { name: toPlainName(directory), count, partial, problem, ignored };
    }),
    open: open.map((directory) => ({ name: toPlainName(directory), ...toPlainContents(directory) })),
  };
}

function toPlainName(name: MapName): string {
  return renderPathForJson(bytesOfName(name));
}

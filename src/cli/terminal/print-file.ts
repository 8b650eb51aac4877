// A file that was named where a directory is expected: on a terminal its own line is shown, as `ls` does.
import { lstat, readlink } from "node:fs/promises";

import { KIND_SUFFIX } from "../../render/entry-label.ts";
import type { ListDirEntry } from "../../render/listing.ts";
import { renderTypedPath } from "../../render/render-listing.ts";
import { entrySpans, entryView, writeColumns } from "../entry-spans.ts";
import type { ListedDirectory } from "../parse-command.ts";
import { printSafe } from "../print.ts";
import { renderSpans } from "../spans.ts";
import type { TerminalProcess } from "../terminal-process.ts";
import { toDiskPath } from "./read-modes.ts";

/** Prints the line of a file. Returns whether there is one. `isBelow`: a listing stands above it. */
export async function printFile(listed: ListedDirectory, host: TerminalProcess, isBelow: boolean): Promise<boolean> {
  const { directory, dirPath } = listed;
  const path = toDiskPath(dirPath);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    return false;
  }
  const kind = found.isSymbolicLink() ? "symlink" : found.isFile() ? "file" : "other";
  const target = kind === "symlink" && listed.long ? await readlink(path).catch(() => undefined) : undefined;
  const entry: ListDirEntry = {
    path: directory,
    kind,
    depth: 1,
    ...(kind === "file" && { size: found.size }),
    modifiedMs: Math.floor(found.mtimeMs),
    ...(target !== undefined && { target }),
  };
  // Where Node lost bytes of a word, the path still has them.
  const typed = directory.includes("\ufffd") ? dirPath : renderTypedPath(directory);
  const view = entryView(listed, host, new Map([[entry, found.mode]]));
  const spans = [{ text: writeColumns(entry, view) }, ...entrySpans(entry, typed + KIND_SUFFIX[kind], view)];
  await printSafe(host.stdout, `${isBelow ? "\n" : ""}${renderSpans(spans, view)}\n`);
  return true;
}

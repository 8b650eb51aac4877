// A file that was named where a directory is expected: on a terminal its own line is shown, as `ls` does.
import { lstat, readlink } from "node:fs/promises";

import type { ListDirEntry } from "../../render/listing.ts";
import { KIND_SUFFIX } from "../../render/entry-label.ts";
import { renderTypedPath, toShownLines, type ShownLine } from "../../render/render-listing.ts";
import { isColoured } from "../colour.ts";
import type { ListCommand } from "../parse-listings.ts";
import { print, printSafe } from "../print.ts";
import type { TerminalProcess } from "../terminal-process.ts";
import { toDiskPath } from "./disk-path.ts";
import { entrySpans } from "./entry-spans.ts";
import { longColumns } from "./long-columns.ts";
import { readLsColors } from "./ls-colors.ts";
import { renderSpans } from "./span.ts";
import { windowOf } from "./window.ts";

/** Prints the line of a file. Returns whether there is one. `isBelow`: a listing stands above it. */
export async function printFile(
  command: ListCommand,
  filePath: string,
  host: TerminalProcess,
  isBelow: boolean,
): Promise<boolean> {
  const path = toDiskPath(filePath);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    return false;
  }
  const kind = found.isSymbolicLink() ? "symlink" : found.isFile() ? "file" : "other";
  const target = kind === "symlink" && command.long ? await readlink(path).catch(() => undefined) : undefined;
  const details = {
    ...(kind === "file" && { size: found.size }),
    modifiedMs: Math.floor(found.mtimeMs),
    ...(target !== undefined && { target }),
  };
  // Where Node lost bytes of a word, the path still has them.
  const typed = command.directory.includes("\ufffd") ? filePath : renderTypedPath(command.directory);
  const entry: ListDirEntry = { path: command.directory, kind, depth: 1, ...details };
  const { columns } = windowOf(host.stdout);
  const mode = found.mode;
  const look = { columns, isColoured: isColoured(command.color, host) };
  const hasDetails = command.arguments.details === true && !command.long;
  const view = { colourOf: readLsColors(host.env["LS_COLORS"]), modeOf: () => mode, hasDetails };
  const [shown] = toShownLines([entry]) as [ShownLine];
  const line = { ...shown, label: typed + KIND_SUFFIX[kind] };
  const text = command.long ? longColumns(columns, true)({ ...entry, mode }) : "";
  await print(host.stdout, isBelow ? "\n" : "");
  await printSafe(host.stdout, `${renderSpans([{ text }, ...entrySpans(line, view)], look)}\n`);
  return true;
}

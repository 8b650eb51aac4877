// Writes a page as the original `list_dir` does: names as they are, decoded with loss and cut at 500 bytes.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import { cutName } from "../core/codex-key.ts";
import { shownKind } from "../core/entry.ts";
import type { Visit } from "../core/visit.ts";
import { KIND_SUFFIX } from "./entry-label.ts";
import { indentation, renderLines } from "./render-listing.ts";

/** The text of a page of the profiles `codex-*`. */
export function renderCodexListing(root: string, entries: readonly Visit[], moreThan: number | undefined): string {
  return renderLines(root, entries.map(renderCodexLine), moreThan);
}

/** The line of an entry. */
export function renderCodexLine({ path, kind, depth }: Visit): string {
  const name = path.slice(path.lastIndexOf("/") + 1) as ByteString;
  return indentation(depth) + toText(cutName(toByteString(toText(name)))) + KIND_SUFFIX[shownKind(kind)];
}

// Entries of `listDir` as lines of a listing, for faces that put more beside them.
import { toByteString } from "../core/byte-string.ts";
import { bytesOfEntry } from "../render/listing.ts";
import { quoteName } from "../render/quote-name.ts";
import { NOTHING_MATCHES, renderLines, renderVisit } from "../render/render-listing.ts";
import type { ListDirEntry, ListDirPage } from "./list-dir.ts";

/** The line of an entry as a listing has it. */
export function renderEntry(entry: ListDirEntry): string {
  return renderVisit({ ...entry, path: bytesOfEntry(entry) });
}

/** The first line of a listing, and the second where the filters left nothing to show. */
export function renderHead({ root, filtered }: Pick<ListDirPage, "root" | "filtered">): string {
  return renderLines(root, filtered === true ? [NOTHING_MATCHES] : [], undefined);
}

/** The target of a link, quoted by the rule for names; undefined where none is known. */
export function renderTarget({ target, targetBytes }: ListDirEntry): string | undefined {
  return target === undefined ? undefined : quoteName(toByteString(targetBytes ?? target), undefined);
}

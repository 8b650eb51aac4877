// Writes entries of `listDir` as lines of a listing, for the command line, which shows more next to them.
import { toByteString } from "../core/byte-string.ts";
import { bytesOfEntry } from "./listing.ts";
import { quoteName } from "./quote-name.ts";
import { NOT_SEARCHED, NOTHING_MATCHES, renderHeader, renderMore, renderVisit } from "./render-listing.ts";
import type { ListDirEntry, ListDirPage } from "./list-dir-page.ts";

/** The line of an entry as a listing shows it. */
export function renderEntry(entry: ListDirEntry): string {
  return renderVisit({ ...entry, path: bytesOfEntry(entry) });
}

/** The first line of a listing. */
export function renderHead({ root }: Pick<ListDirPage, "root">): string {
  return renderHeader(root);
}

/** The lines of a listing after its entries. */
export function renderEnd(page: Partial<Pick<ListDirPage, "filtered" | "passedBy" | "moreThan">>): string[] {
  return [
    ...(page.filtered === true ? [NOTHING_MATCHES] : []),
    ...(page.passedBy === true ? [NOT_SEARCHED] : []),
    ...(page.moreThan === undefined ? [] : [renderMore(page.moreThan)]),
  ];
}

/** The target of a link, quoted by the rule for names; undefined if none is known. */
export function renderTarget({ target, targetBytes }: ListDirEntry): string | undefined {
  return target === undefined ? undefined : quoteName(toByteString(targetBytes ?? target), undefined);
}

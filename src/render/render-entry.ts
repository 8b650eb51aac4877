// Writes entries of `listDir` as lines of a listing, for the command line, which shows more next to them.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import { quoteName } from "./quote-name.ts";
import { renderHeader, renderNamed } from "./render-listing.ts";
import type { ListDirEntry, ListDirPage } from "./list-dir-page.ts";

/** The line of an entry as a listing shows it. */
export function renderEntry(entry: ListDirEntry): string {
  return renderNamed(lastName(entry), entry);
}

/** The last name on the path of an entry. Only that is converted: `--all` writes a line for each of a million paths. */
export function lastName({ path, pathBytes }: ListDirEntry): ByteString {
  const name = pathBytes === undefined ? toByteString(afterSlash(path)) : afterSlash(toByteString(pathBytes));
  return name as ByteString;
}

function afterSlash(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The first line of a listing. */
export function renderHead({ root }: Pick<ListDirPage, "root">): string {
  return renderHeader(root);
}

/** The target of a link, quoted by the rule for names; undefined if none is known. */
export function renderTarget({ target, targetBytes }: ListDirEntry): string | undefined {
  return target === undefined ? undefined : quoteName(toByteString(targetBytes ?? target), undefined);
}

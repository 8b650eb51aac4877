// The sizes and times of files in a directory. A store's listing contains them, so a page of files takes a request or two, not one
// for each file.
import { toByteString, toExactText, type ByteString } from "../../core/byte-string.ts";
import type { EntryDetails } from "../../core/entry.ts";
import type { RequestWait, Requests } from "./s3-client.ts";
import { listPages, type FoundPage } from "./s3-list-pages.ts";
import type { Location } from "./s3-location.ts";

/** The details of the files with these names, in that order; undefined for those that are gone. Directories have none. */
export async function readStoreDetails(
  requests: Requests,
  location: Location,
  names: readonly ByteString[],
  wait: RequestWait,
): Promise<(EntryDetails | undefined)[]> {
  const known = new Map<ByteString, EntryDetails>();
  const open = [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
  let after: ByteString | undefined;
  while (open.length > 0) {
    const start = justBefore(open[0] as ByteString);
    after = after === undefined || start > after ? start : after;
    const { found, isLast } = await readPage(requests, location, after, open.length, wait);
    for (const { key, isDirectory, size, modifiedMs } of found) {
      if (!isDirectory) {
        const name = key.slice(location.prefix.length) as ByteString;
        known.set(name, { ...(size !== undefined && { size }), ...(modifiedMs !== undefined && { modifiedMs }) });
      }
    }
    const last = found.at(-1)?.key.slice(location.prefix.length) as ByteString | undefined;
    if (isLast || last === undefined) {
      break;
    }
    after = last;
    // Any name up to this key that we did not find does not exist.
    while (open.length > 0 && (open[0] as ByteString) <= last) {
      open.shift();
    }
  }
  return names.map((name) => known.get(name));
}

async function readPage(
  requests: Requests,
  location: Location,
  after: ByteString,
  count: number,
  wait: RequestWait,
): Promise<FoundPage> {
  const key = after === "" ? undefined : (`${location.prefix}${after}` as ByteString);
  const range = { ...location, after: key, byDirectory: true, limit: count + 8 };
  for await (const page of listPages(requests, range, wait)) {
    if (page.found.length > 0 || page.isLast) {
      return page;
    }
  }
  return { found: [], isLast: true };
}

/** A name before this one, with as little as possible between them. */
function justBefore(name: ByteString): ByteString {
  const characters = [...(toExactText(name) ?? "")];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  const begin = characters.join("");
  // Just below U+E000 are the surrogates, which are not characters; a slash would lead into a directory.
  const previous = new Map([
    [0xe000, 0xd7ff],
    [0x30, 0x2e],
  ]).get(last);
  return toByteString(last === 0 ? begin : `${begin}${String.fromCodePoint(previous ?? last - 1)}\u{10ffff}`);
}

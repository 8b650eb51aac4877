// Reads the entries of one directory of a store, using what earlier reads of the same listing found out about it.
import type { ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";
import type { Batch, KeyPage, ReadKeysOptions, ReadOptions } from "../../core/file-system.ts";
import { toRequestWait, type RequestWait, type Requests } from "./s3-client.ts";
import { StoreError } from "./s3-errors.ts";
import { listPages, type Found, type FoundPage } from "./s3-list-pages.ts";
import { toLocation, type Location } from "./s3-location.ts";
import { ReadAhead } from "./s3-read-ahead.ts";

/** A few more than wanted, for the directory's own key and for a skipped directory that comes back. */
const SPARE = 2;

/** What all reads of a store share: the requests, and what each running listing has found out. */
export interface StoreReader {
  readonly requests: Requests;
  readonly listings: WeakMap<object, ReadAhead>;
}

/** The entries of the directory `path` below `root`. */
export async function* readStoreDirectory(
  reader: StoreReader,
  root: ByteString,
  path: ByteString,
  options: ReadOptions,
): AsyncGenerator<Batch, void> {
  const { requests } = reader;
  const { after, limit = Infinity, signal, next = () => [], enters = false } = options;
  const wait = toRequestWait(options);
  const location = toLocation(root, path);
  const { prefix } = location;
  const wanted = limit + SPARE;
  const ahead = readAheadOf(reader, root, options.listing);
  let last = after === undefined ? undefined : (`${prefix}${after}` as ByteString);
  const view = await ahead?.find(prefix, last, wanted, () => enters || next().length > 0, wait);
  let isThere = view?.isThere === true;
  if (view !== undefined && view.entries.length > 0) {
    yield { entries: view.entries };
    last = `${prefix}${keyOf(view.entries.at(-1) as Entry)}` as ByteString;
  }
  if (view?.isComplete !== true) {
    const begun = last === undefined ? ahead?.begun(prefix, wait) : undefined;
    const pages = begun ?? listPages(requests, { ...location, after: last, byDirectory: true, limit: wanted }, wait);
    // A directory that a window of keys shows only in part is large. It probably fills the page, and nothing after it is needed.
    if (view === undefined) {
      ahead?.begin(() => next().map((directory) => toLocation(root, directory)), wanted, wait);
    }
    let count = 0;
    for await (const page of pages) {
      signal?.throwIfAborted();
      const entries = toEntries(page, prefix);
      count += entries.length;
      isThere ||= page.found.length > 0;
      ahead?.learn(count, page.isLast, limit);
      yield { entries, isLast: page.isLast };
      signal?.throwIfAborted();
    }
  }
  // After a cursor there may be nothing left. Only the root must exist even so.
  const isMissing =
    !isThere && prefix !== "" && (after === undefined || (path === "" && !(await hasKeys(requests, location, wait))));
  if (isMissing) {
    throw await missing(requests, location, wait);
  }
}

/** Some keys below a directory, by one request. */
export async function readStoreKeys(
  requests: Requests,
  location: Location,
  { after, byDirectory = false, takesTimes = false, ...wait }: ReadKeysOptions,
): Promise<KeyPage> {
  const { prefix } = location;
  const last = after === undefined ? undefined : (`${prefix}${after}` as ByteString);
  const range = { ...location, after: last, byDirectory, limit: Infinity };
  for await (const { found, isLast } of listPages(requests, range, toRequestWait(wait))) {
    const keys = found.map(({ key }) => key.slice(prefix.length) as ByteString);
    // A bucket that answers exists.
    const page = { keys, isLast, isThere: prefix === "" };
    return takesTimes ? { ...page, times: timesOf(found, prefix.length) } : page;
  }
  return { keys: [], isLast: true };
}

function readAheadOf(
  { requests, listings }: StoreReader,
  root: ByteString,
  listing: object | undefined,
): ReadAhead | undefined {
  if (listing === undefined) {
    return undefined;
  }
  const ahead = listings.get(listing) ?? new ReadAhead(requests, toLocation(root, "" as ByteString));
  listings.set(listing, ahead);
  return ahead;
}

/**
 * Whether a name is a directory: there are keys in it, and no key has exactly this name. A store may contain both; then the
 * name without a slash is the file.
 */
export async function isStoreDirectory(requests: Requests, location: Location, wait: RequestWait): Promise<boolean> {
  return !(await hasKey(requests, location, wait)) && (await hasKeys(requests, location, wait));
}

function toEntries({ found }: FoundPage, prefix: ByteString): Entry[] {
  const entries: Entry[] = [];
  for (const { key, isDirectory } of found) {
    const name = key.slice(prefix.length) as ByteString;
    // The directory's own key stands for the directory when it is empty. It is not one of its entries.
    if (name !== "") {
      entries.push(isDirectory ? { name: name.slice(0, -1) as ByteString, kind: "directory" } : { name, kind: "file" });
    }
  }
  return entries;
}

function keyOf({ name, kind }: Entry): string {
  return kind === "directory" ? `${name}/` : name;
}

async function missing(requests: Requests, location: Location, wait: RequestWait): Promise<StoreError> {
  return (await hasKey(requests, location, wait))
    ? new StoreError("ENOTDIR", "it is an object, not a directory")
    : new StoreError("ENOENT", "no key begins with it");
}

/** Whether a directory contains anything. */
async function hasKeys(requests: Requests, location: Location, wait: RequestWait): Promise<boolean> {
  return (await firstKey(requests, location, wait)) !== undefined;
}

/** Whether an object has exactly the name of a directory. */
async function hasKey(requests: Requests, { bucket, prefix }: Location, wait: RequestWait): Promise<boolean> {
  const key = prefix.slice(0, -1) as ByteString;
  return key !== "" && !key.endsWith("/") && (await firstKey(requests, { bucket, prefix: key }, wait)) === key;
}

async function firstKey(requests: Requests, location: Location, wait: RequestWait): Promise<ByteString | undefined> {
  const range = { ...location, byDirectory: false, limit: 1 };
  for await (const { found } of listPages(requests, range, wait)) {
    const [first] = found as readonly (Found | undefined)[];
    if (first !== undefined) {
      return first.key;
    }
  }
  return undefined;
}

function timesOf(found: readonly Found[], start: number): ReadonlyMap<ByteString, number> {
  const times = new Map<ByteString, number>();
  for (const { key, modifiedMs } of found) {
    if (modifiedMs !== undefined) {
      times.set(key.slice(start) as ByteString, modifiedMs);
    }
  }
  return times;
}

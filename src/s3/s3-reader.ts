// Reads from a store: the entries of a directory, all keys below one, and the details of files.
import { byteKey, sortedByBytes, type Entry, type EntryDetails, type Location } from "../core/entry.ts";
import type { KeyPage, ReadDirectoryOptions, ReadKeysOptions, ReadOptions } from "../core/file-system.ts";
import { noKeyInDirectory } from "../core/problem.ts";
import { StoreClient, type S3Options } from "./s3-client.ts";
import { listPages, toStoreDirectory, type ListedPage, type StoreDirectory } from "./s3-listing.ts";

/** Extra keys to request: for the directory's own key, and for a skipped directory that some stores return anyway. */
const SPARE_KEYS = 2;

/** Extra keys to request for details: there may be other keys between the wanted files. */
const KEYS_BETWEEN = 8;

export class StoreReader {
  readonly #client: StoreClient;

  constructor(options: S3Options) {
    this.#client = new StoreClient(options);
  }

  /** The entries of a directory, a batch for each request. */
  async *readEntries(location: Location, options: ReadDirectoryOptions): AsyncGenerator<readonly Entry[], void> {
    const limit = (options.limit ?? Infinity) + SPARE_KEYS;
    for await (const { keys } of this.#listExisting(toStoreDirectory(location), true, { ...options, limit })) {
      // Its own key only marks an empty directory.
      const inside = keys[0]?.key === "" ? keys.slice(1) : keys;
      yield inside.map(({ key }) =>
        key.endsWith("/") ? { name: key.slice(0, -1), kind: "directory" } : { name: key, kind: "file" },
      );
    }
  }

  /** All keys below a directory, and its own. */
  readKeys(location: Location, wait: ReadKeysOptions): AsyncGenerator<KeyPage, void> {
    return this.#listExisting(toStoreDirectory(location), false, wait);
  }

  /**
   * The sizes and times of files. A listing contains them, so a page of files takes a request or two, not one for each file.
   * Directories have none.
   */
  async readDetails(
    location: Location,
    entries: readonly Entry[],
    { signal, timeoutMs = Infinity }: ReadOptions,
  ): Promise<readonly (EntryDetails | undefined)[]> {
    const deadline = performance.now() + timeoutMs;
    const directory = toStoreDirectory(location);
    const files = entries.filter(({ kind }) => kind === "file").map(({ name }) => name);
    const wanted = sortedByBytes([...new Set(files)], (name) => name);
    const listed = new Map<string, EntryDetails>();
    let last = "";
    let lastKey = "";
    for (let index = 0; index < wanted.length;) {
      const start = justBefore(wanted[index] as string);
      const page = await this.#readPage(directory, true, {
        after: byteKey(start) > lastKey ? start : last || undefined,
        limit: wanted.length - index + KEYS_BETWEEN,
        signal,
        timeoutMs: deadline - performance.now(),
      });
      for (const { key, ...details } of page.keys) {
        listed.set(key, details);
      }
      last = page.keys.at(-1)?.key ?? last;
      lastKey = byteKey(last);
      // Everything up to the last key is now listed. A wanted file before it that is missing does not exist.
      while (index < wanted.length && (page.isLast || byteKey(wanted[index] as string) <= lastKey)) {
        index += 1;
      }
    }
    return entries.map(({ name, kind }) => (kind === "file" ? listed.get(name) : {}));
  }

  /** The pages of a directory. Throws if there is no such directory. */
  async *#listExisting(
    directory: StoreDirectory,
    byDirectory: boolean,
    options: ReadDirectoryOptions,
  ): AsyncGenerator<ListedPage, void> {
    let exists = directory.prefix === "";
    for await (const page of listPages(this.#client, directory, byDirectory, options)) {
      exists ||= page.keys.length > 0;
      if (page.isLast && !exists) {
        await this.#checkExists(directory, options);
      }
      yield page;
    }
  }

  /** Throws if no key begins with the prefix of a directory. */
  async #checkExists(directory: StoreDirectory, options: ReadDirectoryOptions): Promise<void> {
    // The directory may exist and have nothing after the cursor.
    if (options.after !== undefined && (await this.#firstKey(directory, options)) !== undefined) {
      return;
    }
    const object = { ...directory, prefix: directory.prefix.slice(0, -1) };
    const mayBeObject = object.prefix !== "" && !object.prefix.endsWith("/");
    throw noKeyInDirectory(mayBeObject && (await this.#firstKey(object, options)) === "");
  }

  /** What comes after the prefix in the first key that begins with it. */
  async #firstKey(directory: StoreDirectory, { signal, timeoutMs }: ReadOptions): Promise<string | undefined> {
    const page = await this.#readPage(directory, false, { limit: 1, signal, timeoutMs });
    return page.keys[0]?.key;
  }

  /** The first page that has keys. */
  async #readPage(directory: StoreDirectory, byDirectory: boolean, options: ReadDirectoryOptions): Promise<ListedPage> {
    for await (const page of listPages(this.#client, directory, byDirectory, options)) {
      if (page.keys.length > 0) {
        return page;
      }
    }
    return { keys: [], isLast: true };
  }
}

/** A name that sorts just before this one, with as few others as possible between them. */
function justBefore(name: string): string {
  const characters = [...name];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  const start = characters.join("");
  if (last === 0) {
    return start;
  }
  // Skips the surrogates below U+E000, which are not characters, and the slash, which would lead into a directory.
  const previous = last === 0xe000 ? 0xd7ff : last === 0x30 ? 0x2e : last - 1;
  return `${start}${String.fromCodePoint(previous)}\u{10ffff}`;
}

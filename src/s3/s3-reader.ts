// Reads from a store: the entries of a directory, and all keys below one.
import type { Entry, Location } from "../core/entry.ts";
import type { KeyPage, ReadDirectoryOptions, ReadKeysOptions, ReadOptions } from "../core/file-system.ts";
import { noKeyInDirectory } from "../core/problem.ts";
import { StoreClient, type S3Options } from "./s3-client.ts";
import { listPages, toStoreDirectory, type ListedPage, type StoreDirectory } from "./s3-listing.ts";

/** Extra keys to request: for the directory's own key, and for a skipped directory that some stores return anyway. */
const SPARE_KEYS = 2;

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
      yield inside.map(({ key, ...details }) =>
        key.endsWith("/") ? { name: key.slice(0, -1), kind: "directory" } : { name: key, kind: "file", details },
      );
    }
  }

  /** All keys below a directory, and its own. */
  readKeys(location: Location, wait: ReadKeysOptions): AsyncGenerator<KeyPage, void> {
    return this.#listExisting(toStoreDirectory(location), false, wait);
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
  async #firstKey(directory: StoreDirectory, wait: ReadOptions): Promise<string | undefined> {
    for await (const { keys } of listPages(this.#client, directory, false, { ...wait, limit: 1, after: undefined })) {
      if (keys[0] !== undefined) {
        return keys[0].key;
      }
    }
    return undefined;
  }
}

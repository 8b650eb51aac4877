// An object store as if the denied keys were not in it. Its directories are only prefixes of keys, so one that holds nothing but denied
// keys is not there either. Finding that out costs a request, as a rule, for each directory in which something may be denied.
import { byteKey, joinLocation, treeKey, type Entry, type Location } from "../core/entry.ts";
import {
  withMembers,
  type DirectoryRead,
  type FileSystem,
  type KeyPage,
  type ReadDirectoryOptions,
  type ReadKeysOptions,
  type ReadOptions,
} from "../core/file-system.ts";
import { noKeyInDirectory, type StoreError } from "../core/problem.ts";
import { isDenied, namesInPath, type DeniedPaths } from "../filters/deny-rules.ts";
import type { GlobSet } from "../filters/glob-set.ts";

/** How many directories are looked into at once. */
const PARALLEL = 16;

/** How many keys of a directory are looked at first. If all of them are denied, whole denied directories are skipped from there on. */
const FIRST_KEYS = 100;

/** The store as callers see it, who must not learn which keys are denied. */
export function withoutDeniedKeys(store: FileSystem, denied: DeniedPaths): FileSystem {
  const view = new VisibleKeys(store, denied);
  return withMembers(store, {
    readDirectory: (directory, options) => view.readDirectory(directory, options),
    ...(store.readKeys !== undefined && {
      readKeys: (directory: string, options: ReadKeysOptions) => view.readKeys(directory, options),
    }),
  });
}

class VisibleKeys {
  readonly #store: FileSystem;
  readonly #denied: DeniedPaths;

  constructor(store: FileSystem, denied: DeniedPaths) {
    this.#store = store;
    this.#denied = denied;
  }

  async readDirectory(directory: Location, options: ReadDirectoryOptions): Promise<DirectoryRead> {
    const read = await this.#store.readDirectory(directory, options);
    const denied = this.#denied.inDirectory(String(directory));
    const isUntouched = denied?.isEmpty === true;
    return isUntouched ? read : { ...read, batches: this.#visibleBatches(String(directory), read, denied, options) };
  }

  async *#visibleBatches(
    directory: string,
    { batches }: DirectoryRead,
    denied: GlobSet | undefined,
    { signal, timeoutMs, remainingMs }: ReadOptions,
  ): AsyncGenerator<readonly Entry[], void> {
    const wait = { signal, timeoutMs, remainingMs };
    let isThere = false;
    for await (const batch of batches) {
      for (let start = 0; start < batch.length; start += PARALLEL) {
        const some = batch.slice(start, start + PARALLEL);
        const areVisible = await Promise.all(some.map((entry) => this.#isVisible(directory, entry, denied, wait)));
        const visible = some.filter((_, index) => areVisible[index]);
        isThere ||= visible.length > 0;
        yield visible;
      }
    }
    if (!isThere && !this.#isTop(directory) && !(await this.#hasVisibleKey(directory, denied, wait))) {
      throw await this.#missing(directory, wait);
    }
  }

  async *readKeys(directory: string, options: ReadKeysOptions): AsyncGenerator<KeyPage, void> {
    const denied = this.#denied.inDirectory(directory);
    let isThere = this.#isTop(directory);
    for await (const page of (this.#store as Required<FileSystem>).readKeys(directory, options)) {
      const keys = page.keys.filter(({ key }) => !isDenied(denied, key.split("/")));
      isThere ||= keys.length > 0;
      if (page.isLast && !isThere) {
        throw await this.#missing(directory, options);
      }
      yield { ...page, keys };
    }
  }

  async #isVisible(directory: string, entry: Entry, denied: GlobSet | undefined, wait: ReadOptions): Promise<boolean> {
    const isDirectory = entry.kind === "directory";
    if (denied === undefined || denied.matches(entry.name, isDirectory)) {
      return false;
    }
    const inside = denied.enter(entry.name);
    return (
      !isDirectory || inside.isEmpty || this.#hasVisibleKey(joinLocation(directory, entry) as string, inside, wait)
    );
  }

  /** Whether a directory is there without the denied keys. */
  async #hasVisibleKey(directory: string, denied: GlobSet | undefined, wait: ReadOptions): Promise<boolean> {
    const store = this.#store;
    for await (const { keys, isLast } of store.readKeys?.(directory, { ...wait, limit: FIRST_KEYS }) ?? []) {
      const isThere = keys.some(({ key }) => !isDenied(denied, key.split("/")));
      if (isThere || isLast) {
        return isThere;
      }
      break;
    }
    for await (const batch of (await store.readDirectory(directory, wait)).batches) {
      for (const entry of batch) {
        if (await this.#isVisible(directory, entry, denied, wait)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A bucket is there without any keys. */
  #isTop(directory: string): boolean {
    return namesInPath(directory, this.#store).length <= 1;
  }

  /** What the store says of a directory without keys: there may be an object of its name. */
  async #missing(directory: string, wait: ReadOptions): Promise<StoreError> {
    const slash = directory.lastIndexOf("/");
    const name = directory.slice(slash + 1);
    // The nearest name before this one that can be made up without knowing the others.
    const after = [...name].slice(0, -1).join("");
    const read = await this.#store.readDirectory(directory.slice(0, slash), { ...wait, after });
    for await (const batch of read.batches) {
      const isThere = batch.some((entry) => entry.kind === "file" && entry.name === name);
      if (isThere || batch.some((entry) => treeKey(entry) > byteKey(name))) {
        return noKeyInDirectory(isThere);
      }
    }
    return noKeyInDirectory(false);
  }
}

// The directories that may be listed, and the real paths of these and of whatever else the operator set. They are found when it is set: links
// that others make later must not move it.
import { isWithin, namesOfPath, toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, WaitOptions } from "../core/file-system.ts";
import { foldName } from "../core/names/fold-name.ts";
import { readErrorCode } from "../core/problem.ts";

/** A root: its path as given, and its real path. */
export interface AllowedRoot {
  /** As the operator wrote it, made absolute. */
  readonly shown: string;
  readonly given: readonly ByteString[];
  readonly realPath: ByteString;
  readonly real: readonly ByteString[];
}

/** The roots that could be found. A root that can't be found for now is left out, and looked for again on the next call. */
export function allowedRoots(fileSystem: FileSystem, roots: readonly string[]): Retried<readonly AllowedRoot[]> {
  const known = roots.map((shown) => new Retried((dropLater) => findRoot(fileSystem, shown, dropLater)));
  return new Retried((dropLater) => findAll(known, dropLater));
}

async function findAll(known: readonly Retried<AllowedRoot>[], dropLater: () => void): Promise<AllowedRoot[]> {
  const found = await Promise.allSettled(known.map((root) => root.get()));
  if (known.some(({ isKept }) => !isKept)) {
    dropLater();
  }
  return found.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Rewrites a path that is in a root as given into one that is in the root's real path. */
export function toRealSpelling(roots: readonly AllowedRoot[], path: ByteString): ByteString {
  const names = namesOfPath(path);
  if (roots.some(({ real }) => isWithin(names, real))) {
    return path;
  }
  const root = roots.find(({ given }) => isWithin(names, given));
  return root === undefined ? path : ([root.realPath, ...names.slice(root.given.length)].join("/") as ByteString);
}

async function findRoot(fileSystem: FileSystem, shown: string, dropLater: () => void): Promise<AllowedRoot> {
  const given = toByteString(shown);
  const realPath = await findRealPath(fileSystem, given, dropLater);
  return { shown, given: namesOfPath(given), realPath, real: namesOfPath(realPath) };
}

/**
 * A path that spells its root differently, with the root's real path instead; undefined if it is in no root. Some disks find a directory by
 * any spelling of its name. Asked only about paths that would be refused otherwise, and looks only at the names of the root itself and
 * of the directories above it.
 */
export async function spellAsRoot(
  fileSystem: FileSystem,
  roots: readonly AllowedRoot[],
  path: ByteString,
  wait: WaitOptions,
): Promise<ByteString | undefined> {
  const names = namesOfPath(path);
  const folded = names.map(foldName);
  for (const { shown, given, realPath, real } of fileSystem.listedName === undefined ? [] : roots) {
    for (const [root, spelling] of [
      [toByteString(shown), given],
      [realPath, real],
    ] as const) {
      if (isWithin(folded, spelling.map(foldName)) && (await isSame(fileSystem, names, root, spelling, wait))) {
        return [realPath, ...names.slice(spelling.length)].join("/") as ByteString;
      }
    }
  }
  return undefined;
}

/** Whether the disk finds the same directories by the first of these names as by those of the root. */
async function isSame(
  fileSystem: FileSystem,
  names: readonly ByteString[],
  root: ByteString,
  spelling: readonly ByteString[],
  wait: WaitOptions,
): Promise<boolean> {
  let directory = root;
  for (let index = spelling.length - 1; index >= 0; index -= 1) {
    directory = fileSystem.resolve(directory, "..") as ByteString;
    const [asked, own] = [names[index] as ByteString, spelling[index] as ByteString];
    if (
      asked !== own &&
      (await listed(fileSystem, directory, asked, wait)) !== (await listed(fileSystem, directory, own, wait))
    ) {
      return false;
    }
  }
  return true;
}

/** How a directory lists a name. The name itself if that can't be known: then it is like no other. */
async function listed(
  fileSystem: FileSystem,
  directory: ByteString,
  name: ByteString,
  wait: WaitOptions,
): Promise<ByteString> {
  try {
    return (await fileSystem.listedName?.(directory, name, wait)) ?? name;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return name;
  }
}

/** How long resolving a directory's real path may take. */
const TIMEOUT_MS = 1000;

/**
 * The path with links resolved. A part that does not exist yet stays as written: when it appears, it must not be a link. If the
 * file system does not answer, the path stays as written for now and `dropLater` is called: it may answer next time.
 */
export async function findRealPath(
  fileSystem: FileSystem,
  path: ByteString,
  dropLater: () => void,
): Promise<ByteString> {
  if (fileSystem.realPath === undefined) {
    return path;
  }
  try {
    return await fileSystem.realPath(path, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const code = readErrorCode(error);
    if (code === "ETIMEDOUT") {
      dropLater();
      return path;
    }
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    const parent = fileSystem.resolve(path, "..") as ByteString;
    if (parent === path) {
      return path;
    }
    const name = path.slice(parent.length).replace(/^[\\/]/, "");
    return fileSystem.resolve(await findRealPath(fileSystem, parent, dropLater), name) as ByteString;
  }
}

/** A value that is found once and kept. If finding it fails, it is tried again the next time it is needed. */
export class Retried<Value> {
  readonly #find: (dropLater: () => void) => Promise<Value>;
  #value: Promise<Value> | undefined;

  /** Starts at once. If `find` calls `dropLater`, current waiters get its result, but it is not kept for later calls. */
  constructor(find: (dropLater: () => void) => Promise<Value>) {
    this.#find = find;
    this.get().catch(() => {
      // The next caller tries again and gets the error.
    });
  }

  /** Whether there is a value to keep, or may be one soon. */
  get isKept(): boolean {
    return this.#value !== undefined;
  }

  get(): Promise<Value> {
    this.#value ??= this.#try();
    return this.#value;
  }

  async #try(): Promise<Value> {
    let isKept = true;
    try {
      return await this.#find(() => {
        isKept = false;
      });
    } catch (error) {
      isKept = false;
      throw error;
    } finally {
      if (!isKept) {
        this.#value = undefined;
      }
    }
  }
}

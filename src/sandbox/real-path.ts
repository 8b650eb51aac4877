// The real paths of what the operator set, found when it is set: links made later by others must not move it.
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";

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

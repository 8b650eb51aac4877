// The directories that may be listed. Their real paths are found when they are set: links that others make later must not move them.
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";

export interface AllowedRoot {
  /** As the operator wrote it, made absolute. */
  readonly given: string;
  readonly real: string;
}

/** How long finding a real path may take. */
export const TIMEOUT_MS = 1000;

export class AllowedRoots {
  readonly #fileSystem: FileSystem;
  readonly #given: readonly string[];
  readonly #found: (Promise<AllowedRoot | undefined> | undefined)[] = [];

  constructor(fileSystem: FileSystem, given: readonly string[]) {
    this.#fileSystem = fileSystem;
    this.#given = given;
    this.get().catch(() => {
      // The next call tries again and gets the error.
    });
  }

  /** The roots that could be found. One that could not is left out, and looked for again by the next call. */
  async get(): Promise<readonly AllowedRoot[]> {
    const roots = await Promise.all(
      this.#given.map((given, index) => {
        this.#found[index] ??= this.#find(given, () => (this.#found[index] = undefined));
        return this.#found[index];
      }),
    );
    return roots.filter((root) => root !== undefined);
  }

  async #find(given: string, retry: () => void): Promise<AllowedRoot | undefined> {
    try {
      return { given, real: await findRealPath(this.#fileSystem, given) };
    } catch (error) {
      retry();
      const code = readErrorCode(error);
      if (code === undefined) {
        throw error;
      }
      // A mount that does not answer may do so later. A call that leads there waits for it then.
      return code === "ETIMEDOUT" ? { given, real: given } : undefined;
    }
  }
}

/** The path with links resolved. What does not exist yet stays as written: when it appears, it must not be a link. */
export async function findRealPath(fileSystem: FileSystem, path: string): Promise<string> {
  try {
    return (await fileSystem.realPath?.(path, { timeoutMs: TIMEOUT_MS })) ?? path;
  } catch (error) {
    const code = readErrorCode(error);
    const above = fileSystem.resolve(path, "..");
    if ((code !== "ENOENT" && code !== "ENOTDIR") || above === path) {
      throw error;
    }
    const name = path.slice(above.length).replace(/^[\\/]/, "");
    return fileSystem.resolve(await findRealPath(fileSystem, above), name);
  }
}

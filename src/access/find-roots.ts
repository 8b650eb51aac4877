// Finds out where the roots really are, once, when they are set, so that a link made later can't move a root.
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { AllowedRoots, type Root } from "./allowed-roots.ts";
import { retried } from "./retried.ts";

/** How long finding a real path may take. */
const TIMEOUT_MS = 1000;

/**
 * Looks for the roots, at once. `written`: absolute paths; undefined if every directory may be listed. The function that it returns gives
 * those that were found, and looks for the others again.
 */
export function findRoots(fileSystem: FileSystem, written: readonly string[] | undefined): () => Promise<AllowedRoots> {
  const finders = written?.map((path) => finderOf(fileSystem, fileSystem.resolve("/", path)));
  return async () => {
    const found = finders && (await Promise.all(finders.map((find) => find())));
    return new AllowedRoots(
      fileSystem,
      found?.filter((root) => root !== undefined),
    );
  };
}

/** Whether a link has taken the place of a root, or of a directory above it, since the root was found. */
export async function isReplaced({ real }: Root, fileSystem: FileSystem): Promise<boolean> {
  return (await findRealPath(fileSystem, real).catch(() => real)) !== real;
}

function finderOf(fileSystem: FileSystem, written: string): () => Promise<Root | undefined> {
  const findReal = retried(() => findRealPath(fileSystem, written));
  return async () => {
    try {
      return { written, real: await findReal() };
    } catch (error) {
      const code = readErrorCode(error);
      if (code === undefined) {
        throw error;
      }
      // A mount that does not answer now may answer later: a call that leads there tries it again.
      return code === "ETIMEDOUT" ? { written, real: written } : undefined;
    }
  };
}

/** The path with links resolved. Components that do not exist yet stay as written: if they appear later, they must not be links. */
async function findRealPath(fileSystem: FileSystem, path: string): Promise<string> {
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

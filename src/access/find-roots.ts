// Finds out where the roots really are, once, when they are set, so that a link made later can't move a root.
import type { FileSystem } from "../core/file-system.ts";
import { isMissingCode, readErrorCode } from "../core/problem.ts";
import { AllowedRoots, type Root } from "./allowed-roots.ts";
import { retried } from "./retried.ts";

/** How long finding a real path may take. */
const TIMEOUT_MS = 1000;

/**
 * Looks for the roots, at once. `written`: absolute paths; undefined if every directory may be listed. The returned function gives the
 * roots that were found, and looks for the others again. Once all are found, it always returns the same object.
 */
export function findRoots(fileSystem: FileSystem, written: readonly string[] | undefined): () => Promise<AllowedRoots> {
  const sought = written?.map((path) => {
    const absolute = fileSystem.resolve("/", path);
    return { absolute, find: retried(() => findRealPath(fileSystem, absolute)) };
  });
  let all: AllowedRoots | undefined;
  return async () => {
    if (all !== undefined) {
      return all;
    }
    const roots: Root[] = [];
    let isComplete = true;
    for (const { absolute, find } of sought ?? []) {
      try {
        roots.push({ written: absolute, real: await find() });
      } catch (error) {
        isComplete = false;
        const code = readErrorCode(error);
        if (code === undefined) {
          throw error;
        }
        // A mount that does not answer now may answer later: a call that leads there tries it again.
        roots.push(...(code === "ETIMEDOUT" ? [{ written: absolute, real: absolute }] : []));
      }
    }
    const found = new AllowedRoots(fileSystem, sought && roots);
    all = isComplete ? found : undefined;
    return found;
  };
}

/** The path with links resolved. Components that do not exist yet stay as written: if they appear later, they must not be links. */
async function findRealPath(fileSystem: FileSystem, path: string): Promise<string> {
  try {
    return (await fileSystem.realPath?.(path, { timeoutMs: TIMEOUT_MS })) ?? path;
  } catch (error) {
    const above = fileSystem.resolve(path, "..");
    if (!isMissingCode(readErrorCode(error)) || above === path) {
      throw error;
    }
    const name = path.slice(above.length).replace(/^[\\/]/, "");
    return fileSystem.resolve(await findRealPath(fileSystem, above), name);
  }
}

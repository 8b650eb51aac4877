// Finds out where the roots really are, once, when they are set, so that a link made later can't move a root.
import type { FileSystem } from "../core/file-system.ts";
import { isMissingCode, readErrorCode } from "../core/problem.ts";
import { AllowedRoots, type Root } from "./allowed-roots.ts";
import { retried } from "./retried.ts";

/** How long finding a real path may take. */
const TIMEOUT_MS = 1000;

/**
 * Looks for the roots, at once. `written`: absolute paths; undefined if every directory may be listed. The returned function gives the
 * roots that were found. For a path in none of them it looks for the others again; a call in one root does not wait for another.
 */
export function findRoots(
  fileSystem: FileSystem,
  written: readonly string[] | undefined,
): (path: string) => Promise<AllowedRoots> {
  const missing = new Map<string, () => Promise<string>>();
  for (const path of written ?? []) {
    const absolute = fileSystem.resolve("/", path);
    missing.set(
      absolute,
      retried(() => findRealPath(fileSystem, absolute)),
    );
  }
  const found = new Map<string, Root>();
  let known = new AllowedRoots(fileSystem, undefined);
  const lookForMissing = async (): Promise<void> => {
    const looks = Array.from(missing, async ([absolute, find]) => {
      try {
        found.set(absolute, { written: absolute, real: await find() });
        missing.delete(absolute);
      } catch (error) {
        const code = readErrorCode(error);
        if (code === undefined) {
          throw error;
        }
        if (code === "ETIMEDOUT") {
          // A mount that does not answer now may answer later: a call that leads there tries it again.
          found.set(absolute, { written: absolute, real: absolute });
        }
      }
    });
    await Promise.all(looks);
    known = new AllowedRoots(fileSystem, written && [...found.values()]);
  };
  const lookFirst = retried(lookForMissing);
  return async (path) => {
    await lookFirst();
    const root = known.rootOf(path);
    if (missing.size > 0 && (root === undefined || missing.has(root.written))) {
      await lookForMissing();
    }
    return known;
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

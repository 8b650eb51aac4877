// Reads a whole tree level by level, for maps and searches: every directory once, until a bound is met.
import { DeadlineError } from "../core/call-clock.ts";
import { isEntered } from "../core/filter.ts";
import type { Directory } from "./directory.ts";

export interface ScanBounds {
  /** How many directories are read at most. */
  readonly maxDirectories: number;
  /** How many levels are read: 1 is the root's entries. */
  readonly maxDepth: number;
}

/** Why a scan did not read everything. */
export type ScanStop = "time" | "directories" | "depth";

/**
 * Reads the tree below a root, and shows each directory to `visit` once it was read, or if it could not be. Directories that were not
 * reached are shown to `skip`. Returns why it stopped early, if it did.
 */
export async function scan(
  root: Directory,
  { maxDirectories, maxDepth }: ScanBounds,
  visit: (directory: Directory, inside: readonly Directory[]) => void,
  skip: (directory: Directory) => void,
): Promise<ScanStop | undefined> {
  let stop: ScanStop | undefined;
  let level: readonly Directory[] = [root];
  while (level.length > 0) {
    const below: Directory[] = [];
    for (const directory of level) {
      stop = stop ?? (root.tree.directoriesRead >= maxDirectories ? "directories" : undefined);
      if (stop === "time" || stop === "directories") {
        skip(directory);
        continue;
      }
      if (directory.depth >= maxDepth) {
        stop = "depth";
        skip(directory);
        continue;
      }
      try {
        await directory.read();
      } catch (error) {
        if (!(error instanceof DeadlineError)) {
          throw error;
        }
        stop = "time";
        skip(directory);
        continue;
      }
      const inside = directory.entries
        .filter(({ kind, verdict }) => kind === "directory" && isEntered(verdict))
        .map((entry) => directory.inside(entry));
      visit(directory, inside);
      // Not with a spread: there may be more of them than a function takes arguments.
      for (const each of inside) {
        below.push(each);
      }
    }
    level = below;
  }
  return stop;
}

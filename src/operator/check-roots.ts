// Refuses roots that name nothing when tools are set up. Otherwise an error would send a model to the parent of a missing root, which it
// may not list.
import { isAbsolute } from "node:path";

import { OptionError } from "../core/options.ts";
import { findRootProblem } from "../disk/find-root-problem.ts";
import type { AccessOptions } from "./operator-options.ts";
import { defaultRoots, isOnLocalDisk, toAbsoluteAccess } from "./operator-settings.ts";

/** Throws an `OptionError` for the first root that is neither a directory on the local disk nor in a bucket of a store. */
export function checkRoots(options: AccessOptions): void {
  const places = [options.fileSystem, ...Object.values(options.stores ?? {})];
  const { roots = defaultRoots(options) ?? [] } = toAbsoluteAccess(options);
  for (const [index, root] of roots.entries()) {
    const isNowhere = !places.some((place) => place?.isAbsolute(root));
    const isOnDisk = isOnLocalDisk(options) && isAbsolute(root);
    const problem = isOnDisk ? findRootProblem(root) : isNowhere ? "is neither on the disk nor in a bucket" : undefined;
    if (problem !== undefined) {
      // The settings of hosts go through no shell, so that nothing replaces a `~` in them.
      const advice = adviseOnTilde(options.roots?.[index] ?? root);
      throw new OptionError(`'${root}' ${problem}; ${advice ?? "name a directory that may be listed"}`);
    }
  }
}

/** What to write instead of `~`; undefined for every other path. */
export function adviseOnTilde(path: string): string | undefined {
  return path.startsWith("~") ? "~ is not expanded; give the full path" : undefined;
}

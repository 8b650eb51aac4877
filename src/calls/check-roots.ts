// Refuses roots that do not exist when tools are set up. Otherwise an error would send a model to the parent of a missing root, which it
// may not list.
import { isAbsolute, relative } from "node:path";

import { findRootProblem } from "../disk/find-root-problem.ts";
import { adviseOnTilde } from "./failure.ts";
import type { AccessOptions } from "./operator-options.ts";
import { isOnLocalDisk, toAbsoluteAccess } from "./operator-settings.ts";

/** Throws a `TypeError` for the first root on the local disk that is not a directory. */
export function checkRoots(options: AccessOptions): void {
  const roots = isOnLocalDisk(options) ? (toAbsoluteAccess(options).roots ?? []) : [];
  for (const root of roots.filter((one) => isAbsolute(one))) {
    const problem = findRootProblem(root);
    if (problem !== undefined) {
      // The settings of hosts go through no shell, so that nothing replaces a `~` in them.
      const advice = adviseOnTilde(relative(options.workingDirectory ?? process.cwd(), root));
      throw new TypeError(`'${root}' ${problem}; ${advice ?? "name a directory that may be listed"}`);
    }
  }
}

/** Whether there may be a directory at a path of the local disk. */
export function mayBeDirectory(path: string): boolean {
  return findRootProblem(path) === undefined;
}

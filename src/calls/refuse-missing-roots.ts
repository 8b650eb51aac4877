// Checks that the roots of a server exist before it starts. Otherwise an error would send a model to the parent of a missing
// root, which it may not list.
import { relative } from "node:path";

import { readErrorCode } from "../core/problem.ts";
import { sharedDisk } from "./operator-settings.ts";
import { adviseOnTilde } from "./failure.ts";
import { isStorePath } from "./open-stores.ts";

/** How long a mount may take to answer. If it does not, the server starts anyway: the mount may answer later. */
const WAIT = { timeoutMs: 2000 };

/**
 * Throws for the first root that is not a directory. Roots in stores are not checked. `directory` is where relative roots were
 * looked for.
 */
export async function refuseMissingRoots(roots: readonly string[], directory: string | undefined): Promise<void> {
  for (const root of roots.filter((name) => !isStorePath(name))) {
    const problem = await findProblem(root);
    if (problem !== undefined) {
      // The settings of hosts go through no shell, so that nothing replaces a `~` in them.
      const advice = directory === undefined ? undefined : adviseOnTilde(relative(directory, root));
      throw new Error(`'${root}' ${problem}; ${advice ?? "name a directory that may be listed"}`);
    }
  }
}

async function findProblem(root: string): Promise<string | undefined> {
  const disk = sharedDisk();
  try {
    const realPath = (await disk.realPath?.(root, WAIT)) ?? root;
    await disk.readDirectory(realPath, WAIT);
    return undefined;
  } catch (error) {
    switch (readErrorCode(error)) {
      case "ENOENT":
        return "does not exist";
      case "ENOTDIR":
        return "is not a directory";
      case "ELOOP":
        return "leads through a loop of symbolic links";
      case "ENAMETOOLONG":
        return "is too long for a path";
      default:
        // It may exist. Calls will report what is wrong with it.
        return undefined;
    }
  }
}

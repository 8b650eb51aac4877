// Looks at the roots that an operator has named before anything is served: a server over nothing helps nobody, and its
// model would be sent to look for what is missing in directories that it may not see.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import { readErrorCode } from "../core/problem.ts";
import { sharedDisk } from "./listing-guard.ts";
import { isStorePath } from "./open-stores.ts";

/** How long a mount may take to answer. One that does not may do so later. */
const PATIENCE = { timeoutMs: 2000 };

/** Throws for the first root that is no directory. Whether a store has anything under a prefix is not asked. */
export async function refuseMissingRoots(roots: readonly string[]): Promise<void> {
  for (const root of roots.filter((name) => !isStorePath(name))) {
    const problem = await findProblem(toByteString(root));
    if (problem !== undefined) {
      throw new Error(`'${root}' ${problem}; name a directory that may be listed`);
    }
  }
}

async function findProblem(root: ByteString): Promise<string | undefined> {
  const disk = sharedDisk();
  try {
    const realPath = (await disk.realPath?.(root, PATIENCE)) ?? root;
    return (await disk.isDirectory(realPath, "" as ByteString, PATIENCE)) ? undefined : "is not a directory";
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
        // It is there, and can't be read now. Calls are told why.
        return undefined;
    }
  }
}

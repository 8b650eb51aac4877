// Asks whether a directory exists that a caller may list, without reading it.
import type { ByteString } from "../core/byte-string.ts";
import type { WaitOptions } from "../core/file-system.ts";
import { failWhenOver, waitOnce, type Pace } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import { AccessError } from "../sandbox/access-bounds.ts";
import type { AdmittedRoot } from "../sandbox/access-policy.ts";
import type { ListingGuard } from "./listing-guard.ts";

/** Where to look, and for how long. */
export interface Reach extends Pace {
  readonly guard: ListingGuard;
}

/** `closed`: there is something, but the system does not let us look. `refused`: roots or deny rules forbid to ask. */
export type Found = "directory" | "closed" | "missing" | "refused";

/** What is at an absolute path. Throws if the file system does not answer, the time is up or the signal is given. */
export async function probeDirectory(reach: Reach, path: ByteString): Promise<Found> {
  try {
    return await withAdmitted(reach, path, async ({ fileSystem, realPath }, wait) =>
      (await fileSystem.isDirectory(await realPath(), "" as ByteString, wait)) ? "directory" : "missing",
    );
  } catch (error) {
    reach.signal?.throwIfAborted();
    if (error instanceof AccessError) {
      return "refused";
    }
    switch (readErrorCode(error)) {
      case "ENOENT":
      case "ENOTDIR":
      case "ENAMETOOLONG":
        return "missing";
      case "EACCES":
      case "EPERM":
        return "closed";
      default:
        throw error;
    }
  }
}

/** Does something with a directory that may be listed. Throws an `AccessError`, or the same errors as a directory read. */
export async function withAdmitted<Result>(
  reach: Reach,
  path: ByteString,
  use: (admitted: AdmittedRoot, wait: WaitOptions) => Promise<Result>,
): Promise<Result> {
  failWhenOver(reach);
  const wait = waitOnce(reach);
  // The caller never sees this refusal, so it names no path.
  const admitted = await reach.guard.access.admit(path, "", { ...wait, pause: reach.pause });
  try {
    return await use(admitted, wait);
  } finally {
    admitted.close();
  }
}

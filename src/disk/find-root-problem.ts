// What is wrong with a root, found out at once, when a router is made. Asks no network mount, which may not answer.
import fs from "node:fs";

import type { EntryKind } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";
import { DiskReader } from "./disk-reader.ts";
import { NetworkMounts } from "./local-disk.ts";
import { pathSteps } from "./open-directory.ts";

/** Why a path is not a directory; undefined if it is, or if that can't be determined synchronously. */
export function findRootProblem(root: string): string | undefined {
  try {
    return leadsToDirectory(root) ? undefined : "is not a directory";
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

/** Whether a path leads to a directory, or to a network mount, through links or not. */
function leadsToDirectory(root: string): boolean {
  const mounts = new NetworkMounts();
  if (mounts.points.length === 0) {
    return fs.statSync(root).isDirectory();
  }
  const reader = new DiskReader(0, () => true);
  const steps = pathSteps(root, () => {});
  let kind: EntryKind = "directory";
  for (let step = steps.next(); step.done !== true;) {
    if (mounts.of(step.value) !== undefined) {
      return true;
    }
    const info = reader.inspectPath(step.value);
    kind = info.target === undefined ? info.kind : "directory";
    step = steps.next(info);
  }
  return kind === "directory";
}

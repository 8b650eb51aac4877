// What is wrong with a root, found out at once, when a router is made. Asks no network mount, which may not answer.
import fs from "node:fs";
import path from "node:path";

import { readError, readErrorCode } from "../core/problem.ts";
import { DiskReader, type PathInfo } from "./disk-reader.ts";
import { MAX_LINKS, splitLocation } from "./follow-path.ts";
import { NetworkMounts } from "./network-mounts.ts";

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

/**
 * Whether a path leads to a directory, or to a network mount, through links or not. `followPath` would wait, and a router is made without
 * waiting. Where there are mounts, the kernel must not follow links either: what it finds may not answer.
 */
function leadsToDirectory(root: string): boolean {
  const mounts = new NetworkMounts().points;
  if (mounts.length === 0) {
    return fs.statSync(root).isDirectory();
  }
  const reader = new DiskReader(0, () => true);
  const { names } = splitLocation(root);
  let at = "/";
  let isDirectory = true;
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const next = path.join(at, name);
    if (mounts.includes(next)) {
      return true;
    }
    const { kind, target }: PathInfo = name === ".." ? { kind: "directory" } : reader.inspectPath(next);
    isDirectory = target !== undefined || kind === "directory";
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) {
      throw readError("ELOOP", "too many links");
    }
    const linked = splitLocation(target);
    at = linked.top === "" ? at : linked.top;
    linked.names.forEach((each) => names.push(each));
  }
  return isDirectory;
}

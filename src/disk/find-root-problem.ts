// What is wrong with a root, found out at once, when a router is made. Asks no network mount, which may not answer.
import fs from "node:fs";
import path from "node:path";

import { readErrorCode } from "../core/problem.ts";
import { parseMountInfo } from "./local-disk.ts";

/** Why a path is no directory; undefined if it is one, or if that can't be said at once. */
export function findRootProblem(root: string): string | undefined {
  try {
    return leadsToMount(root) || fs.statSync(root).isDirectory() ? undefined : "is not a directory";
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

/** More links than any system follows. */
const MAX_LINKS = 64;

/** Whether a path leads to a network mount, through links or not. */
function leadsToMount(root: string): boolean {
  const mounts = process.platform === "linux" ? parseMountInfo(fs.readFileSync("/proc/self/mountinfo", "utf8")) : [];
  const names = mounts.length === 0 ? [] : toNames(root);
  let at = "/";
  for (let links = 0; names.length > 0 && links < MAX_LINKS;) {
    const next = path.join(at, names.pop() as string);
    if (mounts.includes(next)) {
      return true;
    }
    const target = fs.lstatSync(next).isSymbolicLink() ? fs.readlinkSync(next) : undefined;
    at = target === undefined ? next : target.startsWith("/") ? "/" : at;
    if (target !== undefined) {
      links += 1;
      names.push(...toNames(target));
    }
  }
  return false;
}

/** The names in a path, the first last. */
function toNames(location: string): string[] {
  return location.split("/").filter(Boolean).toReversed();
}

// Where a path leads, found by us one name at a time and not by the kernel.
//
// Why this is safe, for every reader of a path:
// 1. Nothing is looked at before `check` has allowed it. A link is read and not followed: where it leads, each name is checked again.
// 2. So the path that comes out has no link in it, and every part of it was allowed.
// 3. Afterwards somebody may put a link in its place. So a directory is opened by that path without trust in it: `openDirectory` asks the
//    kernel what it has opened, and anything but that path is opened again name by name, where a link is an error.
// 4. What is read is read through the descriptor that was opened. Names in it are entries of that directory, whatever moves meanwhile.
// 5. A prefix that was resolved before (a root) is opened like any other directory, see 3. If it has been replaced, the walk starts at the top.
// 6. Mounts that may not answer are never looked at by our own process: whoever takes the steps asks their child process.
// 7. Without descriptors (macOS, Windows, no /proc), the real path is compared before and after each read.
import path from "node:path";

import type { EntryKind } from "../core/entry.ts";
import { readError } from "../core/problem.ts";

/** What a path leads through, or to. */
export interface PathInfo {
  readonly kind: EntryKind;
  /** The target of a link. */
  readonly target?: string;
}

/** The same limits as on Linux: links on a path, and bytes of one. */
const MAX_LINKS = 40;
const MAX_BYTES = 4095;

/**
 * Yields each path that has to be looked at, takes what is there, and returns the path without links. `check` throws to refuse a step.
 * `known`: a prefix without links, from which the steps go on; empty for the top.
 */
export function* pathSteps(
  given: string,
  check: (path: string) => void,
  known: string = "",
): Generator<string, string, PathInfo> {
  const start = splitPath(path.resolve(given).slice(known.length));
  /** The names still to be resolved, the next one last. */
  const { names } = start;
  let at = known === "" ? start.top : known;
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "..") {
      at = path.dirname(at);
      continue;
    }
    const next = path.join(at, name);
    check(next);
    // On Windows `Secret::$INDEX_ALLOCATION` is another name for `Secret`.
    if (name.includes("\0") || (path.sep === "\\" && name.includes(":"))) {
      throw readError("ENOENT", "no entry has such a name");
    }
    checkLength(next);
    const { kind, target } = yield next;
    if (target === undefined) {
      if (kind !== "directory" && names.length > 0) {
        throw readError("ENOTDIR", "not a directory");
      }
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) {
      throw readError("ELOOP", "too many links");
    }
    const linked = splitPath(target);
    at = linked.top === "" ? at : path.resolve(at, linked.top);
    linked.names.forEach((each) => names.push(each));
  }
  return at;
}

/** Throws for a path that Linux does not take. It could still be opened name by name, but no other program would find it. */
export function checkLength(location: string | Buffer): void {
  if (process.platform === "linux" && Buffer.byteLength(location) > MAX_BYTES) {
    throw readError("ENAMETOOLONG", "the path is too long");
  }
}

/** The root of a path, empty if it is relative, and the names after that in reverse order. */
function splitPath(location: string): { readonly top: string; readonly names: string[] } {
  const { root } = path.parse(location);
  const names = location.slice(root.length).split(path.sep === "/" ? "/" : /[\\/]/);
  return { top: root, names: names.filter((name) => name !== "" && name !== ".").toReversed() };
}

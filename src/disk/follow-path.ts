// Where a path leads, found one name at a time by us and not by the kernel.
import path from "node:path";

import { CallClock } from "../core/call-clock.ts";
import type { ReadOptions } from "../core/file-system.ts";
import { readError } from "../core/problem.ts";
import type { PathInfo } from "./disk-reader.ts";

/** The same limit as on Linux. */
export const MAX_LINKS = 40;

/**
 * Resolves a path one name at a time. We resolve the links ourselves, so that nothing is inspected before `check` allows it: what is
 * outside the roots must neither influence an answer nor block us. `inspect` follows no link at the end of its path. `entered`: how far the
 * path is known to lead through directories.
 */
export async function followPath(
  given: string,
  inspect: (location: string, wait: ReadOptions) => PathInfo | Promise<PathInfo>,
  { signal, timeoutMs = Infinity }: ReadOptions,
  check?: (path: string) => void,
  entered: string = "",
): Promise<string> {
  // A path may have fifty thousand names, and each takes longer than the one before it.
  const clock = new CallClock(signal, timeoutMs);
  const start = splitLocation(path.resolve(given).slice(entered.length));
  /** The names still to be resolved, the next one last. */
  const { names } = start;
  let at = entered === "" ? start.top : entered;
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "..") {
      at = path.dirname(at);
      continue;
    }
    const next = path.join(at, name);
    check?.(next);
    // On Windows `Secret::$INDEX_ALLOCATION` is another name for `Secret`.
    if (name.includes("\0") || (path.sep === "\\" && name.includes(":"))) {
      throw readError("ENOENT", "no entry has such a name");
    }
    await clock.check();
    const { kind, target } = await inspect(next, { signal, timeoutMs: clock.remaining });
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
    const linked = splitLocation(target);
    at = linked.top === "" ? at : path.resolve(at, linked.top);
    linked.names.forEach((each) => names.push(each));
  }
  return at;
}

/** The root of a path, empty if it is relative, and the names after that in reverse order. */
export function splitLocation(location: string): { top: string; names: string[] } {
  const { root } = path.parse(location);
  const names = location.slice(root.length).split(path.sep === "/" ? "/" : /[\\/]/);
  return { top: root, names: names.filter((name) => name !== "" && name !== ".").toReversed() };
}

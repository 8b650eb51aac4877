// Finds out where a path leads, one name at a time. We resolve links, not the kernel, so that nothing is looked at before the caller
// allows it: what lies outside the roots can neither show in an answer nor hold us up.
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { RealPathOptions, WaitOptions } from "../core/file-system.ts";
import { readError } from "../core/problem.ts";
import type { Look } from "./disk-reads.ts";

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** How long names are looked at before the event loop turns: a path may have fifty thousand, and each takes longer than the one before it. */
const LONGEST_STRETCH_MS = 10;

/** The real path of what is at a path. `look` looks at one path without following a link at its end. */
export async function followPath(
  given: string,
  look: (location: string, wait: WaitOptions) => Look | Promise<Look>,
  { check, signal, timeoutMs = Infinity }: RealPathOptions,
): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  const start = split(path.resolve(given));
  /** What is still to be walked, the next name last. */
  const { names } = start;
  let at = start.top;
  let links = 0;
  let lastTurn = performance.now();
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "..") {
      at = path.dirname(at);
      continue;
    }
    const next = path.join(at, name);
    check?.(next);
    // `Secret::$INDEX_ALLOCATION` is another way to say `Secret` on Windows.
    if (name.includes("\0") || (path.sep === "\\" && name.includes(":"))) {
      throw readError("ENOENT", "no entry has such a name");
    }
    if (performance.now() - lastTurn > LONGEST_STRETCH_MS) {
      await nextTurn();
      lastTurn = performance.now();
      signal?.throwIfAborted();
      if (lastTurn > deadline) {
        throw readError("ETIMEDOUT", "the path was not followed in time");
      }
    }
    const { kind, target } = await look(next, { signal, timeoutMs: deadline - performance.now() });
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
    const way = split(target);
    at = way.top === "" ? at : path.resolve(at, way.top);
    names.push(...way.names);
  }
  return at;
}

/** What a path begins with, empty if it is relative, and the names after that, the last one first. */
function split(location: string): { top: string; names: string[] } {
  const { root } = path.parse(location);
  const names = location.slice(root.length).split(path.sep === "/" ? "/" : /[\\/]/);
  return { top: root, names: names.filter((name) => name !== "" && name !== ".").toReversed() };
}

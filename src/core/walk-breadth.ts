// The walk level by level: every entry of a level before the first of the next, in the order of their directories.
import { joinPath, type ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import { toProblem, type Problem } from "./problem.ts";
import { readSorted } from "./read-sorted.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { Visit } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

export async function* walkBreadth(settings: WalkSettings, keyOf: SiblingKey): AsyncGenerator<Visit, void> {
  let needed = settings.needed;
  let level: ByteString[] = ["" as ByteString];
  for (let depth = 1; level.length > 0 && depth <= settings.depth; depth += 1) {
    const below: ByteString[] = [];
    for (const directory of level) {
      let entries: Entry[] = [];
      let problem: Problem | undefined;
      try {
        entries = await readSorted(settings, { path: directory, keyOf, keep: needed });
      } catch (error) {
        if (depth === 1) {
          throw error;
        }
        problem = toProblem(error);
      }
      if (problem !== undefined) {
        yield { path: directory, kind: "directory", depth: depth - 1, problem };
      }
      for (const { name, kind } of entries) {
        const path = joinPath(directory, name);
        yield { path, kind, depth };
        needed -= 1;
        if (kind === "directory") {
          below.push(path);
        }
      }
      if (needed <= 0) {
        return;
      }
    }
    level = below;
  }
}

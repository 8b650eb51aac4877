// The walk level by level: every entry of a level before the first of the next, in the order of their directories.
import { joinPath, type ByteString } from "./byte-string.ts";
import { Demand } from "./demand.ts";
import { toProblem, type Problem } from "./problem.ts";
import { readSorted, type SortedEntries } from "./read-sorted.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { Visit } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

export async function* walkBreadth(settings: WalkSettings, keyOf: SiblingKey): AsyncGenerator<Visit, void> {
  const demand = new Demand(settings.skip, settings.needed);
  let level: ByteString[] = ["" as ByteString];
  for (let depth = 1; level.length > 0 && depth <= settings.depth; depth += 1) {
    // Where nothing is entered, what is passed over need not even be sorted.
    const isLastLevel = depth === settings.depth;
    const below: ByteString[] = [];
    for (const directory of level) {
      const read = { path: directory, keyOf, keep: demand.keep, skip: isLastLevel ? demand.skip : 0 };
      const outcome = await readBelowRoot(settings, read);
      if (typeof outcome === "string") {
        yield { path: directory, kind: "directory", depth: depth - 1, problem: outcome };
        continue;
      }
      demand.passOver(outcome.passed);
      for (const { name, kind } of outcome.entries) {
        const path = joinPath(directory, name);
        if (demand.admit()) {
          yield { path, kind, depth };
        }
        if (kind === "directory") {
          below.push(path);
        }
      }
      if (demand.isMet) {
        return;
      }
    }
    level = below;
  }
}

/** The entries of a directory, or why it could not be read. Only the root's failure is thrown. */
async function readBelowRoot(
  settings: WalkSettings,
  read: Parameters<typeof readSorted>[1],
): Promise<SortedEntries | Problem> {
  try {
    return await readSorted(settings, read);
  } catch (error) {
    if (read.path === "") {
      throw error;
    }
    return toProblem(error);
  }
}

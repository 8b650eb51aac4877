// The walk level by level: every entry of a level before the first of the next, in the order of their directories.
import { joinPath, type ByteString } from "./byte-string.ts";
import { Demand } from "./demand.ts";
import { isEntered, verdictOfKept, type DirectoryFilter } from "./filter.ts";
import { openDirectory } from "./open-directory.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many of the directories that come next are told to a file system that may ask for them ahead. */
const SOON = 8;

/** A directory that is still to be entered. */
interface Pending {
  readonly path: ByteString;
  readonly name: ByteString;
  /** The filter of the directory that holds it; none for the root. */
  readonly above: DirectoryFilter | undefined;
}

export async function* walkBreadth(settings: WalkSettings, keyOf: SiblingKey): Visits {
  const demand = new Demand(settings.skip, settings.needed);
  let level: Pending[] = [{ path: "" as ByteString, name: "" as ByteString, above: undefined }];
  for (let depth = 1; level.length > 0 && depth <= settings.depth; depth += 1) {
    const enters = depth < settings.depth;
    const below: Pending[] = [];
    for (const [index, pending] of level.entries()) {
      const next = () => level.slice(index + 1, index + 1 + SOON).map(({ path }) => path);
      const outcome = await openDirectory(settings, { ...pending, keyOf, demand, skip: demand.skip, enters, next });
      if (typeof outcome === "string") {
        yield [{ path: pending.path, kind: "directory", depth: depth - 1, problem: outcome }];
        continue;
      }
      const { entries, filter } = outcome;
      const visits: Visit[] = [];
      for (const entry of entries) {
        const { name, kind } = entry;
        const verdict = verdictOfKept(filter, entry);
        const path = joinPath(pending.path, name);
        if (verdict !== "lead" && demand.admit()) {
          visits.push(verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth });
        }
        if (kind === "directory" && isEntered(verdict)) {
          below.push({ path, name, above: filter });
        }
      }
      yield visits;
      if (demand.isMet) {
        return;
      }
    }
    level = below;
  }
}

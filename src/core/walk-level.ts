// The walk of one directory in the order of whole paths. It enters nothing, so nothing comes between the entries. Most listings
// of programs are of one directory, and the walk of a tree costs them as much as the read itself.
import { joinPath, type ByteString } from "./byte-string.ts";
import type { DirectoryFilter } from "./filter.ts";
import { openDirectory, type OpenDirectory } from "./open-directory.ts";
import { PageCounter } from "./page-counter.ts";
import { wholePath, type PathKey } from "./path-event.ts";
import type { Place } from "./place.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

const ROOT = "" as ByteString;

export async function* walkLevel(settings: WalkSettings, keyOf: PathKey): Visits {
  const counter = new PageCounter(settings.skip, settings.needed);
  const siblingKey: SiblingKey = (entry) => keyOf(joinPath(ROOT, entry.name));
  let filter: DirectoryFilter | undefined;
  let after: Place | undefined;
  do {
    const read = {
      path: ROOT,
      name: ROOT,
      above: undefined,
      filter,
      keyOf: siblingKey,
      isByName: keyOf === wholePath,
      wants: "shown",
      counter,
      passes: true,
      after,
    } as const;
    // Not a problem: a root that can't be read throws.
    const opened = (await openDirectory(settings, read)) as OpenDirectory;
    const visits: Visit[] = [];
    for (const { name, kind, verdict } of opened.entries) {
      if (counter.isMet) {
        break;
      }
      if (counter.admit()) {
        const path = joinPath(ROOT, name);
        visits.push(verdict === "ignore" ? { path, kind, depth: 1, ignored: true } : { path, kind, depth: 1 });
      }
    }
    settings.signal?.throwIfAborted();
    yield visits;
    filter = opened.filter;
    after = opened.rest;
  } while (after !== undefined && !counter.isMet);
}

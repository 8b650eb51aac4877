// What a map shows, as nested lists of items, some of which have been replaced since they were chosen, and the contents that they become.
import { shownKind, sortedByBytes } from "../core/entry.ts";
import type { MapFold } from "../text/fold.ts";
import type { MapClosedDirectory, MapContents, MapFile, MapOpenDirectory } from "../text/map-text.ts";
import type { MapItem, NestedItems } from "./weigher.ts";

/** What is shown. Some items have been replaced since they were chosen. */
export interface Layout {
  readonly items: NestedItems;
  readonly replacements: ReadonlyMap<MapItem, NestedItems>;
}

export function toLayout(items: NestedItems): Layout {
  return { items, replacements: new Map() };
}

export function replace({ items, replacements }: Layout, more: Layout["replacements"]): Layout {
  return { items, replacements: new Map([...replacements, ...more]) };
}

/** The items that are shown, in one list. Adds them to `into`. */
export function flatten(items: NestedItems, replacements?: Layout["replacements"], into: MapItem[] = []): MapItem[] {
  for (const item of items) {
    const nested = isNested(item) ? item : replacements?.get(item);
    if (nested === undefined) {
      into.push(item as MapItem);
    } else {
      flatten(nested, replacements, into);
    }
  }
  return into;
}

function isNested(item: MapItem | NestedItems): item is NestedItems {
  return Array.isArray(item);
}

/** Folds and closed directories that can be opened, the one with the greatest loss first. */
export function openableIn({ items, replacements }: Layout): MapItem[] {
  const openable: MapItem[] = [];
  const pending: NestedItems[] = [items];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const item of flatten(next, replacements)) {
      if (item.kind === "name" && item.inside !== undefined) {
        pending.push(item.inside);
      } else if (item.kind === "name" ? item.name.canOpen : item.node !== undefined && item.node.count > 1) {
        openable.push(item);
      }
    }
  }
  return openable.sort((a, b) => b.loss - a.loss);
}

export function toContents({ items, replacements }: Layout): MapContents {
  const files: MapFile[] = [];
  const folds: MapFold[] = [];
  const closed: MapClosedDirectory[] = [];
  const open: MapOpenDirectory[] = [];
  for (const item of flatten(items, replacements)) {
    if (item.kind === "fold") {
      folds.push(item.planned.fold);
    } else if (item.name.closed === undefined) {
      const { name, kind } = item.name.entry;
      files.push({ name, kind: shownKind(kind) as MapFile["kind"] });
    } else if (item.inside === undefined) {
      closed.push(item.name.closed);
    } else {
      open.push({ name: item.name.closed.name, ...toContents({ items: item.inside, replacements }) });
    }
  }
  return { files, folds: sortedByBytes(folds, ({ glob }) => glob), closed, open };
}

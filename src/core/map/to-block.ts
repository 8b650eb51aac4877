// Puts what was chosen for a map in its order.
import { layoutsIn, type MapLayout } from "./map-layout.ts";
import type { ClosedDirectory, Fold, MapBlock, MappedDirectory } from "./directory-map.ts";
import type { DirectoryOption } from "./plan.ts";

/** The layout as a block of a map, everything in its order. */
export function toBlock(layout: MapLayout): MapBlock {
  const blocks = new Map<MapLayout, MapBlock>();
  for (const inner of layoutsIn(layout).toReversed()) {
    blocks.set(inner, blockOf(inner, blocks));
  }
  return blocks.get(layout) as MapBlock;
}

/** A block of which those inside it are known. */
function blockOf({ plan, items }: MapLayout, known: ReadonlyMap<MapLayout, MapBlock>): MapBlock {
  const { names, isCut } = plan;
  const folds: Fold[] = [];
  const shown: MapBlock["names"][number][] = [];
  const closed: ClosedDirectory[] = [];
  const open: MapBlock["open"][number][] = [];
  for (const item of items) {
    if (item.kind === "fold") {
      folds.push(item.option.fold);
    } else if (item.name.directory === undefined) {
      shown.push({ name: names.name(item.name.index), kind: names.kindOf(item.name.index) });
    } else if (item.kind === "open") {
      open.push({ names: item.name.directory.closed.names, inside: known.get(item.inside) as MapBlock });
    } else {
      closed.push((item.name.directory as DirectoryOption).closed);
    }
  }
  return {
    names: shown.sort((one, other) => compare(one.name, other.name)),
    folds: markLast(
      folds.sort((one, other) => compare(one.glob, other.glob)),
      isCut,
    ),
    closed: closed.sort(compareDirectories),
    open: open.sort(compareDirectories),
  };
}

function markLast(folds: readonly Fold[], isCut: boolean): readonly Fold[] {
  return isCut ? folds.map((fold, index) => (index === folds.length - 1 ? { ...fold, isPartial: true } : fold)) : folds;
}

function compareDirectories(one: MappedDirectory, other: MappedDirectory): number {
  return compare(`${one.names.join("/")}/`, `${other.names.join("/")}/`);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

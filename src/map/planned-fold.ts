// A fold that may be shown: what is written of it, and what it costs.
import { isMeaningful, writeFold, writeFoldGlob, type FoldShape, type MapFold } from "../text/fold.ts";
import { lossOf, type Cost } from "./cost.ts";
import type { NameTable } from "./name-table.ts";

export interface PlannedFold extends Cost {
  readonly fold: MapFold;
  /** The part of the loss that comes from readers who open it by mistake. */
  readonly misopenCost: number;
}

/** A fold for the names from `start` to `end`. `isInWord`: it ends within a word. */
export function planFold(
  table: NameTable,
  start: number,
  end: number,
  shape: FoldShape,
  isInWord: boolean,
): PlannedFold {
  const count = end - start;
  const directories = table.directoriesIn(start, end);
  const fold: MapFold = {
    glob: writeFoldGlob(shape, directories === count),
    count,
    ...(table.isPartialAt(end) && { partial: true }),
    ...(directories > 0 && { below: table.belowIn(start, end) }),
    ...(table.isUncountedIn(start, end) && { belowPartial: true }),
  };
  const saysSomething = isMeaningful(shape.prefix + shape.suffix);
  return {
    fold,
    tokens: tokensOfFold(table, fold),
    loss: lossOf(table, start, end, saysSomething, isInWord),
    misopenCost: saysSomething ? 0 : table.misopenCost,
  };
}

export function tokensOfFold(table: NameTable, fold: MapFold): number {
  return table.terms.countTokens(` ${writeFold(fold)}`);
}

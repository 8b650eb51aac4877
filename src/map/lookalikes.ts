// The lookalikes of a name or a fold: other names that its glob would match as well, because it has `?` in place of some characters.
import { isSpellable } from "../text/fold.ts";
import type { BranchRun, NameTable, Run } from "./name-table.ts";

/** More lookalikes than this are not looked at: a fold has to have none. */
const MAX_LOOKALIKES = 8;

/**
 * The lookalikes of a run whose names begin with `prefix`. `branches`: the runs that it is one of, all names with a common prefix. `above`: the
 * lookalikes of that prefix.
 */
export function findLookalikes(
  table: NameTable,
  run: BranchRun,
  prefix: string,
  branches: readonly BranchRun[],
  above: readonly Run[],
): readonly Run[] {
  const { length, letter } = run;
  const inherited = narrow(table, above, letter);
  const own = isSpellable(letter) || inherited.length > MAX_LOOKALIKES ? [] : othersThan(run, branches);
  return narrow(table, own.length === 0 ? inherited : [...own, ...inherited], prefix.slice(length));
}

/** The other branches that an unspellable letter stands for as well. */
function othersThan(run: BranchRun, branches: readonly BranchRun[]): Run[] {
  const others: Run[] = [];
  for (const each of branches) {
    if (each !== run && isWrittenAs(each, run.letter) && others.push(each) > MAX_LOOKALIKES) {
      break;
    }
  }
  return others;
}

/** The lookalikes that continue with the same letters as a fold writes them. All of them if there are too many to look at. */
function narrow(table: NameTable, lookalikes: readonly Run[], letters: string): readonly Run[] {
  let runs = lookalikes;
  for (const letter of runs.length > MAX_LOOKALIKES ? "" : letters) {
    if (runs.length === 0) {
      break;
    }
    runs = runs.flatMap((run) => table.runsIn(run)).filter((run) => isWrittenAs(run, letter));
  }
  return runs;
}

/** Whether the next letter of a run is one that a fold writes like this one. */
function isWrittenAs({ letter: next }: BranchRun, letter: string): boolean {
  return isSpellable(letter) ? next === letter : next !== "" && next !== "/";
}

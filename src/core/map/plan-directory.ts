// Plans what can be shown of a directory: a tree of its names, with the folds that can be written and what everything costs.
import type { CountedDirectory } from "./counted-directory.ts";
import { EntryOptions } from "./entry-options.ts";
import { STRIDE, toFoldGroups } from "./fold-groups.ts";
import { DROPPED, PackedNames } from "./packed-names.ts";
import type { NameOption, Plan, PlanSettings } from "./plan.ts";
import { toPlanNode } from "./plan-node.ts";

/** Only object stores have such names. No wildcard matches them. */
const UNMATCHED: ReadonlySet<string> = new Set(["", ".", ".."]);

/** The plan of a directory whose names are known. Yields now and then, for other work. */
export function* planDirectory(directory: CountedDirectory, settings: PlanSettings): Generator<void, Plan> {
  const names = directory.names ?? new PackedNames();
  const groups = yield* toFoldGroups(names, settings.costs.canSpell);
  const options = new EntryOptions(directory, names, groups, settings);
  const always: NameOption[] = [];
  const indexes = new Uint32Array(names.length);
  let count = 0;
  for (let index = 0; index < names.length; index += 1) {
    if (index % STRIDE === STRIDE - 1) {
      yield;
    }
    if (names.has(index, DROPPED)) {
      continue;
    }
    if (names.lengthOf(index) <= 2 && UNMATCHED.has(names.name(index))) {
      always.push(options.nameOption(index));
    } else {
      indexes[count] = index;
      count += 1;
    }
  }
  const planned = indexes.subarray(0, count);
  const root = count === 0 ? undefined : yield* toPlanNode(options, planned);
  const weight = Math.max(1, always.length + (root?.amount.weight ?? 0));
  const isEmpty = root === undefined && always.length === 0;
  const { isCut } = directory;
  return { root, always, weight, names, entries: options, indexes: planned, isEmpty, isCut };
}

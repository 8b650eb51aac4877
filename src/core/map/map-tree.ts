// Maps a tree: counts what is in it, then lays out as much of it as fits a budget.
import { countKeys } from "./count-keys.ts";
import { countTree } from "./count-tree.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { MapBlock, MapCosts } from "./directory-map.ts";
import { fitMap } from "./fit-map.ts";
import { toBlock } from "./to-block.ts";
import type { MapSettings } from "./map-settings.ts";
import type { Pacing } from "../pacing.ts";
import { planDirectory } from "./plan-directory.ts";
import type { Plan } from "./plan.ts";
import type { KnownEndings } from "./split-by-endings.ts";
import { runNow, runWithPauses } from "./yielding-work.ts";
import { readFoldBounds } from "./write-fold.ts";

/** A directory with more entries is planned with pauses, and before anything else. */
const MANY_ENTRIES = 16_384;

/** A tree that was counted, and can be laid out. */
export interface CountedTree {
  /** Whether there is nothing to show, and nothing is left that was not read. */
  readonly isEmpty: boolean;
  /** Whether there would be nothing without filters, either. */
  readonly isBare: boolean;
  /** The best block of so many tokens; if none is that small, the smallest. */
  layOut(tokens: number): Promise<MapBlock>;
}

/** Counts a tree, within the bounds of the settings. Throws if the root can't be read. */
export async function mapTree(settings: MapSettings, costs: MapCosts): Promise<CountedTree> {
  const { fileSystem, budget } = settings;
  const root = await (fileSystem.readKeys === undefined ? countTree(settings) : countKeys(settings, fileSystem));
  const plans = new Map<CountedDirectory, Plan>();
  const within = settings.fold === undefined ? undefined : readFoldBounds(settings.fold);
  const planning = (directory: CountedDirectory) =>
    planDirectory(directory, { costs, budget, ...(directory === root && { within }) });
  const endings: KnownEndings = new Map();
  await planLarge(root, plans, planning, settings);
  const planOf = (directory: CountedDirectory): Plan => {
    const plan = plans.get(directory) ?? runNow(planning(directory));
    plans.set(directory, plan);
    return plan;
  };
  return {
    isEmpty: planOf(root).isEmpty && !root.isCut,
    isBare: root.isBare,
    layOut: async (tokens) =>
      toBlock(await runWithPauses(fitMap(root, { planOf, costs, budget, within, tokens, endings }), settings)),
  };
}

/** Plans the large directories from this one on, with pauses. */
async function planLarge(
  directory: CountedDirectory,
  plans: Map<CountedDirectory, Plan>,
  planning: (directory: CountedDirectory) => Generator<void, Plan>,
  pacing: Pacing,
): Promise<void> {
  for (const inside of directory.directories.values()) {
    if (inside.below > MANY_ENTRIES) {
      await planLarge(inside, plans, planning, pacing);
    }
  }
  if ((directory.names?.length ?? 0) > MANY_ENTRIES) {
    plans.set(directory, await runWithPauses(planning(directory), pacing));
  }
}

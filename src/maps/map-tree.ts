// Maps a tree: counts what is in it, then lays out as much of it as fits a budget.
import { countKeys } from "./count-keys.ts";
import { countTree } from "./count-tree.ts";
import type { MapBlock, MapCosts } from "./directory-map.ts";
import { ExactFolds } from "./exact-folds.ts";
import { MapFitter } from "./fit-map.ts";
import { toBlock } from "./map-layout.ts";
import { MapNotes } from "./map-notes.ts";
import type { MapSettings } from "./map-settings.ts";
import { planDirectory } from "./plan-directory.ts";
import { PlanningWork } from "./planning-work.ts";
import { readFoldBounds } from "./write-fold.ts";
import { runWithPauses } from "./yielding-work.ts";

/** A tree that was counted, and can be laid out. */
export interface CountedTree {
  /** Whether there is nothing to show, and nothing is left that was not read. */
  readonly isEmpty: boolean;
  /** Whether there would be nothing without filters, either. */
  readonly isBare: boolean;
  /** Whether everything was read and counted. */
  readonly isWhole: boolean;
  /** Whether a search did not look into an ignored directory. */
  readonly passedBy: boolean;
  /** If the time was up: how many directories had been read by then. */
  readonly timedOutAfter: number | undefined;
  /** The best block of so many tokens; if none is that small, the smallest. Undefined if even that would be far too large. */
  layOut(tokens: number): Promise<MapBlock | undefined>;
}

/** Counts a tree, within the bounds of the settings. Throws if the root can't be read. */
export async function mapTree(given: Omit<MapSettings, "notes">, costs: MapCosts): Promise<CountedTree> {
  const { fileSystem, budget, fold } = given;
  const notes = new MapNotes(fold);
  const settings: MapSettings = { ...given, notes };
  const root = await (fileSystem.readKeys === undefined ? countTree(settings) : countKeys(settings, fileSystem));
  const isLate = root.isPartial && settings.timeLeft() <= 0;
  const within = fold === undefined ? undefined : readFoldBounds(fold);
  const work = new PlanningWork({
    budget,
    timeLeft: settings.timeLeft,
    plan: (directory) => planDirectory(directory, { costs, budget, ...(directory === root && { within }) }),
  });
  const plan = await runWithPauses(work.planRoot(root), settings);
  const exact = new ExactFolds(notes.outside);
  const fitter = new MapFitter(plan, { work, costs, budget, within });
  return {
    isEmpty: plan.root === undefined && plan.always.length === 0 && !root.isCut,
    isBare: root.isBare,
    isWhole: !root.isPartial,
    passedBy: notes.passedBy,
    timedOutAfter: isLate ? notes.readDirectories : undefined,
    layOut: async (tokens) => {
      const layout = await runWithPauses(fitter.fit(tokens), settings);
      return layout && toBlock(layout, await runWithPauses(exact.globsIn(layout), settings));
    },
  };
}

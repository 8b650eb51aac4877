// Every walk by the name of its order.
import { codexKey, codexSiblingKey, treeKey } from "../../src/core/entry.ts";
import type { Visits } from "../../src/core/visit.ts";
import { walkBreadth } from "../../src/walks/walk-breadth.ts";
import { walkPath, wholePath } from "../../src/walks/walk-path.ts";
import type { WalkSettings } from "../../src/reading/selection.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";

export const WALKS: Readonly<Record<string, (settings: WalkSettings) => Visits>> = {
  tree: (settings) => walkTree(settings),
  breadth: (settings) => walkBreadth(settings, treeKey),
  path: (settings) => walkPath(settings, wholePath),
  "codex-sorted": (settings) => walkPath(settings, codexKey),
  "codex-breadth": (settings) => walkBreadth(settings, codexSiblingKey),
};

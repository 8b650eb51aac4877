// Every walk by the name of its order.
import { codexKey, codexSiblingKey } from "../../src/core/codex-key.ts";
import { treeKey } from "../../src/core/sibling-order.ts";
import type { Visits } from "../../src/core/visit.ts";
import { walkBreadth } from "../../src/walks/walk-breadth.ts";
import { walkPath, wholePath } from "../../src/walks/walk-path.ts";
import type { WalkSettings } from "../../src/reading/walk-settings.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";

export const WALKS: Readonly<Record<string, (settings: WalkSettings) => Visits>> = {
  tree: (settings) => walkTree(settings),
  breadth: (settings) => walkBreadth(settings, treeKey),
  path: (settings) => walkPath(settings, wholePath),
  "codex-sorted": (settings) => walkPath(settings, codexKey),
  "codex-breadth": (settings) => walkBreadth(settings, codexSiblingKey),
};

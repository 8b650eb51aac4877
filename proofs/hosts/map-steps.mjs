// The calls of `map_dir` that the model makes: a map, a fold of it as it is shown, and a directory that it shows closed.

/** @typedef {import("./make-workspace.mjs").Workspace} Workspace */
/** @typedef {import("./script.mjs").Step} Step */

/** A budget that leaves directories closed and names folded. */
const SMALL_BUDGET = 80;

/**
 * @param {Pick<Workspace, "root" | "large" | "names">} workspace
 * @returns {Step[]}
 */
export function makeMapSteps({ root, large, names }) {
  return [
    { title: "map_dir: a whole tree", tool: "map_dir", arguments: { dir_path: root }, judge: "same" },
    {
      title: "map_dir: a large directory in few tokens",
      tool: "map_dir",
      arguments: { dir_path: large, budget: SMALL_BUDGET },
      judge: "same",
    },
    {
      title: "map_dir: a fold, copied with its count",
      tool: "map_dir",
      arguments: { dir_path: large, fold: "component-1* (1,000)", budget: SMALL_BUDGET },
      judge: (text) =>
        text.startsWith(`Absolute path: ${large}\n[only component-1*]\ncomponent-1`)
          ? undefined
          : `is ${JSON.stringify(text)}, which does not show the fold`,
    },
    {
      title: "map_dir: a closed directory with hostile names",
      tool: "map_dir",
      arguments: { dir_path: names, fold: "", include: [] },
      judge: "same",
    },
  ];
}

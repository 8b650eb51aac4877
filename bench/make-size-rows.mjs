// The rows of what a first look costs, for parts of a real repository of growing size, and the plot of them in the documents.
import fs from "node:fs";

import { drawCosts } from "./draw-costs.mjs";
import { installReference } from "./install-reference.mjs";
import { makePartOfPaths } from "./make-trees.mjs";
import { fewerRow } from "./row.mjs";
import { runInChild } from "./run-in-child.mjs";
import { writeCount, writeTokens } from "./write-number.mjs";

const REPOSITORY = "ai";

/** How many files the parts have. The last is more than there are: all of them. */
const SIZES = [10, 30, 100, 300, 1000, 3000, 10_000];

const PLOT = new URL("../docs/pictures/costs.svg", import.meta.url);

/**
 * @param {import("./settings.mjs").Settings} _settings
 * @param {(message: string) => void} report
 * @returns {Promise<import("./row.mjs").Row[]>}
 */
export async function makeSizeRows(_settings, report) {
  const reference = installReference(report);
  const costs = [];
  for (const size of SIZES) {
    const { directory, files } = makePartOfPaths(REPOSITORY, size, report);
    report(`a first look at ${files} files`);
    costs.push({ files, ...(await runInChild("compareSizes", { reference, directory })) });
  }
  fs.writeFileSync(PLOT, drawCosts(costs));
  return costs.flatMap(({ files, page, map, theirs }) => {
    const against = { against: "server-filesystem directory_tree", theirs, write: writeTokens };
    return [
      fewerRow({ work: `a first look at ${writeCount(files)} files, list_dir`, ours: page, ...against }),
      fewerRow({ work: `a first look at ${writeCount(files)} files, map_dir`, ours: map, ...against }),
    ];
  });
}

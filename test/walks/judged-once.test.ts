// How often a walk asks its filter: once for each entry, because some filters take milliseconds to answer.
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { DirectoryFilter, Verdict } from "../../src/core/filter.ts";
import type { Visits } from "../../src/core/visit.ts";
import { memoryTree, unordered } from "../support/memory-tree.ts";
import { modelTree } from "../support/model-tree.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";
import { WALKS } from "../support/walks.ts";

const NAMES = [
  "close/",
  "close/x",
  "hide/",
  "hide/x",
  "ignore/",
  "ignore/x",
  "lead/",
  "lead/file",
  "lead/show/",
  "show/",
];
const TREE = modelTree(...NAMES, "show/a", "show/b", "show/hide");

/** Each name is its own verdict. */
function countingFilter(asked: string[], directory = ""): DirectoryFilter {
  const verdicts: ReadonlySet<string> = new Set(["close", "hide", "ignore", "lead"]);
  return {
    judge({ name }) {
      asked.push(`${directory}${name}`);
      return verdicts.has(name) ? (name as Verdict) : "show";
    },
    enter: (name) => countingFilter(asked, `${directory}${name}/`),
  };
}

describe.each(Object.keys(WALKS))("%s", (walk) => {
  test.each([true, false])("judges each entry that it comes to once (in order: %s)", async (isOrdered) => {
    const asked: string[] = [];
    const fileSystem = isOrdered ? memoryTree(TREE) : unordered(memoryTree(TREE));
    const visits = await collect(WALKS[walk]?.(walkSettings(fileSystem, { filter: countingFilter(asked) })) as Visits);
    expect(asked.sort()).toEqual([
      "close",
      "hide",
      "ignore",
      "lead",
      "lead/file",
      "lead/show",
      "show",
      "show/a",
      "show/b",
      "show/hide",
    ]);
    expect(visits.map(({ path, ignored }) => (ignored === true ? `${path} ignored` : path)).sort()).toEqual([
      "close",
      "ignore ignored",
      "lead/file",
      "lead/show",
      "show",
      "show/a",
      "show/b",
    ] as ByteString[]);
  });
});

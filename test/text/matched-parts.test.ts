// Which parts of a path are coloured, so that people see why it was found.
import { expect, test } from "vitest";

import { matchedParts } from "../../src/text/matched-parts.ts";

test.each([
  ["src/StaffTable.vue", ["table staff"], ["StaffTable"]],
  ["src/lib/service-graph.ts", ["ServiceGraph"], ["service-graph"]],
  ["db/query.sql", ["queries"], ["quer"]],
  ["a/us3r/s3/x.ts", ["s3"], ["s3"]],
  ["docs/guide.md", ["docs/g*"], ["docs", "g"]],
  ["docs/guide.md", ["absent"], []],
])("of %s, %j marks %j", (path, words, marked) => {
  expect(matchedParts(path, words).map(([start, end]) => path.slice(start, end))).toEqual(marked);
});

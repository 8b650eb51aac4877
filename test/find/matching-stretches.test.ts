// Where names match the guesses of a search.
import { expect, test } from "vitest";

import { toStretchFinder } from "../../src/find/matching-stretches.ts";

/** The name with brackets around what matches. */
function show(name: string, words: readonly string[]): string {
  let [shown, from] = ["", 0];
  for (const { start, end } of toStretchFinder(words, (word) => word)(name)) {
    shown += `${name.slice(from, start)}<${name.slice(start, end)}>`;
    from = end;
  }
  return shown + name.slice(from);
}

test.each([
  ["roles.ts", ["roles"], "<roles>.ts"],
  ["ServiceGraph.vue", ["service-graph"], "<ServiceGraph>.vue"],
  ["service-graph.vue", ["ServiceGraph"], "<service>-<graph>.vue"],
  // By its stem, the whole part.
  ["list-sorting.ts", ["sorted"], "list-<sorting>.ts"],
  // In the middle of a part, as often as it is there.
  ["abcdefabcde.ts", ["bcde"], "a<bcde>fa<bcde>.ts"],
  // A short word is a whole part.
  ["s3-ps3x.ts", ["s3"], "<s3>-ps3x.ts"],
  // Nothing contains the word whole: its parts count.
  ["model_admin.py", ["ModelAdmin.list_display"], "<model>_<admin>.py"],
  // The letters of a glob.
  ["roles.sql", ["*.sql"], "roles.<sql>"],
  ["re\u0301sume\u0301.md", ["r\u00e9sum\u00e9"], "<re\u0301sume\u0301>.md"],
  ["\u{1f600}roles.ts", ["roles"], "\u{1f600}<roles>.ts"],
  ["x.ts", ["x", "ts"], "<x>.<ts>"],
  ["other.ts", ["roles"], "other.ts"],
])("%s matches %j", (name, words, shown) => {
  expect(show(name, words)).toBe(shown);
});

// Where names fit the words of a search.
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { findForPeople } from "../../src/listing/find-files.ts";

/** The name with brackets around what fits. */
async function show(name: string, words: string | readonly string[]): Promise<string> {
  const options = { dirPath: "/r", fileSystem: memory([`/r/${name}`]), words };
  const { found, stretchesOf } = await findForPeople(options, () => true);
  expect(found.files).toMatchObject([{ path: name }]);
  let [shown, from] = ["", 0];
  for (const { start, end } of stretchesOf(name)) {
    shown += `${name.slice(from, start)}<${name.slice(start, end)}>`;
    from = end;
  }
  return shown + name.slice(from);
}

test.each([
  ["roles.ts", "roles", "<roles>.ts"],
  ["ServiceGraph.vue", "service-graph", "<ServiceGraph>.vue"],
  ["service-graph.vue", "ServiceGraph", "<service>-<graph>.vue"],
  // By its stem, the whole part.
  ["list-sorting.ts", "sorted", "list-<sorting>.ts"],
  // In the middle of a part, as often as it is there.
  ["abcdefabcde.ts", "bcde", "a<bcde>fa<bcde>.ts"],
  // A short word is a whole part.
  ["s3-ps3x.ts", "s3", "<s3>-ps3x.ts"],
  // Nothing contains the word whole: its parts count.
  ["model_admin.py", "ModelAdmin.list_display", "<model>_<admin>.py"],
  // The letters of a glob.
  ["roles.sql", "*.sql", "roles.<sql>"],
  ["re\u0301sume\u0301.md", "r\u00e9sum\u00e9", "<re\u0301sume\u0301>.md"],
  ["\u{1f600}roles.ts", "roles", "\u{1f600}<roles>.ts"],
  ["x.ts", ["x", "ts"], "<x>.<ts>"],
])("%s fits %j", async (name, words, shown) => {
  expect(await show(name, words)).toBe(shown);
});

test("only as many files are found as there is room for, and at least one", async () => {
  const fileSystem = memory(Array.from({ length: 9 }, (_, index) => `/r/role-${index}`));
  const find = async (most: number) =>
    (await findForPeople({ dirPath: "/r", fileSystem, words: "role" }, ({ files }) => files.length <= most)).found;
  expect(await find(4)).toMatchObject({ files: { length: 4 }, left: { count: 5 } });
  expect(await find(0)).toMatchObject({ files: { length: 1 }, left: { count: 8 } });
});

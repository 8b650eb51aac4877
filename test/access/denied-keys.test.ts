// What is denied in an object store: no answer differs from that of a store without those keys.
import fc from "fast-check";
import { expect, test } from "vitest";

import { s3, type ToolRouterOptions } from "../../src/index.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore, type FakeStoreOptions } from "../support/fake-store.ts";

const ROOT = "s3://b";

const anyName = fc.constantFrom("a", "b", "secret", "secret.d", "Secret", "");
const anyKey = fc
  .tuple(fc.array(anyName, { maxLength: 3 }), anyName)
  .map(([above, name]) => [...above, name].join("/"))
  .filter((key) => key !== "");
const anyKeys = fc.uniqueArray(anyKey, { maxLength: 8 });
const anyRule = fc.constantFrom<string>(
  "secret",
  "secret/",
  "a/secret",
  `${ROOT}/a`,
  `${ROOT}/a/*`,
  "*.d",
  "**/b/*",
  `${ROOT}/*/`,
);
const anyPath = fc.tuple(
  fc.constantFrom<string>("", "/a", "/b", "/secret", "/a/b", "/a/"),
  fc.constantFrom<string>("", "/"),
);

const cursors = 'a a/ secret "secret/a" "a/" "secret/secret/" "secret/a"/b "b" a/secret/… b/b'.split(" ");

type Ask = readonly [tool: string, args: object];
const anyAsk: fc.Arbitrary<Ask> = fc.oneof(
  fc
    .record({ depth: fc.integer({ min: 1, max: 4 }), limit: fc.constantFrom(1, 3, 25) })
    .map((args): Ask => ["list_dir", args]),
  fc
    .record({ after: fc.constantFrom(...cursors), limit: fc.constantFrom(1, 25) })
    .map((args): Ask => ["list_dir", args]),
  fc.constant<Ask>(["list_dir", { include: "b*" }]),
  fc.constantFrom<Ask>(
    ["list_directory", { recursive: true, showHidden: true }],
    ["list_directory", { maxResults: 1 }],
  ),
  fc.constant<Ask>(["map_dir", {}]),
  fc.constantFrom<Ask>(["find_files", {}], ["find_files", { words: ["b", "secret"] }]),
);

async function answer(
  [tool, args]: Ask,
  path: string,
  keys: readonly string[],
  store: FakeStoreOptions,
  deny: string[],
) {
  const options: ToolRouterOptions = { fileSystem: s3({ client: fakeStore(keys, store).client }), deny };
  return callTool(tool, { dir_path: path, path, ...args }, options);
}

/** Whether a rule denies a key, or a directory that it is in. Written anew, by regular expressions on whole paths. */
function isDenied(key: string, deny: readonly string[]): boolean {
  const path = `/b/${key}`.toLowerCase();
  const names = path.split("/").slice(1);
  const isMarker = names.at(-1) === "";
  const last = isMarker ? names.length - 1 : names.length;
  return names.slice(0, last).some((_, index) => {
    const isDirectory = isMarker || index < last - 1;
    const part = `/${names.slice(0, index + 1).join("/")}`;
    return deny.some((rule) => {
      const anchored = rule.startsWith(ROOT);
      const glob = (anchored ? rule.slice("s3:/".length) : rule.replace("**/", "")).replace(/\/$/, "");
      const expression = glob.replaceAll(".", "\\.").replaceAll("*", "[^/]*");
      const matches = new RegExp(anchored ? `^${expression}$` : `/${expression}$`).test(part);
      return matches && (isDirectory || !rule.endsWith("/"));
    });
  });
}

type Case = [string[], string[], [string, string], Ask, FakeStoreOptions];
const EXAMPLES: Case[] = [
  // A cursor that could spell a denied key, in a store that repeats directories.
  [["secret/b", "z"], ["secret"], ["", ""], ["list_dir", { after: '"secret/a"' }], { repeatsDirectories: true }],
  // Directories with nothing but denied keys; one of them has a key of its own.
  [["a/secret", "b/", "b/secret"], ["secret"], ["", ""], ["list_dir", {}], {}],
  [["a/secret", "a/b/secret/x"], ["secret"], ["/a", ""], ["map_dir", {}], {}],
  // The object of the same name is not denied.
  [["a", "a/secret"], ["secret"], ["/a", ""], ["list_directory", {}], {}],
  // Longer than what is looked at first.
  [
    [...Array.from({ length: 300 }, (_, index) => `a/secret/${index}`), "a/z"],
    ["secret"],
    ["", ""],
    ["list_dir", {}],
    {},
  ],
];

test("an answer is the same as if the denied keys were not there", async () => {
  const anyStore: fc.Arbitrary<FakeStoreOptions> = fc.record({
    repeatsDirectories: fc.boolean(),
    pageSize: fc.constantFrom(1, 2, 1000),
  });
  const anyRules = fc.uniqueArray(anyRule, { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(anyKeys, anyRules, anyPath, anyAsk, anyStore, async (keys, deny, [path, end], ask, store) => {
      const visible = keys.filter((key) => !isDenied(key, deny));
      const whole = await answer(ask, ROOT + path + end, keys, store, deny);
      // A path that is denied is refused, whatever is there.
      const rules = whole.startsWith("error: access denied") ? deny : [];
      expect(whole).toBe(await answer(ask, ROOT + path + end, visible, store, rules));
    }),
    { numRuns: inDepth(200, 20_000), examples: EXAMPLES },
  );
});

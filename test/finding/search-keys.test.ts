// A search in a store reads its keys, and finds what a search of the same tree in memory does.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { findFiles, findFilesText, type FindFilesOptions } from "../../src/listing/find-files.ts";
import { estimateTokens } from "../../src/render/estimate-tokens.ts";
import { bytesOfEntry } from "../../src/render/listing.ts";
import { renderListing } from "../../src/render/render-listing.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { anyKeys, entriesOfKeys } from "../support/any-keys.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { numbered } from "../support/many-files.ts";
import { fakeStore, type FakeInput, type FakeStore } from "../support/fake-store.ts";
import { readListing } from "../support/read-listing.ts";
import { readMap } from "../support/read-map.ts";

const WORDS = ["auth", "roles", "staff", "table", "course", "test", "graph", "é"];
const anyWord = fc.constantFrom(...WORDS);
const anyDirectory = fc.oneof(
  anyWord,
  fc.tuple(anyWord, anyWord).map(([one, other]) => `${one}-${other}`),
);
/** Files have an extension, so that none has the name of a directory: a disk can't have both. */
const anyFile = fc.tuple(anyDirectory, fc.constantFrom("ts", "sql", "test.ts")).map((parts) => parts.join("."));
const anyTree = fc.uniqueArray(
  fc.tuple(fc.array(anyDirectory, { maxLength: 3 }), anyFile).map(([above, file]) => [...above, file].join("/")),
  { minLength: 1, maxLength: 80, size: "max" },
);
const anyRequest = fc.record(
  {
    words: fc.array(fc.oneof(anyWord, fc.constantFrom("staffTable", "auth/roles", "*.sql", "absent")), {
      minLength: 1,
    }),
    budget: fc.constantFrom(20, 100, 1000),
    include: fc.constantFrom("*.ts", "auth"),
    exclude: fc.constantFrom("*test*", "roles"),
  },
  { requiredKeys: ["words"] },
);

const EVERY_REQUEST = { maxSearchRequests: 100_000 };

/** Without the first line, which differs. */
const countTokens = (text: string) => estimateTokens(text.replace(/^Absolute path: .*\n?/, ""));

/** Some users may only list by directory. */
function refuseKeys({ Delimiter }: FakeInput): void {
  if (Delimiter === undefined) {
    throw Object.assign(new Error("denied"), { name: "AccessDenied", $metadata: { httpStatusCode: 403 } });
  }
}

async function search(store: FakeStore, options: Omit<FindFilesOptions, "dirPath">): Promise<string> {
  const fileSystem = s3({ client: store.client });
  return findFilesText({ dirPath: "s3://bucket", fileSystem, countTokens, ...options });
}

/** The same for the same tree in memory. */
async function searchInMemory(keys: Iterable<string>, options: Omit<FindFilesOptions, "dirPath">): Promise<string> {
  const fileSystem = memory(Array.from(keys, (key) => `/r/${key}`));
  const text = await findFilesText({ dirPath: "/r", fileSystem, countTokens, ...options });
  return text.replace("Absolute path: /r", "Absolute path: s3://bucket");
}

test("the answer has the same bytes as that of the same tree in memory, whatever the size of pages", async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, anyRequest, fc.constantFrom(3, 20, 1000), async (keys, request, pageSize) => {
      const store = fakeStore(keys, { pageSize });
      expect(await search(store, { ...request, ...EVERY_REQUEST })).toBe(await searchInMemory(keys, request));
      expect(store.asked.length).toBeLessThanOrEqual(Math.ceil(keys.length / pageSize) + 1);
    }),
    { numRuns: inDepth(16, 600) },
  );
});

test("a store that may be listed only by directory gives the same bytes, too", async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, anyRequest, async (keys, request) => {
      const store = fakeStore(keys, { before: refuseKeys });
      expect(await search(store, { ...request, ...EVERY_REQUEST })).toBe(await searchInMemory(keys, request));
    }),
    { numRuns: inDepth(8, 500) },
  );
});

test("odd keys are found, too, and an answer reads back as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(anyKeys, fc.constantFrom("*", "a", "a q lines"), fc.constantFrom(1, 2, 1000), async (...given) => {
      const [keys, words, maxSearchRequests] = given;
      const fileSystem = s3({ client: fakeStore(keys, { pageSize: 20, modified: () => new Date(0) }).client });
      const options = { dirPath: "s3://bucket", fileSystem, budget: 100_000, maxSearchRequests };
      const best = await findFilesText({ ...options, words });
      expect(renderMap(readMap(best))).toBe(best);
      const newest = await findFilesText(options);
      expect(renderListing(readListing(newest))).toBe(newest);
      const found = (await findFiles(options)).files.map((file) => bytesOfEntry(file));
      const files = entriesOfKeys(keys).filter(({ kind }) => kind === "file");
      const paths = new Set<string>(files.map(({ path }) => path));
      expect(found.filter((path) => !paths.has(path))).toEqual([]);
      expect(maxSearchRequests < 1000 || found.length === paths.size).toBe(true);
    }),
    { numRuns: inDepth(12, 250) },
  );
});

describe("a bucket with more keys than may be read", () => {
  const keys = Array.from({ length: 700 }, (_, index) => `roles/r${String(index).padStart(3, "0")}`);

  test("takes 64 requests, and says where it stopped", async () => {
    const store = fakeStore(keys, { pageSize: 10 });
    const lines = (await search(store, { words: "roles absent", budget: 50 })).split("\n");
    expect(store.asked).toHaveLength(64);
    // Words that matched nothing so far may match what was not read.
    expect(lines.slice(-2)).toEqual([
      "[stopped after 64 requests, at roles/r639; narrow the search]",
      expect.stringMatching(/^\[\d+\+ more match less well\]$/),
    ]);
  });

  test.each([
    ["one huge directory", keys],
    ["many directories", Array.from({ length: 200 }, (_, index) => `roles/d${String(index).padStart(3, "0")}/r`)],
  ])("takes no more where it may be listed only by directory: %s", async (_, all) => {
    const store = fakeStore(all, { pageSize: 10, before: refuseKeys });
    const answer = await search(store, { words: "r00 absent" });
    expect(store.asked.length).toBeLessThanOrEqual(64);
    expect(answer).toMatch(/\n\[stopped after 64 requests, at roles\/[^\n]*; narrow the search\]/);
  });

  test("takes as many as the operator allows", async () => {
    const store = fakeStore(keys, { pageSize: 10 });
    const answer = await callTool(
      "find_files",
      { dir_path: "s3://bucket", words: "r00" },
      { fileSystem: s3({ client: store.client }), maxSearchRequests: 3 },
    );
    expect(store.asked).toHaveLength(3);
    expect(answer).toContain("[stopped after 3 requests, at roles/r029; narrow the search]");
  });
});

test("a search whose words take long to compare ends soon after its time", async () => {
  const store = fakeStore(numbered(2000, "a".repeat(240)));
  const words = Array.from({ length: 64 }, (_, index) => `aab${index}-`.repeat(60).slice(0, 190) + index);
  // What has to be loaded first takes time, too.
  await search(store, { words: "other" });
  const answer = await search(store, { words, deadlineMs: 2000 });
  expect(answer).toBe("Absolute path: s3://bucket\n[timed out after 1 directories; narrow the search]");
});

test("denied keys are neither found nor counted, and no request too many shows that they are there", async () => {
  const shown = ["auth/roles.ts", "auth/staff.ts", "roles/a", "roles/b", "z"];
  const denied = Array.from({ length: 40 }, (_, index) => `secret/roles-${index}`);
  const ask = (keys: readonly string[], maxSearchRequests: number) =>
    callTool(
      "find_files",
      { dir_path: "s3://bucket", words: "roles secret z", budget: 30 },
      { fileSystem: s3({ client: fakeStore(keys, { pageSize: 5 }).client }), deny: ["secret"], maxSearchRequests },
    );
  for (const most of [1, 2, 16]) {
    expect(await ask([...shown, ...denied], most)).toBe(await ask(shown, most));
  }
  expect(await ask([...shown, ...denied], 16)).toContain("[nothing matches secret]");
});

test("the newest are known from the listing, by no request more", async () => {
  const now = Date.UTC(2026, 10, 17);
  const ages: Readonly<Record<string, number>> = { "a/old.ts": 5 * 86_400, "a/new.ts": 40, "b/newer.ts": 10, c: 7200 };
  const modified = (key: string) => new Date(now - (ages[key] as number) * 1000);
  const make = () => fakeStore(Object.keys(ages), { pageSize: 2, modified });
  const [plain, timed] = [make(), make()];
  await search(plain, { words: "ts" });
  const answer = await search(timed, { newest: true, now: () => now });
  expect(answer.split("\n").slice(1)).toEqual(["b/newer.ts [10s]", "a/new.ts [40s]", "c [2h]", "a/old.ts [5d]"]);
  expect(timed.asked.length).toBe(plain.asked.length);
  const recent = await search(make(), { words: "ts", modifiedWithin: "1m", now: () => now });
  expect(recent.split("\n").slice(1)).toEqual(["a/new.ts", "b/newer.ts"]);
});

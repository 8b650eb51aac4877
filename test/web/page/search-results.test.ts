// What a search shows: rows of pages that follow one another.
import { expect, test } from "vitest";

import { EntryCache } from "../../../src/web/page/entry-cache.ts";
import { wordLister, globLister } from "../../../src/web/page/list-calls.ts";
import { toGlobs } from "../../../src/web/page/search-globs.ts";
import { SearchResults } from "../../../src/web/page/search-results.ts";
import { clientFor, numberedFiles } from "../../support/recording-client.ts";

async function search(paths: readonly string[], typed: string, most?: number) {
  const client = clientFor(paths);
  const results = new SearchResults(globLister(client, "/r", toGlobs(typed)), new EntryCache(most), () => {});
  await expect.poll(() => results.isRunning).toBe(false);
  return { client, results };
}

test("directories above what was found are shown, and not counted", async () => {
  const { results } = await search(["/r/a/b/x.ts", "/r/a/y.ts", "/r/z.js"], "*.ts");
  expect([results.rows, results.found, results.isComplete]).toEqual([4, 2, true]);
  expect([0, 1, 2, 3].map((row) => results.entryAt(row)?.path)).toEqual(["a", "a/b", "a/b/x.ts", "a/y.ts"]);
});

test("pages follow when they are looked at, and repeat no directory", async () => {
  const { results } = await search(numberedFiles("/r/a/b", 450), "f*");
  expect([results.rows, results.found, results.isComplete]).toEqual([203, 200, false]);
  for (let turn = 0; turn < 10 && !results.isComplete; turn += 1) {
    results.want(results.rows - 1, 1);
    await expect.poll(() => results.isRunning).toBe(false);
  }
  expect([results.rows, results.found, results.isComplete]).toEqual([452, 450, true]);
  const shown = Array.from({ length: results.rows }, (_, row) => results.entryAt(row)?.path);
  expect(new Set(shown).size).toBe(452);
});

test("words find what fits best, with the directories above it, and say what matches nothing", async () => {
  const client = clientFor(["/r/auth/roles.ts", "/r/auth/course-roles/a.sql", "/r/pages/staff/StaffTable.tsx", "/r/z"]);
  const list = wordLister(client, "/r", "StaffTable roles postgrad");
  const results = new SearchResults(list, new EntryCache(), () => {});
  await expect.poll(() => results.isRunning).toBe(false);
  // The directory whose own name fits is one of them.
  expect([results.found, results.isComplete]).toEqual([4, true]);
  const rows = Array.from({ length: results.rows }, (_, row) => results.entryAt(row));
  expect(rows.map((row) => [row?.path, row?.kind, row?.depth])).toEqual([
    ["auth", "directory", 1],
    ["auth/course-roles", "directory", 2],
    ["auth/course-roles/a.sql", "file", 3],
    ["auth/roles.ts", "file", 2],
    ["pages", "directory", 1],
    ["pages/staff", "directory", 2],
    ["pages/staff/StaffTable.tsx", "file", 3],
  ]);
  expect(results.notes).toEqual(["nothing matches postgrad"]);
});

test("a search whose pages bring nothing new ends, and says so", async () => {
  let calls = 0;
  const list = async () => {
    calls += 1;
    if (calls > 100) {
      throw new Error("asked for without end");
    }
    return { root: "/r", entries: [], moreThan: 0, next: `a${calls}` };
  };
  const results = new SearchResults(list, new EntryCache(), () => results.want(0, results.rows));
  await expect.poll(() => results.failure).toMatch(/nothing new/);
  expect([calls, results.rows, results.isComplete]).toEqual([1, 0, true]);
});

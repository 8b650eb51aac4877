// What a search shows: rows of pages that follow one another.
import { expect, test } from "vitest";

import { EntryCache } from "../../../src/web/page/entry-cache.ts";
import { searchCall, searchLister } from "../../../src/web/page/list-calls.ts";
import { SearchResults } from "../../../src/web/page/search-results.ts";
import { clientFor, numberedFiles } from "../../support/recording-client.ts";

async function search(paths: readonly string[], typed: string) {
  const client = clientFor(paths);
  const results = new SearchResults(searchLister(client, searchCall("/r", typed)), new EntryCache(), () => {});
  await expect.poll(() => results.isRunning).toBe(false);
  const found = () => Array.from({ length: results.found }, (_, row) => results.entryAt(row)?.path);
  return { client, results, found };
}

test("globs find all that matches, page after page when they are looked at", async () => {
  const { results, found } = await search([...numberedFiles("/r/a/b", 450), "/r/z"], "f* *.ts");
  expect([results.rows, results.found, results.isComplete]).toEqual([201, 200, false]);
  for (let turn = 0; turn < 10 && !results.isComplete; turn += 1) {
    results.want(results.rows - 1, 1);
    await expect.poll(() => results.isRunning).toBe(false);
  }
  expect([results.rows, results.found, results.isComplete]).toEqual([450, 450, true]);
  expect(found()).toEqual(numberedFiles("a/b", 450));
});

test("words, also beside a glob, find what one call of find_files finds, in its order, and say what matches nothing", async () => {
  const paths = ["/r/auth/roles.ts", "/r/auth/course-roles/a.sql", "/r/pages/staff/StaffTable.tsx", "/r/z"];
  const { client, results, found } = await search(paths, "StaffTable  roles *.sql postgrad");
  const [call] = client.calls;
  expect(call?.arguments["words"]).toEqual(["StaffTable", "roles", "*.sql", "postgrad"]);
  const { data } = await client.callTool("find_files", { ...call?.arguments });
  const { files } = data as { readonly files: readonly { readonly path: string }[] };
  expect([client.calls.length, found()]).toEqual([2, files.map(({ path }) => path)]);
  expect(found()).toContain("auth/course-roles/a.sql");
  expect(results.notes).toEqual(["[nothing matches postgrad]"]);
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

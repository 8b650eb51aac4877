// Pages of one directory: what is asked for, what is kept, and how many entries there are.
import { expect, test } from "vitest";

import { DirectoryPages, PAGE_ENTRIES } from "../../../src/web/page/directory-pages.ts";
import { EntryCache } from "../../../src/web/page/entry-cache.ts";
import { directoryLister } from "../../../src/web/page/list-calls.ts";
import { inDepth } from "../../support/deep.ts";
import { clientFor, numberedFiles, type RecordingClient } from "../../support/recording-client.ts";

const MANY = inDepth(2400, 50_000);

interface Opened {
  readonly client: RecordingClient;
  readonly cache: EntryCache;
  readonly pages: DirectoryPages;
}

function open(paths: readonly string[], most?: number, options?: { readonly maxOutputBytes: number }): Opened {
  const client = clientFor(paths, options);
  const cache = new EntryCache(most);
  const pages = new DirectoryPages(directoryLister(client, "/d"), cache, () => {});
  return { client, cache, pages };
}

test("pages follow one another by the last path, and grow by one row for the rest", async () => {
  const { client, pages } = open(numberedFiles("/d", MANY));
  await pages.load(0);
  expect([pages.count, pages.isExact]).toEqual([PAGE_ENTRIES + 1, false]);
  await pages.load(PAGE_ENTRIES);
  expect(pages.count).toBe(2 * PAGE_ENTRIES + 1);
  expect(client.calls.map((call) => call.arguments)).toEqual([
    { dir_path: "/d", depth: 1, order: "tree", limit: PAGE_ENTRIES },
    { dir_path: "/d", depth: 1, order: "tree", limit: PAGE_ENTRIES, after: "f000199" },
  ]);
});

test("any page can be asked for at once, from the nearest that is known", async () => {
  const { client, pages } = open(numberedFiles("/d", MANY));
  await pages.load(0);
  pages.expectCount(MANY);
  expect(pages.count).toBe(MANY);
  expect(await pages.load(MANY - 1)).toMatchObject({ path: `f${String(MANY - 1).padStart(6, "0")}` });
  expect(pages.isExact).toBe(true);
  expect(client.calls.at(-1)?.arguments).toMatchObject({ after: "f000199", offset: MANY - 2 * PAGE_ENTRIES + 1 });
  expect(await pages.load(0)).toMatchObject({ path: "f000000" });
  expect([pages.isExact, pages.count]).toEqual([true, MANY]);
});

test("a page of long names is one call, however few bytes a model may get", async () => {
  const long = "x".repeat(100);
  const paths = Array.from({ length: 300 }, (_, index) => `/d/${long}${String(index).padStart(3, "0")}`);
  const { client, pages } = open(paths, undefined, { maxOutputBytes: 5000 });
  await pages.load(0);
  expect(pages.entryAt(PAGE_ENTRIES - 1)?.path).toBe(`${long}199`);
  expect(client.calls.length).toBe(1);
  expect((await pages.load(PAGE_ENTRIES))?.path).toBe(`${long}200`);
  expect(pages.entryAt(299)?.path).toBe(`${long}299`);
});

test("one call at a time, and the pages that were last in view first", async () => {
  const { client, pages } = open(numberedFiles("/d", MANY));
  await pages.load(0);
  pages.expectCount(MANY);
  for (let first = 0; first < 2000; first += 100) {
    pages.want(first, first + 50);
  }
  await expect.poll(() => pages.entryAt(1950)).toBeDefined();
  expect(client.mostAtOnce.get("list_dir /d")).toBe(1);
  // What was only passed by is not asked for, but for what was on its way.
  expect(client.calls.length).toBeLessThanOrEqual(4);
});

test("only so many entries are kept, and what was dropped is asked for again", async () => {
  const { cache, pages } = open(numberedFiles("/d", MANY), 1000);
  for (let index = 0; index < 2000; index += PAGE_ENTRIES) {
    await pages.load(index);
    expect(cache.size).toBeLessThanOrEqual(1000);
  }
  expect(pages.entryAt(0)).toBe(undefined);
  expect(await pages.load(0)).toMatchObject({ path: "f000000" });
});

test("a name is found among many by a few entries", async () => {
  const { client, pages } = open([...numberedFiles("/d", MANY), "/d/f000100-/x", "/d/g/x"]);
  expect(await pages.find("f000007")).toBe(7);
  expect(await pages.find("f00000")).toBe(0);
  const before = client.calls.length;
  expect(await pages.find("f001500")).toBe(1501);
  expect(client.calls.length - before).toBeLessThan(25);
  expect(await pages.find("g/")).toBe(MANY + 1);
  expect(await pages.find("z")).toBe(MANY + 2);
  expect(client.mostAtOnce.get("list_dir /d")).toBe(1);
});

test("a directory that can't be listed has a reason, and can be tried again", async () => {
  const { pages } = open(["/elsewhere/a"]);
  await pages.load(0);
  expect(pages.failure?.message).toMatch(/^failed to read directory: /);
  expect([pages.isOpening, pages.count]).toEqual([false, 0]);
});

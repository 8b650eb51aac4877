// The names of huge directories are kept for a minute as long as they are what is there, and never given for anything else.
import fs from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { treeKey, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { readPlainEntries } from "../support/read-entries.ts";
import { makeEntries, makeFolder } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";

/** Longer than a directory must have been as it is. */
const SETTLED_MS = 2200;

/** Enough for a directory that is not read in one go. */
const COUNT = 4000;

let folder: string;

/** One directory for each test that changes one. */
beforeAll(() => {
  folder = makeFolder();
  for (const name of ["read", "changed", "renamed", "other", "odd", "third", "fourth"]) {
    fs.mkdirSync(`${folder}/${name}`);
    makeManyFiles(`${folder}/${name}`, numbered(COUNT, `name in ${name} `));
  }
  const kinds = [
    { path: "name in", kind: "symlink", target: "." },
    { path: "name in read 1\u{1f600}", kind: "fifo" },
    { path: "name in read 1\uff21", kind: "dir" },
    { path: "name in read 10", kind: "dir" },
  ] as const;
  makeEntries(`${folder}/read`, kinds.slice(0, 3));
  fs.rmSync(`${folder}/read/name in read 10`);
  makeEntries(`${folder}/read`, kinds.slice(3));
  makeEntries(`${folder}/odd`, [{ path_b64: Buffer.from([0x61, 0xff]).toString("base64"), kind: "file" }]);
});

/** The clock is so much ahead that nothing has changed for a while. */
beforeEach(() => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + SETTLED_MS);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Reads a directory for a page, unless `limit` is `Infinity`, and says whether the disk was asked for its names. */
async function read(
  disk: FileSystem,
  name: string,
  options = {},
): Promise<{ entries: readonly Entry[]; wasRead: boolean }> {
  const opened = vi.spyOn(fs.promises, "opendir");
  const entries = await readPlainEntries(disk, `${folder}/${name}`, { limit: COUNT, ...options });
  const wasRead = opened.mock.calls.length > 0;
  opened.mockRestore();
  return { entries, wasRead };
}

test("a second read costs nothing, and returns the same entries in order, from any key on", async () => {
  const disk = localDisk();
  const first = await read(disk, "read");
  expect(first.wasRead).toBe(true);
  const sorted = first.entries.toSorted((a, b) => (treeKey(a) < treeKey(b) ? -1 : 1));
  expect(await read(disk, "read")).toEqual({ entries: sorted, wasRead: false });
  expect((await disk.readDirectory(`${folder}/read`, {})).isSorted).toBe(true);
  const keyOf = ({ name, kind }: Entry) => (kind === "directory" ? `${name}/` : name);
  for (const index of [0, 1, 2, 3, 100, 3000, ...sorted.flatMap(({ kind }, at) => (kind === "file" ? [] : [at]))]) {
    const after = keyOf(sorted[index] as Entry);
    const rest = await read(disk, "read", { after, limit: 10 });
    expect(rest).toEqual({ entries: sorted.slice(index + 1), wasRead: false });
    // A key need not exist.
    expect((await read(disk, "read", { after: `${after}\u0001` })).entries).toEqual(sorted.slice(index + 1));
  }
  expect((await read(disk, "read", { after: "z" })).entries).toEqual([]);
  const { batches } = await disk.readDirectory(`${folder}/read`, { limit: 25 });
  const [page] = batches as Iterable<readonly Entry[]>;
  expect(page?.length).toBeLessThan(50);
});

test.each([
  ["a new file", (directory: string) => fs.writeFileSync(`${directory}/new`, "")],
  ["a file less", (directory: string) => fs.rmSync(`${directory}/name in changed 5`)],
  ["a renamed file", (directory: string) => fs.renameSync(`${directory}/name in changed 6`, `${directory}/x`)],
])("%s is seen at once, and a directory that has just changed is not cached", async (_, change) => {
  const disk = localDisk();
  await read(disk, "changed");
  change(`${folder}/changed`);
  // Some disks tell times in steps of two seconds.
  vi.mocked(Date.now).mockReturnValue(Math.floor(fs.statSync(`${folder}/changed`).mtimeMs) + 1900);
  for (let again = 0; again < 2; again += 1) {
    const { entries, wasRead } = await read(disk, "changed");
    expect(wasRead).toBe(true);
    expect(entries.map(({ name }) => name).sort()).toEqual(fs.readdirSync(`${folder}/changed`).sort());
  }
});

test("a directory that changes while it is read is not cached", async () => {
  const disk = localDisk();
  let count = 0;
  for await (const batch of (await disk.readDirectory(`${folder}/other`, {})).batches) {
    count += batch.length;
    fs.writeFileSync(`${folder}/other/new ${count}`, "");
  }
  expect((await read(disk, "other")).wasRead).toBe(true);
});

test("another directory in its place is not mistaken for it", async () => {
  const disk = localDisk();
  await read(disk, "renamed");
  fs.renameSync(`${folder}/renamed`, `${folder}/moved`);
  fs.mkdirSync(`${folder}/renamed`);
  expect((await read(disk, "renamed")).entries).toEqual([]);
});

test("names are cached for a minute, if there is room", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const disk = localDisk();
  await read(disk, "read");
  vi.advanceTimersByTime(59_000);
  expect((await read(disk, "read")).wasRead).toBe(false);
  vi.advanceTimersByTime(2000);
  expect((await read(disk, "read")).wasRead).toBe(true);
  // Only pages come back for more.
  const other = localDisk();
  await read(other, "read", { limit: Infinity });
  expect((await read(other, "read")).wasRead).toBe(true);
  for (const cacheBytes of [0, 100_000]) {
    const small = localDisk({ cacheBytes });
    await read(small, "read");
    expect((await read(small, "read")).wasRead).toBe(true);
  }
});

test("names that were read longest ago make room for others", async () => {
  const disk = localDisk({ cacheBytes: 300_000 });
  await read(disk, "third");
  await read(disk, "fourth");
  expect((await read(disk, "fourth")).wasRead).toBe(false);
  expect((await read(disk, "third")).wasRead).toBe(true);
});

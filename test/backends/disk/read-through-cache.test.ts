// The names of huge directories on a real disk: remembered as long as they are what is there, and never given for another directory.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi, type MockInstance } from "vitest";

import { DECODES_NAMES } from "../../../src/backends/disk/disk-path.ts";
import { readThroughCache, TRUSTED_TYPES } from "../../../src/backends/disk/read-location.ts";
import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { NamesCache } from "../../../src/backends/disk/names-cache.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import type { FileSystem } from "../../../src/core/file-system.ts";
import { listDir } from "../../../src/listing/list-dir.ts";
import { makeFolder } from "../../support/make-tree.ts";
import { makeManyFiles, numbered } from "../../support/many-files.ts";
import { commandFile } from "../../support/started-command.ts";
import { greeting, toLines } from "../../support/stdio-server.ts";
import { leaveOut, type Skip } from "../../support/needs.ts";

/** Longer than a directory must have been as it is. */
const SETTLED_MS = 2200;

const COUNT = 20_000;

/** A directory of many files that has not changed for a while. */
let settled: string;

/** Others, for tests that need their own. */
let others: string;

const LONG = "a name that is long enough to tell ";

beforeAll(async () => {
  settled = makeFolder();
  fs.mkdirSync(`${settled}/below`);
  makeManyFiles(settled, numbered(COUNT, "f"));
  others = makeFolder();
  const names = { short: numbered(1100, ""), long: numbered(1100, LONG), one: numbered(2000, "one-") };
  for (const [name, files] of Object.entries({ ...names, other: numbered(2000, "other-") })) {
    fs.mkdirSync(path.join(others, name));
    makeManyFiles(path.join(others, name), files);
  }
  await sleep(SETTLED_MS);
});

/** Other file systems are read each time: temporary folders are on an overlay in some containers. */
function needTrustedDisk(skip: Skip): void {
  if (process.platform !== "linux" || !TRUSTED_TYPES.has(fs.statfsSync(settled).type)) {
    leaveOut(skip, "trusted times");
  }
}

/** Deno reads a directory by a function of its own. */
function spyOnDeno(): MockInstance {
  return vi.spyOn((globalThis as unknown as { Deno: { readDir: () => unknown } }).Deno, "readDir");
}

/** How often a huge directory is opened to be read meanwhile. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  const opened = [vi.spyOn(fs.promises, "opendir"), ...(DECODES_NAMES ? [spyOnDeno()] : [])];
  try {
    await work();
    return opened.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    opened.forEach((spy) => spy.mockRestore());
  }
}

/** All pages of a directory, by number or by the last path. */
async function readPages(fileSystem: FileSystem, dirPath: string, order: "tree" | "breadth", more: object = {}) {
  const paths: string[] = [];
  for (let place: object | undefined = {}; place !== undefined;) {
    const page = await listDir({ fileSystem, dirPath, depth: 1, limit: 1000, order, ...place, ...more });
    paths.push(...page.entries.map((entry) => entry.path));
    const { next, nextOffset } = page;
    const byNumber = nextOffset === undefined ? undefined : { offset: nextOffset };
    place = next === undefined ? byNumber : { after: next };
  }
  return paths;
}

describe.each([
  ["without roots", () => ({})],
  ["within roots, held open", () => ({ roots: [settled] })],
])("a huge directory, %s", (_, toBounds) => {
  test.for(["tree", "breadth"] as const)("is read once for all of its pages, in order %s", async (order, { skip }) => {
    needTrustedDisk(skip);
    const fileSystem = localDisk();
    let paths: string[] = [];
    const reads = await countReads(async () => {
      paths = await readPages(fileSystem, settled, order, toBounds());
    });
    expect(paths).toEqual([...numbered(COUNT, "f"), "below"].sort());
    expect(reads).toBe(1);
  });

  test("is read for every page by a disk that remembers nothing", async () => {
    const fileSystem = localDisk({ cacheBytes: 0 });
    expect(await countReads(() => readPages(fileSystem, settled, "tree", toBounds()))).toBeGreaterThan(COUNT / 1000);
  });

  test("is judged anew each time: what is denied stays so", async () => {
    const fileSystem = localDisk();
    const read = (options: object) => listDir({ fileSystem, dirPath: settled, depth: 1, limit: COUNT * 2, ...options });
    expect((await read(toBounds())).entries).toHaveLength(COUNT + 1);
    const deny = ["f1*"];
    for (const order of ["tree", "breadth"] as const) {
      const { entries } = await read({ ...toBounds(), deny, order });
      expect(entries.filter(({ path: own }) => own.startsWith("f1"))).toEqual([]);
      expect(entries).toHaveLength(numbered(COUNT, "f").filter((name) => !name.startsWith("f1")).length + 1);
    }
    await expect(read({ roots: [path.join(settled, "below")] })).rejects.toThrow("outside the directories");
  });
});

describe("a directory of a thousand files", () => {
  test.for([
    ["short", 2],
    ["long", 1],
  ] as const)("is read once or twice: its size tells little if names are %s", async ([name, most], { skip }) => {
    needTrustedDisk(skip);
    const folder = path.join(others, name);
    const fileSystem = localDisk();
    const reads = vi.spyOn(fs, "readdirSync");
    try {
      for (let count = 0; count < 5; count += 1) {
        expect((await listDir({ fileSystem, dirPath: folder, depth: 1, limit: 2000 })).entries).toHaveLength(1100);
      }
      expect(reads.mock.calls.length).toBeLessThanOrEqual(most);
    } finally {
      reads.mockRestore();
    }
  });
});

test("a huge directory is listed where there is no /proc", ({ skip }) => {
  // The server: a command that lists once keeps no names.
  const call = { name: "list_dir", arguments: { dir_path: settled, depth: 1, limit: 1 } };
  const input = toLines([...greeting(), { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }]);
  const script = 'umount --lazy /proc && exec "$@"';
  const words = ["--mount", "sh", "-c", script, "sh", process.execPath, commandFile(), "mcp", settled];
  const { status, stdout } = spawnSync("unshare", words, { encoding: "utf8", input });
  if (status === null || spawnSync("unshare", ["--mount", "umount", "--lazy", "/proc"]).status !== 0) {
    leaveOut(skip, "mount namespaces");
  }
  expect(stdout).toContain("\\nbelow/\\n");
});

describe("a huge directory that changes", () => {
  test("is read again, whatever its path and its times say", async () => {
    const fileSystem = localDisk();
    const folder = others;
    const [one, other] = ["one", "other"].map((name) => path.join(folder, name)) as [string, string];
    const first = async (dirPath: string, options: object = {}) =>
      (await listDir({ fileSystem, dirPath, depth: 1, limit: 1, ...options })).entries.map((entry) => entry.path);
    await first(one);
    await first(other);
    // Another directory with the same name.
    fs.renameSync(one, `${folder}/aside`);
    fs.renameSync(other, one);
    expect(await first(one)).toEqual(["other-0"]);
    expect(await first(one, { roots: [folder] })).toEqual(["other-0"]);
    expect(await first(`${folder}/aside`)).toEqual(["one-0"]);
    // A restored backup: the times that it had before, set by hand.
    const { atime, mtime } = fs.statSync(one);
    fs.renameSync(`${one}/other-0`, `${one}/first-0`);
    fs.utimesSync(one, atime, mtime);
    expect(await first(one)).toEqual(["first-0"]);
    // A link to another directory.
    fs.renameSync(one, other);
    fs.symlinkSync("aside", one);
    expect(await first(one)).toEqual(["one-0"]);
  });

  test("gives no descriptor away, even if its reader leaves in the middle", async ({ skip }) => {
    if (process.platform !== "linux") {
      leaveOut(skip, "Linux");
    }
    const cache = new NamesCache(1024 * 1024);
    const before = fs.readdirSync("/proc/self/fd").length;
    for (let count = 0; count < 20; count += 1) {
      const found = { path: toByteString(settled), stats: fs.statSync(settled), followsLink: true };
      for await (const _ of readThroughCache(found, {}, cache)) {
        break;
      }
    }
    expect(fs.readdirSync("/proc/self/fd").length).toBe(before);
  });
});

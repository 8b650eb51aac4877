import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { BoundedPlace, ReadOptions } from "../../../src/core/file-system.ts";
import { inDepth } from "../../support/deep.ts";
import { describeFileSystem } from "../../support/file-system-suite.ts";
import { foldersOnFoldingDisk } from "../../support/folding-disk.ts";
import { makeEntries, makeTree, temporaryFolder } from "../../support/make-tree.ts";
import { makeManyFiles, numbered } from "../../support/many-files.ts";
import { mountOverlay } from "../../support/mount-overlay.ts";
import { mountWithoutKinds } from "../../support/mount-without-kinds.ts";
import { leaveOut } from "../../support/needs.ts";

describeFileSystem("local disk", (tree) => {
  const root = temporaryFolder();
  makeEntries(root, tree);
  return { root, fileSystem: localDisk() };
});

describe("a case-insensitive disk", () => {
  const makeFolder = foldersOnFoldingDisk();
  describeFileSystem("through another process", (tree, skip) => {
    const { root, source } = makeFolder(skip);
    makeEntries(source, tree);
    return { root, fileSystem: localDisk() };
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function batches(root: string): Promise<Entry[][]> {
  const result: Entry[][] = [];
  for await (const batch of localDisk().readDirectory(toByteString(root), "" as ByteString, {})) {
    result.push([...batch.entries]);
  }
  return result;
}

/** A directory whose own file is too large to be read in one go. */
function hugeDirectory(): { root: string; count: number } {
  const root = temporaryFolder();
  const count = 16_000;
  makeManyFiles(root, numbered(count, "a name of some length "));
  return { root, count };
}

function openDescriptors(): number {
  return fs.readdirSync("/proc/self/fd").length;
}

describe("local disk", () => {
  test("has read a small directory when asked for it, and no other", () => {
    const read = (root: string) => localDisk().readDirectory(toByteString(root), "" as ByteString, {});
    const { whole } = read(makeTree("a"));
    expect(whole).toEqual({ entries: [{ name: "a", kind: "file" }], isWhole: true });
    expect(read(hugeDirectory().root).whole).toBeUndefined();
  });

  test("knows what exists, links included, without an exception", () => {
    const folder = makeTree("a/", "a/b");
    fs.symlinkSync("nowhere", path.join(folder, "link"));
    const { mayExist } = localDisk();
    const names = ["a", "a/b", "link", "a/b/c", "c", "link/x"];
    expect(names.map((name) => mayExist?.(toByteString(path.join(folder, name))))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("asks for nothing that the directory read has already returned", async () => {
    const root = makeTree("a/", "b", "c@");
    const asked = [vi.spyOn(fs, "lstatSync"), vi.spyOn(fs, "statSync"), vi.spyOn(fs, "readdirSync")] as const;
    await batches(root);
    const locations = asked.flatMap((spy) => spy.mock.calls.map(([location]) => String(location)));
    expect(locations.filter((location) => location.startsWith(`${root}/`))).toEqual([]);
    expect(asked[2].mock.calls.map(([location]) => location)).toEqual([root]);
  });

  test("reads a huge directory in batches, and closes it", async () => {
    const { root, count } = hugeDirectory();
    const before = openDescriptors();
    const sizes = (await batches(root)).map((batch) => batch.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(count);
    expect(Math.max(...sizes)).toBeLessThan(count);
    expect(openDescriptors()).toBe(before);
  });

  test("closes a huge directory that the reader leaves in the middle", async () => {
    const { root } = hugeDirectory();
    const before = openDescriptors();
    for await (const batch of localDisk().readDirectory(toByteString(root), "" as ByteString, {})) {
      expect(batch.entries.length).toBeGreaterThan(0);
      break;
    }
    expect(openDescriptors()).toBe(before);
  });

  test("reads a merged directory of an overlay in batches, though its size is that of one layer", async ({ skip }) => {
    const count = inDepth(5000, 100_000);
    const overlay = mountOverlay(skip, count);
    const atAStroke = vi.spyOn(fs, "readdirSync");
    const sizes = (await batches(path.join(overlay, "merged"))).map((batch) => batch.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(count + 1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2048);
    expect(atAStroke).not.toHaveBeenCalled();
    // Other directories there are small if their size says so.
    expect(await batches(path.join(overlay, "lower"))).toEqual([[{ name: "a", kind: "file" }]]);
    expect(await batches(path.join(overlay, "upper"))).toEqual([[{ name: "b", kind: "file" }]]);
    expect(atAStroke).toHaveBeenCalledTimes(2);
  });

  test("while too many roots are held, lets others wait in order, until an abort or a timeout", async ({ skip }) => {
    if (process.platform !== "linux") {
      return leaveOut(skip, "Linux");
    }
    const root = toByteString(makeTree("a"));
    const disk = localDisk();
    const anywhere: BoundedPlace = { enter: () => anywhere, follow() {} };
    const unbounded = { bounds: { start: (given: ByteString) => given, top: anywhere }, pause: () => undefined };
    const open = (wait: Pick<ReadOptions, "signal" | "timeoutMs">) => disk.openRoot?.(root, { ...unbounded, ...wait });
    const held = await Promise.all(Array.from({ length: 128 }, () => open({})));
    const controller = new AbortController();
    const stopped = open({ signal: controller.signal });
    const late = open({ timeoutMs: 5 });
    const order: number[] = [];
    const patient = [1, 2].map(async (number) => {
      const opened = await open({ timeoutMs: Infinity, signal: new AbortController().signal });
      order.push(number);
      opened?.close();
    });
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    await expect(late).rejects.toMatchObject({ code: "ETIMEDOUT" });
    await expect(open({ signal: controller.signal })).rejects.toThrow("enough");
    expect(order).toEqual([]);
    held.pop()?.close();
    await Promise.all(patient);
    expect(order).toEqual([1, 2]);
    (await open({ timeoutMs: 1 }))?.close();
    held.forEach((opened) => opened?.close());
  });

  test("gives sizes of files and times in whole milliseconds, and nothing of what can't be looked at", async () => {
    const root = makeTree("dir/");
    fs.writeFileSync(`${root}/file`, "12345");
    fs.symlinkSync("file", `${root}/link`);
    ["file", "dir"].forEach((name) => fs.utimesSync(`${root}/${name}`, 1_700_000_000.1239, 1_700_000_000.1239));
    const names = ["file", "dir", "link", "gone", "x".repeat(300)] as ByteString[];
    const details = await localDisk().readDetails?.(toByteString(root), "" as ByteString, names, {});
    const modifiedMs = Math.floor(fs.lstatSync(`${root}/link`).mtimeMs);
    expect(details).toEqual([
      { size: 5, modifiedMs: 1_700_000_000_123 },
      { modifiedMs: 1_700_000_000_123 },
      { modifiedMs, target: "file" },
      undefined,
      undefined,
    ]);
  });

  test("gives the target of a link byte by byte", async () => {
    const root = makeTree();
    fs.symlinkSync(Buffer.from("no\xff\xfetext", "latin1"), `${root}/odd`);
    const names = ["odd" as ByteString];
    const details = await localDisk().readDetails?.(toByteString(root), "" as ByteString, names, {});
    expect(details?.[0]?.target).toBe("no\xff\xfetext");
  });

  test("reads directories whose size says nothing", async () => {
    const names = (await batches("/proc/self")).flat().map((entry) => entry.name);
    expect(names).toContain("status");
  });

  test("finds the kinds if the file system does not report them", async ({ skip }) => {
    const root = path.join(mountWithoutKinds(skip), "root");
    makeEntries(root, [
      { path: "café", kind: "dir" },
      { path: "file", kind: "file" },
      { path: "日本", kind: "symlink", target: "." },
      { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
    ]);
    const sorted = (await batches(root)).flat().sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(sorted).toEqual([
      { name: "b\xff", kind: "directory" },
      { name: toByteString("café"), kind: "directory" },
      { name: "file", kind: "file" },
      { name: toByteString("日本"), kind: "symlink" },
    ]);
  });
});

import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../../src/core/byte-string.ts";
import type { Entry } from "../../../../src/core/entry.ts";
import { asUnprivileged } from "../../../support/as-unprivileged.ts";
import { inOrder, mountTree, readAll, watchChildren } from "../../../support/remote-tree.ts";

const children = watchChildren();

function readLocally(root: string, below: string): Promise<Entry[]> {
  return readAll(localDisk().readDirectory(toByteString(root), below as ByteString, {}));
}

describe("a disk with mounts that may stop answering", () => {
  test("starts nothing before it is used", () => {
    const listeners = process.listenerCount("exit");
    expect(localDisk()).toBeDefined();
    expect(children()).toEqual([]);
    expect(process.listenerCount("exit")).toBe(listeners);
  });

  test("reads what the local disk reads, and follows no link below the root", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    for (const below of ["", "a", "a/deep/deeper", "b\xff", toByteString("日本")]) {
      expect(inOrder(await read(below))).toEqual(inOrder(await readLocally(mount.source, below)));
    }
    for (const [below, code] of [
      ["missing", "ENOENT"],
      ["missing/x", "ENOENT"],
      ["a-b", "ENOTDIR"],
      ["a-b/x", "ENOTDIR"],
      ["link", "ENOTDIR"],
      ["link/deep", "ENOTDIR"],
      ["a/../a", "ENOENT"],
      ["a//deep", "ENOENT"],
      ["n".repeat(300), "ENAMETOOLONG"],
    ]) {
      await expect(read(below)).rejects.toMatchObject({ code });
    }
    expect(children()).toHaveLength(1);
  });

  test("reaches the root through links", async ({ skip }) => {
    const { disk, point } = await mountTree(skip);
    const root = `${point}/link` as ByteString;
    expect(await readAll(disk.readDirectory(root, "deep" as ByteString, {}))).toEqual([
      { name: "deeper", kind: "directory" },
    ]);
    expect(await disk.realPath(`${point}/link/../b\xff` as ByteString, {})).toBe(`${point}/b\xff`);
    await expect(disk.realPath(`${point}/no` as ByteString, {})).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("passes through directories that may be entered but not read, and can't read those", async ({ skip }) => {
    const bound = await mountTree(skip, [{ path: "passage/open/x", kind: "file" }]);
    fs.chmodSync(path.join(bound.mount.source, "passage"), 0o111);
    await asUnprivileged(async () => {
      expect(await bound.read("passage/open")).toEqual([{ name: "x", kind: "file" }]);
      await expect(bound.read("passage")).rejects.toMatchObject({ code: "EACCES" });
    });
  });

  test("recognises directories, and reads small files and nothing else", async ({ skip }) => {
    const { mount, disk, point } = await mountTree(skip);
    // Before the first question about it, because a file system may remember the size.
    const content = Buffer.from([0, 10, 13, 34, 92, 127, 128, 255]);
    fs.writeFileSync(path.join(mount.source, "a-b"), content);
    const isDirectory = (below: string) => disk.isDirectory(point, below as ByteString, {});
    expect(await Promise.all(["", "a/deep", "b\xff"].map(isDirectory))).toEqual([true, true, true]);
    const others = ["link", "link/deep", "a-b", "a-b/x", "missing", ".."];
    expect(await Promise.all(others.map(isDirectory))).toEqual(others.map(() => false));

    const readFile = async (below: string, maxBytes = 8) =>
      disk.readFile(`${point}/${below}` as ByteString, { maxBytes });
    expect(await readFile("a-b")).toEqual(content);
    expect(await readFile("a/deep/deeper/file")).toHaveLength(0);
    expect(await readFile("a-b", 7)).toBeUndefined();
    for (const below of ["a", "link", "pipe", "missing", "a-b/x"]) {
      expect(await readFile(below)).toBeUndefined();
    }
  });

  test("reads all of a long directory, and stops reading one that nobody waits for", async ({ skip }) => {
    const count = 5000;
    const bound = await mountTree(
      skip,
      Array.from({ length: count }, (_, index) => ({ path: `name ${"x".repeat(200)} ${index}`, kind: "file" })),
    );
    const entries = await bound.read();
    expect(new Set(entries.map(({ name }) => name)).size).toBe(count);
    expect(entries).toHaveLength(count);

    const { stdout } = children()[0] as ChildProcess;
    const controller = new AbortController();
    let told = "";
    stdout?.on("data", (chunk: string) => {
      told += chunk;
      controller.abort();
    });
    await expect(bound.read("", { signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
    await expect(bound.read("missing")).rejects.toMatchObject({ code: "ENOENT" });
    // Not even to the end of the part that it was asked for.
    expect(told.split('"name ').length).toBeLessThan(2000);
  });

  test("has a child for each mount", async ({ skip }) => {
    const [one, two] = [await mountTree(skip), await mountTree(skip)];
    const reads = [one, two, one, two].map(({ point }) => readAll(one.disk.readDirectory(point, "" as ByteString, {})));
    expect((await Promise.all(reads)).map((entries) => entries.length)).toEqual([7, 7, 7, 7]);
    expect(children()).toHaveLength(2);
  });
});

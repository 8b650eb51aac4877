import fs from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { BoundedPlace, FileSystem, OpenRoot } from "../../../src/core/file-system.ts";
import { describeFileSystem } from "../../support/file-system-suite.ts";
import { mountFolder } from "../../support/remote-tree.ts";
import { makeEntries, makeTree, temporaryFolder } from "../../support/make-tree.ts";
import { makeManyFiles, numbered } from "../../support/many-files.ts";

const ANYWHERE: BoundedPlace = { enter: () => ANYWHERE, follow() {} };

async function holdAt(root: string, disk = localDisk()): Promise<OpenRoot> {
  const bounds = { start: (given: ByteString) => given, top: ANYWHERE };
  return (await disk.openRoot?.(toByteString(root), { bounds, pause: () => undefined })) as OpenRoot;
}

async function hold(root: string, disk?: FileSystem): Promise<OpenRoot> {
  const opened = await holdAt(root, disk);
  onTestFinished(() => opened.close());
  return opened;
}

async function names(opened: OpenRoot, directory: string): Promise<string[]> {
  const result: string[] = [];
  for await (const { entries } of opened.fileSystem.readDirectory("" as ByteString, directory as ByteString, {})) {
    result.push(...entries.map(({ name }) => name));
  }
  return result.sort();
}

function openDescriptors(): number {
  return fs.readdirSync("/proc/self/fd").length;
}

describeFileSystem("a held tree", async (tree) => {
  const root = temporaryFolder();
  makeEntries(root, tree);
  return { root, fileSystem: (await hold(root)).fileSystem };
});

describe("a held tree", () => {
  test("is what was opened, whatever is at its path by now", async () => {
    const folder = makeTree("a/", "a/inside", "b/", "b/outside");
    const opened = await hold(path.join(folder, "a"));
    fs.renameSync(path.join(folder, "a"), path.join(folder, "moved"));
    fs.symlinkSync("b", path.join(folder, "a"));
    expect(await names(opened, "")).toEqual(["inside"]);
  });

  test("reads of large directories that were begun together each read their own", async () => {
    const folder = temporaryFolder();
    for (const name of ["a", "b"]) {
      fs.mkdirSync(path.join(folder, name));
      makeManyFiles(path.join(folder, name), numbered(1500, `${name}${"x".repeat(60)}`));
    }
    const opened = await hold(folder);
    const reads = ["a", "b"].map((name) =>
      opened.fileSystem.readDirectory("" as ByteString, name as ByteString, { keepsNames: true }),
    );
    for (const [index, read] of reads.entries()) {
      const found: string[] = [];
      for await (const { entries } of read) {
        found.push(...entries.map(({ name }) => name.slice(0, 1)));
      }
      expect([found.length, ...new Set(found)]).toEqual([1500, "ab"[index]]);
    }
  });

  test("does not enter a link, nor anything through one", async () => {
    const folder = makeTree("root/", "root/a/", "root/a/x", "outside/", "outside/secret");
    fs.symlinkSync("../outside", path.join(folder, "root/link"));
    const opened = await hold(path.join(folder, "root"));
    await expect(names(opened, "link")).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(names(opened, "a/../link")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(names(opened, "..")).rejects.toMatchObject({ code: "ENOENT" });
    expect(await names(opened, "a")).toEqual(["x"]);
  });

  test("reads a file without following a link, and asks about its path before it reads it", async () => {
    const root = makeTree("a/", "b/");
    fs.writeFileSync(path.join(root, "a/rules"), "a");
    fs.writeFileSync(path.join(root, "b/rules"), "b");
    const { fileSystem } = await hold(root);
    const asked: string[] = [];
    const read = async (file: string, isAllowed: boolean) => {
      const mayRead = (realPath: ByteString) => asked.push(path.relative(root, realPath)) > 0 && isAllowed;
      const bytes = await fileSystem.readFile?.(toByteString(path.join(root, file)), { maxBytes: 10, mayRead });
      return bytes && Buffer.from(bytes).toString();
    };
    expect(await read("a/rules", true)).toBe("a");
    expect(await read("a/rules", false)).toBeUndefined();
    expect(await read("a/missing", true)).toBeUndefined();
    expect(asked).toEqual(["a/rules", "a/rules", "a/missing"]);
    fs.renameSync(path.join(root, "a"), path.join(root, "moved"));
    fs.symlinkSync("b", path.join(root, "a"));
    fs.symlinkSync("rules", path.join(root, "b/link"));
    expect(await read("moved/rules", true)).toBe("a");
    expect(await read("a/rules", true)).toBeUndefined();
    expect(await read("b/link", true)).toBeUndefined();
  });

  test("opens an unchanged file above the root once, asks about it each time, and not if a link is on its path by now", async () => {
    const folder = makeTree("top/", "top/place/", "top/.git/");
    fs.writeFileSync(path.join(folder, "top/.git/rules"), "rules");
    const shared = localDisk();
    // Each time by another listing, as the next call would.
    const read = async (isAllowed = true) => {
      const opened = await holdAt(path.join(folder, "top/place"), shared);
      const asked: string[] = [];
      const mayRead = (realPath: ByteString) => asked.push(path.relative(folder, realPath)) > 0 && isAllowed;
      const location = toByteString(path.join(folder, "top/.git/rules"));
      const bytes = await opened.fileSystem.readFile?.(location, { maxBytes: 10, mayRead });
      opened.close();
      return [bytes && Buffer.from(bytes).toString(), ...asked];
    };
    // As if it had been there for a while.
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await read()).toEqual(["rules", "top/.git/rules"]);
    const opens = vi.spyOn(fs, "readlinkSync");
    onTestFinished(() => opens.mockRestore());
    expect(await read()).toEqual(["rules", "top/.git/rules"]);
    expect(await read(false)).toEqual([undefined, "top/.git/rules"]);
    expect(opens).not.toHaveBeenCalled();
    fs.renameSync(path.join(folder, "top/.git"), path.join(folder, "moved"));
    fs.symlinkSync("../moved", path.join(folder, "top/.git"));
    expect(await read()).toEqual(["rules", "moved/rules"]);
    fs.writeFileSync(path.join(folder, "moved/rules"), "changed");
    expect(await read()).toEqual(["changed", "moved/rules"]);
  });

  test("knows the real path of a directory without links from its names", async () => {
    const folder = makeTree("top/", "top/place/", "home/");
    fs.symlinkSync("home", path.join(folder, "link"));
    const { fileSystem } = await hold(path.join(folder, "top/place"));
    const realPath = async (name: string) => fileSystem.realPath?.(toByteString(path.join(folder, name)), {});
    const real = fs.realpathSync(folder);
    expect([await realPath("home"), await realPath("link")]).toEqual([`${real}/home`, `${real}/home`]);
    await expect(realPath("missing")).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("looks once for a file in each directory above it, on a machine with a mount that may stop answering, too", async ({
    skip,
  }) => {
    const mount = await mountFolder(skip, temporaryFolder(), makeTree("top/", "top/mount/") + "/top/mount");
    const place = path.join(mount.point, "../a/b/c/d/e");
    fs.mkdirSync(place, { recursive: true });
    const { fileSystem } = await hold(place);
    const looks = vi.spyOn(fs, "lstatSync");
    onTestFinished(() => looks.mockRestore());
    const mayExist = (from: string) => fileSystem.mayExist?.(toByteString(path.join(place, from, ".git")));
    expect(["..", "../..", "../../..", "../../../.."].map(mayExist)).toEqual([false, false, false, false]);
    expect(looks).toHaveBeenCalledTimes(4);
    expect([mayExist("../../../../../mount"), mayExist("../../../../../mount/x")]).toEqual([true, true]);
  });

  test("goes as deep as there are directories, with a bounded number of descriptors", async () => {
    const root = temporaryFolder();
    const depth = 150;
    const deep = Array.from({ length: depth }, (_, index) => `d${index}`);
    fs.mkdirSync(path.join(root, ...deep), { recursive: true });
    const before = openDescriptors();
    const opened = await holdAt(root);
    for (const length of [0, 10, depth - 1, 70, 64, 65, 66, 3, depth - 1]) {
      expect(await names(opened, deep.slice(0, length).join("/"))).toEqual([`d${length}`]);
      expect(openDescriptors() - before).toBeLessThanOrEqual(66);
    }
    await expect(names(opened, [...deep.slice(0, 100), "missing", "x"].join("/"))).rejects.toMatchObject({
      code: "ENOENT",
    });
    opened.close();
    expect(openDescriptors()).toBe(before);
  });
});

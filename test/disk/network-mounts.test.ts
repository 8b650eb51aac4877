// Mounts that stop answering: what is on them times out, and everything else goes on. bindfs stands in for a network.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { findRootProblem } from "../../src/disk/find-root-problem.ts";
import { parseMountInfo } from "../../src/disk/local-disk.ts";
import { type BindfsMount, mountFolder } from "../support/bindfs-mount.ts";
import { buildDisk } from "../support/built-disk.ts";
import { describeFileSystem } from "../support/file-system-suite.ts";
import { readPlainEntries } from "../support/read-entries.ts";
import { makeEntries, makeFolder, makeTree } from "../support/make-tree.ts";
import type { Skip } from "../support/needs.ts";

let built: Awaited<ReturnType<typeof buildDisk>>;

beforeAll(async () => {
  built = await buildDisk();
});

/** A tree with a mount in it, and the disk that reads it. */
async function mountTree(skip: Skip): Promise<{ root: string; mount: BindfsMount; disk: FileSystem }> {
  const root = makeTree("dead-end/", "dead-end/x", "dead/", "z");
  const mount = await mountFolder(skip, makeTree("inside/", "inside/file"), `${root}/dead`);
  fs.symlinkSync("dead/inside", `${root}/link`);
  return { root, mount, disk: built.localDisk() };
}

/** The processes that read mounts for the disk of this file. */
function readers(): number[] {
  const program = path.join(path.dirname(built.file), "mount-reader.cjs");
  const pids = fs.readdirSync("/proc").map(Number).filter(Boolean);
  return pids.filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program);
    } catch {
      return false;
    }
  });
}

describeFileSystem("a network mount", async (tree, skip) => {
  const source = makeFolder();
  makeEntries(source, tree);
  const { point } = await mountFolder(skip, source);
  return { root: point, fileSystem: built.localDisk() };
});

describe("a network mount", () => {
  test("is read by another process, as the disk reads what is mounted", async ({ skip }) => {
    const { root, mount, disk } = await mountTree(skip);
    const before = readers().length;
    expect(await readPlainEntries(disk, `${root}/dead-end`)).toHaveLength(1);
    expect(readers()).toHaveLength(before);
    expect(await readPlainEntries(disk, `${root}/dead/inside`)).toEqual([{ name: "file", kind: "file" }]);
    expect(readers()).toHaveLength(before + 1);
    expect(await disk.realPath?.(`${root}/link/file`, {})).toBe(`${mount.point}/inside/file`);
    const read = async (file: string, refusesLinks: boolean) =>
      (await disk.readFile?.(`${root}/${file}`, { maxBytes: 5, refusesLinks }))?.length;
    expect(await read("dead/inside/file", true)).toBe(0);
    expect(await read("link/file", false)).toBe(0);
    expect(await read("link/file", true)).toBeUndefined();
    expect(
      await disk.readDetails?.(
        root,
        [
          { name: "dead", kind: "directory" },
          { name: "z", kind: "file" },
        ],
        {},
      ),
    ).toEqual([undefined, expect.objectContaining({ size: 0 })]);
    expect(readers()).toHaveLength(before + 1);
  });

  test("is read directly if the child's program is missing", async ({ skip }) => {
    const { mount } = await mountTree(skip);
    const alone = await buildDisk(false);
    const before = readers().length;
    expect(await readPlainEntries(alone.localDisk(), mount.point)).toHaveLength(1);
    expect(readers()).toHaveLength(before);
  });
});

test.each([
  ["nfs4", true],
  ["cifs", true],
  ["ceph", true],
  ["autofs", true],
  ["fuse", true],
  ["fuse.sshfs", true],
  ["fuse.anything", true],
  ["fuse.grpcfuse", false],
  ["fuseblk", false],
  ["9p", false],
  ["virtiofs", false],
  ["ext4", false],
])("a mount of type %s is a network mount: %s", (type, isNetwork) => {
  const line = `98 29 0:52 / /mnt/a\\040b rw,relatime shared:1 - ${type} server:/x rw,addr=- 1`;
  expect(parseMountInfo(`${line}\n`)).toEqual(isNetwork ? ["/mnt/a b"] : []);
});

test("the innermost mount counts, and never the one that our program runs from", () => {
  const lines = ["/", "/home", "/home/me/x", "/home/me"].map((point) => `1 2 0:1 / ${point} rw - nfs x rw`);
  expect(parseMountInfo(lines.join("\n"))).toEqual(["/home/me/x", "/home/me", "/home"]);
  expect(parseMountInfo("")).toEqual([]);
});

test("where there is no /proc, a root is as it is", () => {
  const root = makeTree("file");
  const { readFileSync } = fs;
  const reading = vi.spyOn(fs, "readFileSync").mockImplementation((file, of) => {
    return readFileSync(String(file).replace(/^\/proc\//, "/no-proc/"), of);
  });
  onTestFinished(() => reading.mockRestore());
  expect(findRootProblem(root)).toBeUndefined();
  expect(findRootProblem(`${root}/missing`)).toBe("does not exist");
});

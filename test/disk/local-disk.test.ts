// What the disk reads, and in which portions. Nothing stays open, whatever happens.
import fs from "node:fs";
import path from "node:path";
import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test, vi, onTestFinished } from "vitest";
import type { FileSystem } from "../../src/core/file-system.ts";
import { DiskReader } from "../../src/disk/disk-reader.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { makeChain } from "../support/chain-of-directories.ts";
import { describeFileSystem } from "../support/file-system-suite.ts";
import { readPlainEntries } from "../support/read-entries.ts";
import { makeEntries, makeFolder, makeTree, temporaryFolder, type TreeEntry } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
import { countDescriptors } from "../support/process-state.ts";
import { leaveOut, type Skip } from "../support/needs.ts";

/** Mounts something at a folder, until the test ends. */
function mount(skip: Skip, need: "loop mounts" | "overlayfs", words: readonly string[], point: string): string {
  try {
    execFileSync("mount", [...words, point], { stdio: "ignore" });
  } catch {
    return leaveOut(skip, need);
  }
  onTestFinished(() => void execFileSync("umount", [point]));
  return point;
}

/** An ext4 that does not keep the kinds of entries in directories. */
function mountWithoutKinds(skip: Skip): string {
  const image = path.join(makeFolder(), "image");
  fs.writeFileSync(image, "");
  fs.truncateSync(image, 16 * 1024 * 1024);
  spawnSync("mkfs.ext4", ["-q", "-O", "^filetype", image]);
  return mount(skip, "loop mounts", ["-o", "loop", image], makeFolder());
}

/** Two folders as one. */
function mountOverlay(skip: Skip, lower: string, upper: string): string {
  // Neither folder may be on an overlay itself.
  const [work, merged] = [`${upper}-work`, `${upper}-merged`];
  [work, merged].forEach((folder) => fs.mkdirSync(folder));
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  return mount(skip, "overlayfs", ["-t", "overlay", "overlay", "-o", options], merged);
}

const REACHES: readonly (readonly [string, () => ReturnType<typeof localDisk>])[] = [
  ["by descriptors", () => localDisk()],
  ["where there is no /proc", withoutProc],
];

/** A disk that checks paths before and after each read. */
function withoutProc(): ReturnType<typeof localDisk> {
  const exists = vi.spyOn(fs, "existsSync").mockReturnValue(false);
  try {
    return localDisk();
  } finally {
    exists.mockRestore();
  }
}

/** The trees that no test changes are made once. */
const roots = new Map<readonly TreeEntry[], string>();

function rootOf(tree: readonly TreeEntry[]): string {
  const known = roots.get(tree);
  if (known !== undefined) {
    return known;
  }
  const root = makeFolder();
  makeEntries(root, tree);
  roots.set(tree, root);
  return root;
}

for (const [name, makeDisk] of REACHES) {
  describeFileSystem(`local disk ${name}`, (tree) => ({ root: rootOf(tree), fileSystem: makeDisk() }));
}

/** How many entries a directory has that is read in three batches. */
const COUNT = 10_000;

let huge: string | undefined;

/** A directory whose own file is too large to be read in one go, with a link to itself in it. It is made once. */
function hugeDirectory(): string {
  if (huge === undefined) {
    huge = makeFolder();
    makeManyFiles(huge, numbered(COUNT - 1, "a name of some length "));
    fs.symlinkSync(huge, `${huge}/link`);
  }
  return huge;
}

type Read = (disk: FileSystem, directory: string) => Promise<unknown>;

const READS: Readonly<Record<string, Read>> = {
  entries: readPlainEntries,
  batches: readPlainEntries,
  details: async (disk, directory) => disk.readDetails?.(directory, [{ name: "small", kind: "file" }], {}),
  bytes: async (disk, directory) =>
    (await disk.readFile?.(`${directory}/small`, { maxBytes: 9, refusesLinks: true })) ??
    readPlainEntries(disk, directory),
};

test.each(Object.entries(READS))("where there is no /proc, a swap for a link leaves no %s", async (what, read) => {
  const folder = makeTree("in/above/dir/small", "out/dir/small");
  const [disk, directory] = [withoutProc(), `${folder}/in/above/dir`];
  if (what === "batches") {
    makeManyFiles(directory, numbered(2000, "a name of some length "));
    makeManyFiles(`${folder}/out/dir`, numbered(2000, "a name of some length "));
  }
  expect(await read(disk, directory)).toBeDefined();
  // It is looked at before it is read, and one that is read in batches was looked at once before.
  let looks = what === "batches" ? 2 : 1;
  const { lstatSync } = fs;
  const look = vi.spyOn(fs, "lstatSync").mockImplementation(((file: string, options?: object) => {
    looks -= file === directory ? 1 : 0;
    if (file === directory && looks === 0) {
      fs.renameSync(`${folder}/in/above`, `${folder}/moved`);
      fs.symlinkSync(`${folder}/out`, `${folder}/in/above`);
    }
    return lstatSync(file, options);
  }) as never);
  onTestFinished(() => look.mockRestore());
  await expect(read(disk, directory)).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(fs.existsSync(`${folder}/moved`)).toBe(true);
});

test("where there is no /proc, a path is looked at on a disk that the system reports under another name", () => {
  const folder = makeTree("a/b/");
  // As for a drive that is made with `subst` on Windows.
  const native = vi.spyOn(fs.realpathSync, "native").mockImplementation((location) => `/elsewhere${String(location)}`);
  const exists = vi.spyOn(fs, "existsSync").mockReturnValue(false);
  onTestFinished(() => [native, exists].forEach((each) => each.mockRestore()));
  // Not by `localDisk`: it looks closer while another test has a network mount.
  expect(new DiskReader(0, () => false).inspectPath(`${folder}/a/b`)).toEqual({ kind: "directory" });
});

describe.each(REACHES)("local disk %s", (_, makeDisk) => {
  test("reads a small directory at once, and a huge one in batches", async () => {
    const disk = makeDisk();
    expect(disk.readDirectory(makeTree("a"), {})).toEqual({
      isSorted: false,
      batches: [[{ name: "a", kind: "file" }]],
    });
    const sizes: number[] = [];
    for await (const batch of (await disk.readDirectory(hugeDirectory(), {})).batches) {
      sizes.push(batch.length);
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(COUNT);
    expect(Math.max(...sizes)).toBeLessThan(COUNT / 2);
  });

  test("leaves nothing open after reads, failures, aborts and readers that leave or never start", async () => {
    const disk = makeDisk();
    const root = hugeDirectory();
    const reading = new AbortController();
    const before = countDescriptors(process.pid);
    for (let round = 0; round < 20; round += 1) {
      await readPlainEntries(disk, path.dirname(root));
      for (const missing of ["x", "link", "link/x", "a name of some length 1"]) {
        await expect(readPlainEntries(disk, `${root}/${missing}`)).rejects.toThrow(/^ENO/);
        await expect(disk.readDetails?.(`${root}/${missing}`, [], {})).rejects.toThrow(/^ENO/);
        await disk.readFile?.(`${root}/${missing}/y`, { maxBytes: 1, refusesLinks: true });
      }
      await disk.readDirectory(root, {});
      for await (const batch of (await disk.readDirectory(root, {})).batches) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    }
    const aborted = (async () => {
      for await (const batch of (await disk.readDirectory(root, { signal: reading.signal })).batches) {
        reading.abort(new Error(`after ${batch.length}`));
      }
    })();
    await expect(aborted).rejects.toThrow(/^after /);
    expect(countDescriptors(process.pid)).toBe(before);
  });

  test("leaves nothing open where a link leads to a path that is too long", async () => {
    const disk = makeDisk();
    const folder = makeFolder();
    const name = "n".repeat(250);
    const nine = `${name}/`.repeat(9);
    makeChain(folder, name, 19);
    fs.symlinkSync(nine, `${folder}/half`);
    fs.symlinkSync(`half/${nine}`, `${folder}/link`);
    const before = countDescriptors(process.pid);
    await expect(readPlainEntries(disk, `${folder}/link/${name}`)).rejects.toThrow(/^E/);
    expect(countDescriptors(process.pid)).toBe(before);
  });

  test("follows no link below a root, wherever it is in the path", async () => {
    const root = makeTree("out/", "out/secret/", "out/secret/x", "in/");
    fs.symlinkSync("../out", `${root}/in/link`);
    const disk = makeDisk();
    for (const isConfined of [true, false]) {
      await expect(readPlainEntries(disk, `${root}/in/link`, { isConfined })).rejects.toMatchObject({
        code: "ENOTDIR",
      });
    }
    await expect(readPlainEntries(disk, `${root}/in/link/secret`)).rejects.toMatchObject({ code: "ENOTDIR" });
    const entry = { name: "x", kind: "file" } as const;
    await expect(disk.readDetails?.(`${root}/in/link/secret`, [entry], {})).rejects.toMatchObject({ code: "ENOTDIR" });
    const read = (refusesLinks: boolean) => disk.readFile?.(`${root}/in/link/secret/x`, { maxBytes: 10, refusesLinks });
    expect(await read(true)).toBeUndefined();
    expect(await read(false)).toHaveLength(0);
  });

  test.skipIf(process.platform === "win32")("reads no file that is swapped for a link after a look at it", async () => {
    const folder = makeTree("in/rules", "secret");
    const { openSync } = fs;
    const open = vi.spyOn(fs, "openSync").mockImplementation((file, flags) => {
      if (path.basename(String(file)) === "rules") {
        fs.rmSync(`${folder}/in/rules`);
        fs.symlinkSync("../secret", `${folder}/in/rules`);
      }
      return openSync(file, flags);
    });
    onTestFinished(() => open.mockRestore());
    const read = makeDisk().readFile?.(`${folder}/in/rules`, { maxBytes: 10, refusesLinks: true });
    expect(await read).toBeUndefined();
    expect(fs.readlinkSync(`${folder}/in/rules`)).toBe("../secret");
  });

  test("returns sizes, and whole milliseconds, and nothing for entries that can't be inspected", async () => {
    const root = makeTree("dir/");
    fs.writeFileSync(`${root}/file`, "12345");
    fs.symlinkSync("file", `${root}/link`);
    ["file", "dir"].forEach((name) => fs.utimesSync(`${root}/${name}`, 1_700_000_000.1239, 1_700_000_000.1239));
    const names = ["file", "dir", "link", "gone", "x".repeat(300)];
    const entries = names.map((name) => ({ name, kind: "unknown" as const }));
    for (const isConfined of [true, false]) {
      expect(await makeDisk().readDetails?.(root, entries, { isConfined })).toEqual([
        { size: 5, modifiedMs: 1_700_000_000_123 },
        { modifiedMs: 1_700_000_000_123 },
        { modifiedMs: Math.floor(fs.lstatSync(`${root}/link`).mtimeMs) },
        undefined,
        undefined,
      ]);
    }
  });
});

test.each([0, 3000])(
  "a name may contain U+FFFD itself, beside others that are not UTF-8 and %i that are",
  async (count) => {
    const root = temporaryFolder();
    makeManyFiles(root, numbered(count, "a name of some length "));
    const odd = [0xff, 0xfe].map((byte) => ({ path_b64: Buffer.from([0x61, byte]).toString("base64") }));
    makeEntries(root, [{ path: "a\ufffd", kind: "dir" }, ...odd.map((entry) => ({ ...entry, kind: "dir" as const }))]);
    fs.writeFileSync(`${root}/a\ufffd/inside`, "");
    const entries = (await readPlainEntries(localDisk(), root)).filter(({ kind }) => kind === "directory");
    expect(entries.map(({ bytes }) => bytes && Buffer.from(bytes).toString("latin1")).sort()).toEqual([
      "a\xfe",
      "a\xff",
      undefined,
    ]);
    expect(await readPlainEntries(localDisk(), `${root}/a\ufffd`)).toHaveLength(1);
    fs.rmSync(`${root}/a\ufffd`, { recursive: true });
    await expect(readPlainEntries(localDisk(), `${root}/a\ufffd`)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test("finds the kinds if the file system does not report them", async ({ skip }) => {
  const root = path.join(mountWithoutKinds(skip), "root");
  makeEntries(root, [
    { path: "café", kind: "dir" },
    { path: "file", kind: "file" },
    { path: "日本", kind: "symlink", target: "." },
    { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
  ]);
  const sorted = (await readPlainEntries(localDisk(), root)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(sorted).toEqual([
    { name: "b\ufffd", kind: "directory", bytes: Buffer.from([0x62, 0xff]) },
    { name: "café", kind: "directory" },
    { name: "file", kind: "file" },
    { name: "日本", kind: "symlink" },
  ]);
  numbered(3000, "a name of some length ").forEach((name) => fs.writeFileSync(`${root}/${name}`, ""));
  const kinds = (await readPlainEntries(localDisk(), root)).map((entry) => entry.kind);
  expect(kinds.filter((kind) => kind === "file")).toHaveLength(3001);
  expect(kinds).toHaveLength(3004);
});

test("a huge directory that says that it is small, as in a container, is read in batches", async ({ skip }) => {
  const folder = makeTree("lower/many/", "lower/few/a", "upper/many/", "upper/few/b");
  makeManyFiles(`${folder}/lower/many`, numbered(9000, "name "));
  const merged = mountOverlay(skip, `${folder}/lower`, `${folder}/upper`);
  expect(fs.statSync(`${merged}/many`).size).toBeLessThan(10_000);
  const batches = async (name: string) => {
    const read = await localDisk().readDirectory(`${merged}/${name}`, {});
    const sizes: number[] = [];
    for await (const batch of read.batches) {
      sizes.push(batch.length);
    }
    return { isAtOnce: Array.isArray(read.batches), sizes };
  };
  const many = await batches("many");
  expect(many.isAtOnce).toBe(false);
  expect(Math.max(...many.sizes)).toBeLessThan(5000);
  expect(many.sizes.reduce((sum, size) => sum + size)).toBe(9000);
  expect(await batches("few")).toEqual({ isAtOnce: true, sizes: [2] });
});

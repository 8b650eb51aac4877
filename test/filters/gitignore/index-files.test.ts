// Git's index by example: where it is found, what its kinds of entries mean, what is remembered, and indexes that are broken on purpose.
import fs from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import type { FileSystem } from "../../../src/core/file-system.ts";
import { callListDir } from "../../support/call-tool.ts";
import { inDepth } from "../../support/deep.ts";
import { commit, git } from "../../support/git.ts";
import { listByGitignore } from "../../support/list-by-gitignore.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

/** A repository in which `data/kept` and `.env` are tracked, and a rule matches them. */
function makeRepository(...options: readonly string[]): string {
  const folder = makeFiles(temporaryFolder(), {
    ".gitignore": "data/\n.env\n",
    ".env": "",
    "data/kept": "",
    "data/other": "",
    "data/.gitignore": "!other\n",
    "data/sub/x": "",
    "src/data/x": "",
  });
  git(folder, ["init", "--quiet", ...options]);
  git(folder, ["add", "--force", ".env", "data/kept"]);
  return folder;
}

const TRACKED = [".env", ".gitignore", "data/", "data/kept", "src/"];
const UNTRACKED = [".gitignore", "src/"];

describe("what is tracked", () => {
  test("is shown, and what is around it is marked", async () => {
    const folder = makeRepository();
    expect(await listByGitignore(folder, { mode: "collapse" })).toEqual([
      ".env",
      ".git/ [ignored]",
      ".gitignore",
      "data/",
      "data/.gitignore [ignored]",
      "data/kept",
      "data/other [ignored]",
      "data/sub/ [ignored]",
      "src/",
      "src/data/ [ignored]",
    ]);
    expect(await listByGitignore(folder)).toEqual(TRACKED);
  });

  test("is shown by a search, too", async () => {
    const folder = makeRepository();
    const found = await callListDir({ dir_path: folder, include: ["kept", "other", "x"] });
    expect(found.split("\n").slice(1)).toEqual([
      "data/",
      "  kept",
      "  other [ignored]",
      "[nothing matches x]",
      "[ignored directories were not searched]",
    ]);
  });

  test("counts in a listing that starts in an ignored directory, if there is any in it", async () => {
    const folder = makeRepository();
    expect(await listByGitignore(`${folder}/data`)).toEqual(["kept"]);
    expect(await listByGitignore(`${folder}/data/sub`)).toEqual(["x"]);
  });

  test("is known in a huge directory, and after a cursor", async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, number) => [`data/n${number}`, ""]));
    const folder = makeFiles(makeRepository(), many);
    expect(await listByGitignore(folder)).toEqual(TRACKED);
    const page = await callListDir({ dir_path: folder, after: "data/", limit: 1, gitignore: "omit" });
    expect(page).toContain("kept");
  });

  test("is what an unmerged path is", async () => {
    const folder = makeRepository();
    const hash = git(folder, ["hash-object", "-w", ".env"]).trim();
    const stages = [1, 2, 3].map((stage) => `100644 ${hash} ${stage}\tdata/other\n`).join("");
    git(folder, ["update-index", "--index-info"], { input: stages });
    expect(await listByGitignore(`${folder}/data`)).toEqual(["kept", "other"]);
  });

  test("is a submodule, which has rules of its own", async () => {
    const folder = makeRepository();
    const inner = makeFiles(`${folder}/data/inner`, { ".git/": "", ".gitignore": "a\n", a: "", b: "" });
    git(inner, ["add", ".gitignore"]);
    commit(inner);
    expect(await listByGitignore(`${folder}/data`)).toEqual(["kept"]);
    git(folder, ["add", "--force", "data/inner"]);
    expect(await listByGitignore(`${folder}/data`)).toEqual(["inner/", "inner/.gitignore", "inner/b", "kept"]);
  });

  test("is a directory that a sparse index holds as one entry, but nothing in it", async () => {
    const folder = makeRepository();
    commit(folder);
    git(folder, ["sparse-checkout", "set", "--cone", "--sparse-index", "src"]);
    expect(git(folder, ["ls-files", "--sparse"])).toContain("data/\n");
    makeFiles(folder, { "data/other": "" });
    const lines = await listByGitignore(folder, { mode: "collapse" });
    expect(lines.filter((line) => line.startsWith("data/"))).toEqual(["data/", "data/other [ignored]"]);
  });
});

describe("the index of a linked worktree", () => {
  function makeWorktree(): { folder: string; main: string; worktree: string } {
    const folder = temporaryFolder();
    const main = `${folder}/main`;
    fs.cpSync(makeRepository(), main, { recursive: true });
    commit(main);
    git(main, ["worktree", "add", "--quiet", "../tree"]);
    makeFiles(`${folder}/tree`, { "data/other": "" });
    return { folder, main, worktree: `${folder}/tree` };
  }

  test("is read where its file `.git` says", async () => {
    const { worktree } = makeWorktree();
    fs.writeFileSync(`${worktree}/.gitignore`, "data/\n.env\n");
    expect(await listByGitignore(worktree)).toEqual([".env", ".gitignore", "data/", "data/kept"]);
  });

  test("is not read outside the roots, since only the tree names it", async () => {
    const { folder, worktree } = makeWorktree();
    fs.writeFileSync(`${worktree}/.gitignore`, "data/\n.env\n");
    const list = (roots: readonly string[]) => callListDir({ dir_path: worktree, gitignore: "omit" }, { roots });
    expect(await list([folder])).toContain("kept");
    expect(await list([worktree])).toBe(`Absolute path: ${worktree}\n.gitignore`);
  });
});

test("the index above a root is read, but not through a link, and not if it is denied", async () => {
  const folder = makeRepository();
  const list = (deny: readonly string[] = []) =>
    callListDir({ dir_path: `${folder}/data`, gitignore: "omit" }, { roots: [`${folder}/data`], deny });
  const withoutIndex = `Absolute path: ${folder}/data\n.gitignore\nkept\nother\nsub/\n  x`;
  expect(await list()).toBe(`Absolute path: ${folder}/data\nkept`);
  expect(await list([`${folder}/.git/index`])).toBe(withoutIndex);
  fs.renameSync(`${folder}/.git/index`, `${folder}/.git/moved`);
  fs.symlinkSync("moved", `${folder}/.git/index`);
  expect(await list()).toBe(withoutIndex);
});

/** Counts how often a part of an index is read. */
function counting(): { fileSystem: FileSystem; reads: () => number } {
  const disk = localDisk();
  let count = 0;
  const findFile: FileSystem["findFile"] = (path, options) => {
    const found = disk.findFile?.(path, options);
    if (found === undefined || found instanceof Promise) {
      return found;
    }
    const read: typeof found.read = (start, length) => {
      count += 1;
      return found.read(start, length);
    };
    return { ...found, read };
  };
  const reads = () => {
    const counted = count;
    count = 0;
    return counted;
  };
  return { fileSystem: { ...disk, findFile }, reads };
}

describe("what an index says", () => {
  function settle(): void {
    // As if the files had been there for a while: only then are they remembered.
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test.each([false, true])("is remembered until it changes, also if it is split: %s", async (isSplit) => {
    const folder = makeRepository();
    if (isSplit) {
      git(folder, ["config", "splitIndex.maxPercentChange", "100"]);
      git(folder, ["update-index", "--split-index"]);
    }
    settle();
    const { fileSystem, reads } = counting();
    expect(await listByGitignore(folder, { fileSystem })).toEqual(TRACKED);
    expect(reads()).toBeGreaterThan(0);
    expect(await listByGitignore(folder, { fileSystem })).toEqual(TRACKED);
    expect(reads()).toBe(0);
    git(folder, ["rm", "--quiet", "--cached", ".env", "data/kept"]);
    expect(await listByGitignore(folder, { fileSystem })).toEqual(UNTRACKED);
    git(folder, ["add", "--force", "data/other"]);
    expect(await listByGitignore(`${folder}/data`, { fileSystem })).toEqual(["other"]);
  });

  test("is not asked for where no rule matches anything", async () => {
    const folder = makeRepository();
    const { fileSystem, reads } = counting();
    fs.rmSync(`${folder}/src/data`, { recursive: true });
    makeFiles(folder, { "src/a.ts": "", "src/core/b.ts": "" });
    expect(await listByGitignore(`${folder}/src`, { fileSystem })).toEqual(["a.ts", "core/", "core/b.ts"]);
    expect(reads()).toBe(0);
  });
});

/** A header, with one entry for each name; in version 4, with how much of the name before to drop. */
function indexWith(
  version: number,
  names: readonly (readonly [dropped: number, name: string])[],
  count = names.length,
) {
  const header = Buffer.from(`DIRC\0\0\0${String.fromCharCode(version)}\0\0\0\0`, "latin1");
  header.writeUInt32BE(count, 8);
  const entries = names.map(([dropped, name]) => {
    const fixed = Buffer.alloc(62);
    fixed.writeUInt16BE(0xfff, 60);
    const written = Buffer.from(`${version === 4 ? String.fromCharCode(dropped) : ""}${name}`, "latin1");
    const padding = version === 4 ? 1 : 8 - ((62 + written.length) % 8);
    return Buffer.concat([fixed, written, Buffer.alloc(padding)]);
  });
  return Buffer.concat([header, ...entries]);
}

const TRAILER = Buffer.alloc(20);

function extension(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from(name), size, content]);
}

/** A compressed bitmap that says that it has so many bits, and so many words of them in a row. */
function bitmap(bits: number, words: number): Buffer {
  const buffer = Buffer.alloc(20);
  buffer.writeUInt32BE(bits, 0);
  buffer.writeUInt32BE(1, 4);
  buffer.writeBigUInt64BE(1n | (BigInt(words) << 1n), 8);
  return buffer;
}

const HASH = Buffer.alloc(20, 0x11);
const KEPT = [[0, "data/kept"]] as const;

const BROKEN: Readonly<Record<string, Buffer>> = {
  "an empty file": Buffer.alloc(0),
  "a header alone": indexWith(2, [], 1),
  "another version": Buffer.concat([indexWith(5, KEPT), TRAILER]),
  "four billion entries": Buffer.concat([indexWith(2, KEPT, 0xffff_ffff), TRAILER]),
  "a million entries that are not there": Buffer.concat([indexWith(2, KEPT, 1_000_000), TRAILER]),
  "names without an end": Buffer.concat([indexWith(2, []).fill(1, 11), Buffer.alloc(100_000, 0x61)]),
  "more dropped than there is": Buffer.concat([indexWith(4, [[100, "data/kept"]]), TRAILER]),
  "a number that does not end": Buffer.concat([indexWith(4, [[0, "\xff".repeat(1000)]]), TRAILER]),
  "an extension that must be known": Buffer.concat([indexWith(2, KEPT), extension("what", Buffer.alloc(4)), TRAILER]),
  "a thousand extensions": Buffer.concat([
    indexWith(2, KEPT),
    ...Array.from({ length: 1000 }, () => extension("TREE", Buffer.alloc(0))),
    TRAILER,
  ]),
  "a shared index that is not there": Buffer.concat([indexWith(2, KEPT), extension("link", HASH), TRAILER]),
  "a link that is too short": Buffer.concat([indexWith(2, KEPT), extension("link", HASH.subarray(1)), TRAILER]),
  "a bitmap that is cut off": Buffer.concat([
    indexWith(2, KEPT),
    extension("link", Buffer.concat([HASH, bitmap(8, 1).subarray(0, 9)])),
    TRAILER,
  ]),
  "bitmaps of four billion bits": Buffer.concat([
    indexWith(2, KEPT),
    extension("link", Buffer.concat([HASH, bitmap(0xffff_ffff, 1), bitmap(0xffff_ffff, 1)])),
    TRAILER,
  ]),
};

describe("a broken index counts as absent", () => {
  test.each(Object.entries(BROKEN))("%s", async (_, bytes) => {
    const folder = makeRepository();
    fs.writeFileSync(`${folder}/.git/index`, bytes);
    expect(await listByGitignore(folder)).toEqual(UNTRACKED);
  });

  test("a directory, a link, and one that may not be read", async () => {
    const folder = makeRepository();
    const index = `${folder}/.git/index`;
    fs.renameSync(index, `${index}2`);
    fs.symlinkSync("index2", index);
    expect(await listByGitignore(folder)).toEqual(UNTRACKED);
    fs.rmSync(index);
    fs.mkdirSync(index);
    expect(await listByGitignore(folder)).toEqual(UNTRACKED);
  });

  test("one with more directories than memory is for, in a few bytes", async () => {
    const folder = makeRepository();
    const deep = "a/".repeat(2000);
    const names = Array.from({ length: 2000 }, (_, number) => [0, `${number}${deep}x`] as const);
    fs.writeFileSync(`${folder}/.git/index`, Buffer.concat([indexWith(2, names), TRAILER]));
    expect(await listByGitignore(folder)).toEqual(UNTRACKED);
  });

  test("but a shared index that is a split one, too, is read once, and bits beyond its end are nothing", async () => {
    const folder = makeRepository();
    const link = Buffer.concat([HASH, bitmap(64, 0xffff_ffff), bitmap(0, 0xffff_ffff)]);
    const split = Buffer.concat([indexWith(2, KEPT), extension("link", link), TRAILER]);
    fs.writeFileSync(`${folder}/.git/index`, split);
    fs.writeFileSync(`${folder}/.git/sharedindex.${HASH.toString("hex")}`, split);
    expect(await listByGitignore(folder)).toEqual([".gitignore", "data/", "data/kept", "src/"]);
  });

  test("names that lead elsewhere, and empty ones, match nothing", async () => {
    const folder = makeRepository();
    const names = ["", "/", "//", "..", "../x", "/data/x", "data//x", "./data/x", "data/../x", ".git/x"];
    const entries = names.map((name) => [0, name] as const);
    fs.writeFileSync(`${folder}/.git/index`, Buffer.concat([indexWith(2, entries), TRAILER]));
    expect(await listByGitignore(folder, { mode: "collapse" })).toContain(".git/ [ignored]");
    expect(await listByGitignore(`${folder}/src`)).toEqual([]);
  });

  test("whatever is cut off or changed in it, there is an answer", async () => {
    const folder = makeRepository();
    git(folder, ["config", "splitIndex.maxPercentChange", "100"]);
    git(folder, ["update-index", "--index-version", "4"]);
    git(folder, ["update-index", "--split-index"]);
    git(folder, ["add", "--force", "data/other", ".gitignore"]);
    const index = `${folder}/.git/index`;
    const bytes = fs.readFileSync(index);
    const shared = fs.readdirSync(`${folder}/.git`).find((name) => name.startsWith("sharedindex."));
    const places = Array.from({ length: inDepth(20, bytes.length) }, (_, number) => (number * 7) % bytes.length);
    for (const file of [index, `${folder}/.git/${shared}`]) {
      const whole = fs.readFileSync(file);
      for (const place of places.filter((each) => each < whole.length)) {
        fs.writeFileSync(file, whole.subarray(0, place));
        expect(await listByGitignore(folder)).toEqual(expect.arrayContaining(UNTRACKED));
        const changed = Buffer.from(whole);
        changed.writeUInt8(255 - changed.readUInt8(place), place);
        fs.writeFileSync(file, changed);
        expect(await listByGitignore(folder)).toEqual(expect.arrayContaining(UNTRACKED));
      }
      fs.writeFileSync(file, whole);
    }
  }, 120_000);
});

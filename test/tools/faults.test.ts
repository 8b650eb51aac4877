// Real faults: directories that can't be read, that vanish or change their kind in the middle of a walk.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { makeChain } from "../support/chain-of-directories.ts";
import { makeTree } from "../support/make-tree.ts";

/** A tree with a directory that only root can read. */
function treeWithSecret(): string {
  const root = makeTree("a/", "a/x", "secret/", "secret/hidden", "z/", "z/y");
  fs.chmodSync(root, 0o755);
  fs.chmodSync(path.join(root, "secret"), 0);
  return root;
}

/** The local disk, on which `change` happens just before the directory `before` is read. */
function changing(before: string, change: () => void): FileSystem {
  const disk = localDisk();
  return {
    ...disk,
    readDirectory(directory, options) {
      if (path.basename(String(directory)) === before) {
        change();
      }
      return disk.readDirectory(directory, options);
    },
  };
}

describe("an unreadable directory", () => {
  test.each(["breadth", "tree"])("is marked in place, and the listing continues, order %s", async (order) => {
    const root = treeWithSecret();
    const answer = await asUnprivileged(() => callListDir({ dir_path: root, order }));
    expect(answer).toBe(`Absolute path: ${root}\na/\n  x\nsecret/ [permission denied]\nz/\n  y`);
  });

  test("is not repeated after a cursor that names it", async () => {
    const root = treeWithSecret();
    const answer = await asUnprivileged(() => callListDir({ dir_path: root, after: "secret/" }));
    expect(answer).toBe(`Absolute path: ${root}\n…\nz/\n  y`);
  });

  test.each(["codex-sorted", "codex-breadth"] as const)("fails the call in profile %s", async (profile) => {
    const root = treeWithSecret();
    const answer = await asUnprivileged(() => callListDir({ dir_path: root }, { profile }));
    expect(answer).toBe(`error: failed to read directory: ${root}/secret: permission denied`);
  });

  test("fails the call if it is the root", async () => {
    const root = path.join(treeWithSecret(), "secret");
    const expected = `error: failed to read directory: permission denied for ${root}; list another directory`;
    expect(await asUnprivileged(() => callListDir({ dir_path: root }))).toBe(expected);
    expect(await asUnprivileged(() => callListDirectory({ path: root }))).toBe(expected);
  });
});

describe("a directory that changes in the middle of a walk", () => {
  test.each(["breadth", "tree"])("is marked if it is gone, order %s", async (order) => {
    const root = makeTree("a/", "a/x", "b");
    const fileSystem = changing("a", () => fs.rmSync(path.join(root, "a"), { recursive: true }));
    expect(await callListDir({ dir_path: root, order }, { fileSystem })).toBe(
      `Absolute path: ${root}\na/ [no longer exists]\nb`,
    );
  });

  test("is not mentioned if the listing continues after its contents", async () => {
    const root = makeTree("a/", "a/x", "b");
    const fileSystem = changing("a", () => fs.rmSync(path.join(root, "a"), { recursive: true }));
    expect(await callListDir({ dir_path: root, after: "a/x" }, { fileSystem })).toBe(`Absolute path: ${root}\n…\nb`);
  });
});

describe("a tree that is hard to name", () => {
  test.each([undefined, "any" as const])("may be deeper than the longest path, with roots %s", async (roots) => {
    const root = makeTree("x");
    const name = "d".repeat(200);
    makeChain(root, name, 25);
    const levels = Math.floor((4095 - root.length) / 201) + 1;
    const args = { dir_path: root, depth: 100, limit: 100, order: "tree" };
    const lines = (await callListDir(args, roots && { roots })).split("\n");
    expect(lines).toHaveLength(levels + 2);
    expect(lines.at(-2)).toBe(`${"  ".repeat(levels - 1)}${name}/ [path too long]`);
    expect(lines.at(-1)).toBe("x");
    // The last that can be read, and the first that can't.
    const [last, first] = [levels - 1, levels].map((count) => `${root}${`/${name}`.repeat(count)}`);
    expect(await callListDir({ dir_path: last })).toContain("[path too long]");
    expect(await callListDir({ dir_path: first })).toMatch(/^error: .* is too long for this file system/);
  });
});

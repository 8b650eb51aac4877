// How a directory lists a name. A case-insensitive disk is not needed: one that holds two spellings looks alike.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { FileSystem } from "../../../src/core/file-system.ts";
import { asUnprivileged } from "../../support/as-unprivileged.ts";
import { makeTree } from "../../support/make-tree.ts";
import { numbered } from "../../support/many-files.ts";

const disk = localDisk() as Required<FileSystem>;

function listed(root: string, name: string): Promise<ByteString> {
  return disk.listedName(toByteString(root), toByteString(name), {});
}

test("a directory that finds another spelling lists what it holds, however many entries there are", async () => {
  const root = makeTree("README/", "both/", "BOTH/", "caf\u00e9", "cafE\u0301", "plain", ...numbered(1500, "b"));
  for (const name of ["README", "both", "BOTH", "caf\u00e9", "plain", "b1499"]) {
    expect(await listed(root, name)).toBe(toByteString(name));
  }
  for (const name of ["both", "BOTH"]) {
    expect(await disk.isDirectory(toByteString(root), name as ByteString, {})).toBe(true);
  }
});

test("a name that nothing is found by stays as it is, and so does one in a directory that can't be read", async () => {
  const root = makeTree("a", "A", "in/", "in/name/", "in/NAME/");
  expect(await listed(root, "b")).toBe("b");
  fs.chmodSync(`${root}/in`, 0o711);
  fs.chmodSync(root, 0o755);
  await asUnprivileged(async () => {
    expect(await listed(`${root}/in`, "name")).toBe("name");
    // But nobody can say whether that is what it lists.
    expect(await disk.isDirectory(toByteString(root), "in/name" as ByteString, {})).toBe(false);
  });
});

/** The names that are looked up to find out how a directory lists one, and how often it is read for that. */
async function looksFor(root: string, name: string) {
  await listed(root, name);
  const looks = vi.spyOn(fs, "lstatSync");
  const types = vi.spyOn(fs, "statfsSync");
  const reads = vi.spyOn(fs.promises, "opendir");
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await listed(root, name)).toBe(toByteString(name));
  return {
    names: looks.mock.calls.map(([place]) => path.basename(String(place))),
    types: types.mock.calls.length,
    reads: reads.mock.calls.length,
  };
}

test.each([
  ["Read", ["rEAD"]],
  ["123", []],
  ["caf\u00e9", ["CAF\u00e9", "CAF\u00c9", "cafe\u0301"]],
  // No disk takes `SS` for it.
  ["stra\u00dfe", ["STRA\u00dfE"]],
  ["\u00df", []],
  ["\u0433", ["\u0413"]],
  ["a\u200bb", ["A\u200bB", "ab"]],
  ["\ufb01", ["fi"]],
  ["\u0149".repeat(80), ["\u02bcn".repeat(80)]],
  // These lead elsewhere.
  ["\u200b", []],
  ["\uff0e\uff0e", []],
  ["~x", ["~X"]],
])("other spellings of %s are looked up: %j", async (name, spellings) => {
  expect(await looksFor(makeTree(name), name)).toEqual({ names: [name, ...spellings], types: 0, reads: 0 });
});

test.each(["123~1", "1.", "2 "])("a name that Windows may find in place of another: %j", async (name) => {
  expect(await looksFor(makeTree(name), name)).toEqual({ names: [name], types: 1, reads: 0 });
});

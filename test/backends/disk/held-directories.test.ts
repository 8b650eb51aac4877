// Directories that are opened from those still held: each is the one that its path names, whatever was opened before.
import fs from "node:fs";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";

import { HeldDirectories } from "../../../src/backends/disk/held-directories.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";
import { makeTree } from "../../support/make-tree.ts";
import { countDescriptors } from "../../support/open-descriptors.ts";

/** Names of which one begins like the other. */
const NAMES = ["a", "ab"];
const PATHS = [...NAMES, ...NAMES.flatMap((one) => NAMES.map((other) => `${one}/${other}`)), "a/a/a", "a/a/ab"];

function hold(root: string): HeldDirectories {
  return new HeldDirectories(fs.openSync(root, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY));
}

test("any directory after any other is the one that its path names, and all are closed at the end", () => {
  const root = makeTree(...PATHS.map((path) => `${path}/`));
  const before = countDescriptors(process.pid);
  fc.assert(
    fc.property(fc.array(fc.constantFrom("", ...PATHS), { minLength: 1, maxLength: 12 }), (opened) => {
      const tree = hold(root);
      for (const path of opened) {
        expect(fs.fstatSync(tree.open(path as ByteString)).ino).toBe(fs.statSync(`${root}/${path}`).ino);
      }
      tree.close();
      expect(countDescriptors(process.pid)).toBeLessThanOrEqual(before);
    }),
  );
});

test("one that can't be opened leaves nothing behind, and the others can be opened as before", () => {
  const root = makeTree("a/", "a/b/", "a/file");
  const tree = hold(root);
  onTestFinished(() => tree.close());
  const before = countDescriptors(process.pid);
  for (const [path, code] of [
    ["a/file/x", "ENOTDIR"],
    ["a/missing", "ENOENT"],
    ["a/../a", "ENOENT"],
    ["a/./b", "ENOENT"],
    ["a//b", "ENOENT"],
  ]) {
    expect(() => tree.open(path as ByteString)).toThrow(expect.objectContaining({ code }));
  }
  expect(fs.fstatSync(tree.open("a/b" as ByteString)).ino).toBe(fs.statSync(`${root}/a/b`).ino);
  tree.open("" as ByteString);
  expect(countDescriptors(process.pid)).toBeLessThanOrEqual(before);
});

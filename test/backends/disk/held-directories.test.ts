// Directories that are opened from those still held: each is the one that its path names, whatever was opened before.
import fs from "node:fs";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";

import { HeldDirectories } from "../../../src/backends/disk/held-tree.ts";
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
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("", ...PATHS), fc.boolean()), { minLength: 1, maxLength: 12 }),
      (opened) => {
        const tree = hold(root);
        const numberOf = (descriptor: number) => fs.fstatSync(descriptor).ino;
        for (const [path, isUsed] of opened) {
          const directory = path as ByteString;
          const number = isUsed ? tree.use(directory, numberOf) : numberOf(tree.open(directory));
          expect(number).toBe(fs.statSync(`${root}/${path}`).ino);
        }
        tree.close();
        expect(countDescriptors(process.pid)).toBeLessThanOrEqual(before);
      },
    ),
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

test("one that is used leaves those open that are held, and is opened once for several uses in a row", () => {
  const root = makeTree("a/", "a/b/", "c/", "c/d/");
  const tree = hold(root);
  onTestFinished(() => tree.close());
  const held = tree.open("a/b" as ByteString);
  const opens = vi.spyOn(fs, "openSync");
  onTestFinished(() => opens.mockRestore());
  for (const path of ["c", "c", "c/d", "c/d", "a/b"]) {
    const number = tree.use(path as ByteString, (descriptor) => fs.fstatSync(descriptor).ino);
    expect(number).toBe(fs.statSync(`${root}/${path}`).ino);
  }
  expect(opens).toHaveBeenCalledTimes(2);
  expect(fs.fstatSync(held).ino).toBe(fs.statSync(`${root}/a/b`).ino);
});

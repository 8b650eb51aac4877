// The descriptors of a held tree: which of them stay open.
import fs from "node:fs";
import { expect, onTestFinished, test } from "vitest";

import { descriptorPath } from "../../../src/backends/disk/descriptor-steps.ts";
import { HeldDirectories } from "../../../src/backends/disk/held-directories.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";
import { leaveOut } from "../../support/needs.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

const at = (path: string) => path as ByteString;

test("a directory that is used for a moment leaves those open that are held", ({ skip }) => {
  if (process.platform !== "linux") {
    leaveOut(skip, "Linux");
  }
  const folder = makeFiles(temporaryFolder(), { "a/b/x": "", "c/d/e/y": "", "link@": "c" });
  const tree = new HeldDirectories(fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY));
  onTestFinished(() => tree.close());
  const list = (descriptor: number) => fs.readdirSync(descriptorPath(descriptor));
  const open = () => fs.readdirSync("/proc/self/fd").length;
  const held = tree.open(at("a/b"));
  const before = open();
  expect(tree.use(at("c/d/e"), list)).toEqual(["y"]);
  expect(tree.use(at("a/b"), (descriptor) => descriptor)).toBe(held);
  expect(tree.use(at(""), list)).toEqual(["a", "c", "link"]);
  for (const none of ["link", "link/d", "c/../a", "c/missing/x"]) {
    expect(() => tree.use(at(none), list)).toThrow(/^E[A-Z]+:/);
  }
  expect(open()).toBe(before);
  expect(list(held)).toEqual(["x"]);
});

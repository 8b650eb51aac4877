// Reads on a system that can't be told not to follow a link, as Windows can't.
import fs from "node:fs";
import { expect, test, vi } from "vitest";
import { localDisk } from "../../src/disk/local-disk.ts";
import { makeTree } from "../support/make-tree.ts";

vi.mock("node:fs", async (load) => {
  const real = await load<{ default: typeof fs }>();
  const constants = { ...real.default.constants, O_NOFOLLOW: undefined };
  return { ...real, default: { ...real.default, constants } };
});

test("no file is read through a link where links are refused", async () => {
  const root = makeTree("file");
  fs.symlinkSync("file", `${root}/link`);
  const read = (refusesLinks: boolean) => localDisk().readFile?.(`${root}/link`, { maxBytes: 10, refusesLinks });
  expect(fs.constants.O_NOFOLLOW).toBeUndefined();
  expect(await read(false)).toHaveLength(0);
  expect(await read(true)).toBeUndefined();
});

// Which directories are known to have no links on their path, and how little is looked at to find out.
import fs from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";

import { LinkFreeDirectories } from "../../../src/backends/disk/link-free-directories.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

function make() {
  const folder = makeFiles(temporaryFolder(), {
    "top/place/x": "",
    "top/.git/info/exclude": "",
    [toByteString("é/x")]: "",
    "link@": "top",
    "top/linked@": ".git",
  });
  const linkFree = new LinkFreeDirectories(toByteString(`${folder}/top/place`));
  const looks = vi.spyOn(fs, "lstatSync");
  onTestFinished(() => looks.mockRestore());
  return {
    folder,
    looks,
    has: (path: string) => linkFree.has(toByteString(path)),
    exists: (path: string) => linkFree.exists(toByteString(path)),
  };
}

test("the opened directory and those above it need no look, and any other needs one", () => {
  const { folder, looks, has } = make();
  expect([has("/"), has(folder), has(`${folder}/top`), has(`${folder}/top/place`)]).toEqual([true, true, true, true]);
  expect(looks).not.toHaveBeenCalled();
  expect([has(`${folder}/top/.git/info`), has(`${folder}/top/.git`), has(`${folder}/top/.git/info`)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(looks).toHaveBeenCalledTimes(2);
  expect(has(`${folder}/é`)).toBe(true);
});

test("what exists is looked at once, and a link counts as something, but as no directory", () => {
  const { folder, looks, has, exists } = make();
  expect([exists(`${folder}/top/.git`), has(`${folder}/top/.git`), exists(`${folder}/top/.git`)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(looks).toHaveBeenCalledTimes(1);
  expect([exists(`${folder}/top/linked`), has(`${folder}/top/linked`)]).toEqual([true, false]);
  expect([exists(`${folder}/link/.git`), has(`${folder}/link/.git`)]).toEqual([true, false]);
  expect([exists(`${folder}/top/missing`), exists(`${folder}/top/place/x`), exists(`${folder}/top/place/x/y`)]).toEqual(
    [false, true, false],
  );
});

test("a link anywhere on the path, a file, nothing and an odd path are not link-free directories", () => {
  const { folder, has } = make();
  const others = ["/link", "/link/place", "/top/linked", "/top/linked/info", "/top/place/x", "/missing", "/missing/x"];
  for (const path of others.map((other) => `${folder}${other}`)) {
    expect([path, has(path)]).toEqual([path, false]);
  }
  for (const path of ["/top/.git/", "/top//.git", "/top/./.git", "/link/../top/.git", `/${"x".repeat(5000)}`]) {
    expect([path, has(`${folder}${path}`)]).toEqual([path, false]);
  }
  expect(has("top")).toBe(false);
});

import { describe, expect, test } from "vitest";

import { parentOf, toPlainPath } from "../../src/filters/plain-path.ts";

describe("a path", () => {
  test.each([
    ["/", ""],
    ["/a/b", "/a/b"],
    ["//a/./b/../c/", "/a/c"],
    ["/../a", "/a"],
    ["/a\\b", "/a\\b"],
    ["C:\\a\\.\\b", "C:/a/b"],
    ["C:/a/..", "C:"],
    ["\\\\server\\share\\a", "//server/share/a"],
  ])("%j has the plain form %j", (written, plain) => {
    expect(toPlainPath(written)).toBe(plain);
  });

  test.each([
    ["/a/b", "/a"],
    ["/a", ""],
    ["C:/a", "C:"],
    ["", undefined],
    ["C:", undefined],
  ])("%j has the parent %j", (directory, parent) => {
    expect(parentOf(toPlainPath(directory))).toBe(parent);
  });
});

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
    // A share keeps its backslashes: `//server` would be `/server` the second time.
    ["\\\\server\\share\\a\\..\\b", "\\\\server\\share/b"],
    ["\\\\server\\share\\..\\..", "\\\\server\\share"],
    ["\\\\?\\C:\\a\\b", "C:/a/b"],
    ["\\\\?\\UNC\\server\\share\\a", "\\\\server\\share/a"],
  ])("%j has the plain form %j, once and again", (written, plain) => {
    expect(toPlainPath(written)).toBe(plain);
    expect(toPlainPath(plain)).toBe(plain);
  });

  test.each([
    ["/a/b", "/a"],
    ["/a", ""],
    ["C:/a", "C:"],
    ["", undefined],
    ["C:", undefined],
    ["\\\\server\\share\\a", "\\\\server\\share"],
    ["\\\\server\\share", undefined],
  ])("%j has the parent %j", (directory, parent) => {
    expect(parentOf(toPlainPath(directory))).toBe(parent);
  });
});

// The names in absolute paths of all kinds: roots and rules are held against them one by one.
import { expect, test } from "vitest";

import { isWithin, namesOfPath, type ByteString } from "../../src/core/byte-string.ts";

const names = (path: string) => namesOfPath(path as ByteString);

test.each([
  ["/", []],
  ["/a//b/", ["a", "b"]],
  ["/a/./../b", ["a", ".", "..", "b"]],
  // On a disk of ours a colon and a backslash are letters.
  ["/C:/x\\y", ["C:", "x\\y"]],
  ["c:\\Users\\me", ["C:", "Users", "me"]],
  ["C:/Users//me\\", ["C:", "Users", "me"]],
  ["c:", ["C:"]],
  ["\\\\server\\share\\dir", ["\\\\SERVER\\SHARE", "dir"]],
  ["\\\\Server\\\xc3\xbf\\dir", ["\\\\SERVER\\\xc3\xbf", "dir"]],
  ["\\\\?\\c:\\x", ["C:", "x"]],
  ["\\\\.\\C:\\x", ["C:", "x"]],
  ["\\\\?\\UNC\\server\\share\\x", ["\\\\SERVER\\SHARE", "x"]],
  // In a store an empty name is a name, and nothing leads elsewhere.
  ["s3://bucket", ["bucket"]],
  ["s3://bucket/", ["bucket", ""]],
  ["s3://bucket/a//b/..", ["bucket", "a", "", "b", ".."]],
  ["s3://bucket/two\nlines", ["bucket", "two\nlines"]],
])("%j has the names %j", (path, expected) => {
  expect(names(path)).toEqual(expected);
});

test.each([
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/a", "/", true],
  ["/ab", "/a", false],
  ["/a", "/a/b", false],
  ["/b/a", "/a", false],
  ["c:\\x\\y", "C:/x", true],
  ["c:\\X", "C:\\x", false],
  ["s3://bucket/a/", "s3://bucket/a", true],
  ["s3://bucket/a", "s3://bucket/a/", false],
  ["s3://bucket//a", "s3://bucket/a", false],
])("%j within %j: %s", (path, directory, expected) => {
  expect(isWithin(names(path), names(directory))).toBe(expected);
});

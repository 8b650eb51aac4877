// Which absolute globs are below the listing root, and how they read from there.
import { expect, test } from "vitest";

import { toByteString } from "../../src/core/byte-string.ts";
import { globBelow } from "../../src/filters/glob-patterns.ts";

test.each([
  ["/repo", "/repo/src/**", "/src/**"],
  ["/repo", "/repo/*.ts", "/*.ts"],
  ["/repo", "/repo/build/", "/build/"],
  ["/repo", "//repo//./src//*.ts", "/src/*.ts"],
  ["/repo", "/repo/**", "/**"],
  ["/", "/src", "/src"],
  ["/a b/é", "/a b/é/*", "/*"],
  ["/app/[slug]", "/app/[slug]/*.tsx", "/*.tsx"],
  ["/app/[slug]", "/app/\\[slug\\]/*.tsx", "/*.tsx"],
  ["/a*b", "/a\\*b/x", "/x"],
  ["s3://bucket", "s3://bucket/a/**", "/a/**"],
  ["s3://bucket/p", "s3://bucket/p/**/*.ts", "/**/*.ts"],
  ["C:\\repo", "C:/repo/src/**", "/src/**"],
  ["C:\\repo", "c:/repo/src/**", "/src/**"],
  ["C:\\", "C:/src/**", "/src/**"],
])("in %s, %s is %s", (root, glob, expected) => {
  expect(globBelow(toByteString(root), glob)).toBe(expected);
});

test.each([
  ["/repo", "/src/**"],
  ["/repo", "repo/src/**"],
  ["/repo", "src/**"],
  ["/repo", "*.ts"],
  ["/repo", "/repo"],
  ["/repo", "/repo/"],
  ["/repo", "/repository/src"],
  ["/repo/src", "/repo/*"],
  ["/repo", "/*/src"],
  ["/home/test/repo", "/**/test/**"],
  ["/a", "/[ab]/x"],
  ["/repo", "s3://repo/src"],
  ["s3://bucket", "/bucket/src"],
  ["s3://bucket", "gs://bucket/src"],
  ["C:\\repo", "D:/repo/src"],
  ["C:\\repo", "/repo/src"],
  ["/a\\b", "/a/b/x"],
])("in %s, %s is not below the root", (root, glob) => {
  expect(globBelow(toByteString(root), glob)).toBeUndefined();
});

import { describe, expect, test } from "vitest";

import { beforeDirectory, toLocation, toRequestText, toStart } from "../../../src/backends/s3/s3-location.ts";
import { isStorePath, resolveStorePath } from "../../../src/backends/s3/s3-path.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";

function prefixOf(root: string, path = ""): string {
  return toLocation(toByteString(root), path as ByteString).prefix;
}

describe("paths of an object store", () => {
  test("name a bucket", () => {
    expect(["s3://b", "s3://b/", "s3://b/p", "s3://b//"].every(isStorePath)).toBe(true);
    expect(["s3://", "s3:///x", "s3:/b", "/b", "b", "", "S3//b", "http://b/p"].some(isStorePath)).toBe(false);
  });

  test.each([
    ["s3://b", "s3://b"],
    ["s3://b/", "s3://b"],
    ["s3://b/p/", "s3://b/p"],
    ["s3://b//", "s3://b//"],
    ["s3://b/p//", "s3://b/p//"],
    ["s3://b/p/../q/./", "s3://b/p/../q/."],
  ])("keep every name: %j", (path, resolved) => {
    expect(resolveStorePath("/", path)).toBe(resolved);
    expect(resolveStorePath("/", resolved)).toBe(resolved);
  });

  test("are resolved against a directory if they are relative", () => {
    expect(resolveStorePath("s3://b/p", "x/")).toBe("s3://b/p/x");
    expect(resolveStorePath("s3://b/", "x/../y")).toBe("s3://b/x/../y");
    expect(resolveStorePath("s3://b/p/", ".")).toBe("s3://b/p");
  });

  test.each([
    ["s3://b", "", ""],
    ["s3://b/", "", ""],
    ["s3://b/p", "", "p/"],
    ["s3://b/p/", "", "p/"],
    ["s3://b//", "", "/"],
    ["s3://b/p//", "", "p//"],
    ["s3://b", "a/b", "a/b/"],
    ["s3://b/p", "a", "p/a/"],
    ["s3://b", "/", "/"],
    ["s3://b", "//x", "/x/"],
    ["s3://b/p", "/", "p//"],
    ["s3://b/p", "a/", "p/a//"],
    ["s3://b/..", "..", "../../"],
  ])("have the prefix of their keys: %j, %j", (root, path, prefix) => {
    expect(prefixOf(root, path)).toBe(prefix);
  });

  test("are refused without a bucket, or if they are not valid UTF-8", () => {
    expect(() => prefixOf("s3://")).toThrow(expect.objectContaining({ code: "EINVAL" }));
    expect(() => toRequestText("a\xff" as ByteString)).toThrow(expect.objectContaining({ code: "EILSEQ" }));
  });

  test("of a directory are between a key before it and one after it", () => {
    const directory = "d/" as ByteString;
    const keys = [
      "d",
      "d-",
      "d.x",
      beforeDirectory(directory),
      "d/",
      "d/x",
      toByteString("d/\u{1f600}"),
      toStart(directory),
      "d0",
    ];
    expect(keys.toSorted()).toEqual(keys);
  });
});

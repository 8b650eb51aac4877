import { describe, expect, test } from "vitest";

import type { ByteString } from "../../../src/core/byte-string.ts";
import { toFoldGroups } from "../../../src/core/map/fold-groups.ts";
import { PackedNames } from "../../../src/core/map/packed-names.ts";

/** The endings that have a group, each with its names; a name that ends in `/` is a directory's. */
function groupsOf(...names: readonly string[]): Record<string, string[]> {
  const packed = new PackedNames();
  for (const name of names) {
    packed.push(name.replace(/\/$/, "") as ByteString, name.endsWith("/") ? "directory" : "file");
  }
  const work = toFoldGroups(packed, (part) => !part.includes("é"));
  let step = work.next();
  while (step.done !== true) {
    step = work.next();
  }
  const { groups, groupOf } = step.value;
  const found: Record<string, string[]> = {};
  for (const [index, name] of names.entries()) {
    const group = groups[groupOf[index] as number];
    (found[group?.isDirectory === true ? "/" : (group?.suffix ?? "")] ??= []).push(name);
  }
  return found;
}

describe("the groups of a directory", () => {
  test("are its directories, the files of each extension, and the others", () => {
    expect(groupsOf("a.ts", "b.ts", "c/", "d", "e.md")).toEqual({
      ".ts": ["a.ts", "b.ts"],
      "/": ["c/"],
      "": ["d", "e.md"],
    });
  });

  test("know extensions of two parts, and the longest that fits is a name's", () => {
    expect(groupsOf("a.test.ts", "b.test.ts", "c.ts", "d.ts", "e.js.ts")).toEqual({
      ".test.ts": ["a.test.ts", "b.test.ts"],
      ".ts": ["c.ts", "d.ts", "e.js.ts"],
    });
  });

  test("have a name that is an extension among those that end with it", () => {
    expect(groupsOf(".ts", "a.ts", "b.ts")).toEqual({ ".ts": [".ts", "a.ts", "b.ts"] });
  });

  test("have no extension that a directory ends with", () => {
    expect(groupsOf("a.ts", "b.ts", "c.ts/")).toEqual({ "": ["a.ts", "b.ts"], "/": ["c.ts/"] });
    expect(groupsOf("a.ts", "b.ts", ".ts/")).toEqual({ "": ["a.ts", "b.ts"], "/": [".ts/"] });
  });

  test("have no extension of a digit, of a dot alone, or of few files among many", () => {
    const many = Array.from({ length: 100 }, (_, index) => `f${index}`);
    expect(Object.keys(groupsOf("a.1", "b.1", "a.", "b."))).toEqual([""]);
    expect(Object.keys(groupsOf(...many, "a.ts", "b.ts"))).toEqual([""]);
  });

  test("are at most six extensions", () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index >> 1}.${String.fromCharCode(0x61 + (index >> 1))}`);
    expect(Object.keys(groupsOf(...names)).filter((suffix) => suffix !== "")).toHaveLength(6);
  });
});

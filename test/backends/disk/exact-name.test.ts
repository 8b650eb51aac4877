// Whether a directory holds exactly a name. A disk that folds names is not needed: one that holds two spellings looks alike.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { holdsExactly, otherSpellings } from "../../../src/backends/disk/exact-name.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { makeEntries, makeTree } from "../../support/make-tree.ts";

describe("a directory", () => {
  test("that finds another spelling holds only the names that it gives", async () => {
    const root = toByteString(makeTree("README", "both", "BOTH", "caf\u00e9", "plain"));
    const holds = (name: string) => holdsExactly(root, toByteString(name), undefined);
    expect(await holds("README")).toBe(true);
    expect(await holds("readme")).toBe(false);
    expect(await holds("Readme")).toBe(false);
    expect(await holds("both")).toBe(true);
    expect(await holds("Both")).toBe(false);
    expect(await holds("cafe\u0301")).toBe(false);
    expect(await holds("plain")).toBe(true);
  });

  test("of many entries is read to the end", async () => {
    const root = makeTree("A");
    makeEntries(
      root,
      Array.from({ length: 1500 }, (_, index) => ({ path: `b${index}`, kind: "file" as const })),
    );
    fs.writeFileSync(`${root}/a`, "");
    expect(await holdsExactly(toByteString(root), "a" as ByteString, undefined)).toBe(true);
    expect(await holdsExactly(toByteString(root), "B0" as ByteString, undefined)).toBe(false);
  });

  test("is not read where no other spelling is found, not even one that is too long for the disk", async () => {
    const missing = toByteString(`${makeTree("a")}/missing`);
    expect(await holdsExactly(missing, "Name" as ByteString, undefined)).toBe(true);
    // In upper case it has half as many bytes again.
    const long = "\u0149".repeat(100);
    expect(await holdsExactly(toByteString(makeTree(long)), toByteString(long), undefined)).toBe(true);
  });
});

test.each([
  ["Read", ["read", "READ"]],
  ["read", ["READ"]],
  ["123", []],
  ["caf\u00e9", ["CAF\u00c9", "cafe\u0301"]],
  // A short name of Windows: `123~1` has no other spelling, and is looked for as it is.
  ["123~1", ["123~1"]],
  ["AB~1", ["ab~1"]],
  ["~x", ["~X"]],
])("other spellings of %s: %j", (name, spellings) => {
  expect(otherSpellings(toByteString(name))).toEqual(spellings.map((spelling) => toByteString(spelling)));
});

test("what is no text has no other spelling", () => {
  expect(otherSpellings("A\xff" as ByteString)).toEqual([]);
});

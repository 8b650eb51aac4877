// How a directory lists a name. A disk that folds names is not needed: one that holds two spellings looks alike.
import fs from "node:fs";
import { describe, expect, test, vi } from "vitest";

import { findListed, listedForStep, listedName, otherSpellings } from "../../../src/backends/disk/listed-name.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { asUnprivileged } from "../../support/as-unprivileged.ts";
import { makeEntries, makeTree } from "../../support/make-tree.ts";

describe("a directory", () => {
  test("that finds another spelling lists what it holds, and nothing else", async () => {
    const root = toByteString(makeTree("README", "both", "BOTH", "caf\u00e9", "cafE\u0301", "plain"));
    const listed = (name: string) => listedName(root, toByteString(name), undefined);
    expect(await listed("README")).toBe("README");
    expect(await listed("readme")).toBe("README");
    expect(await listed("both")).toBe("both");
    expect(await listed("caf\u00e9")).toBe(toByteString("caf\u00e9"));
    expect(await listed("plain")).toBe("plain");
    // Two are alike, and none is exactly this one.
    fs.writeFileSync(`${root}/bOTH`, "");
    expect(await listed("Both")).toBeUndefined();
  });

  test("of many entries is read to the end", async () => {
    const root = makeTree("A");
    makeEntries(
      root,
      Array.from({ length: 1500 }, (_, index) => ({ path: `b${index}`, kind: "file" as const })),
    );
    fs.writeFileSync(`${root}/a`, "");
    expect(await listedName(toByteString(root), "a" as ByteString, undefined)).toBe("a");
    expect(await listedName(toByteString(root), "B0" as ByteString, undefined)).toBe("b0");
  });

  test("is not read where no other spelling is found, not even one that is too long for the disk", async () => {
    const missing = toByteString(`${makeTree("a")}/missing`);
    expect(await listedName(missing, "Name" as ByteString, undefined)).toBe("Name");
    const long = "\u0149".repeat(100);
    expect(await listedName(toByteString(makeTree(long)), toByteString(long), undefined)).toBe(toByteString(long));
  });

  test("on a disk without short names is not read for one, and costs one look per name", async () => {
    const root = makeTree("ab~1", "plain.", "Name");
    const looks = [vi.spyOn(fs, "lstatSync"), vi.spyOn(fs, "statfsSync"), vi.spyOn(fs.promises, "opendir")];
    const count = () => looks.map(({ mock }) => mock.calls.length);
    expect(await listedName(toByteString(root), "Name" as ByteString, undefined)).toBe("Name");
    expect(count()).toEqual([1, 0, 0]);
    expect(await listedName(toByteString(root), "ab~1" as ByteString, undefined)).toBe("ab~1");
    expect(count()).toEqual([2, 1, 0]);
    vi.restoreAllMocks();
  });
});

describe("on the way along a path", () => {
  test("a name that nothing is found by stays as it is", async () => {
    const root = toByteString(makeTree("a", "A"));
    expect(await listedForStep(root, "b" as ByteString, undefined)).toBe("b");
    expect(await listedForStep(root, "a/b" as ByteString, undefined)).toBe("a/b");
  });

  test("what can't be read is taken as it is asked for", async () => {
    const root = makeTree("in/", "in/name/", "in/NAME/");
    fs.chmodSync(`${root}/in`, 0o711);
    fs.chmodSync(root, 0o755);
    await asUnprivileged(async () => {
      expect(await listedForStep(toByteString(`${root}/in`), "name" as ByteString, undefined)).toBe("name");
      await expect(listedName(toByteString(`${root}/in`), "name" as ByteString, undefined)).rejects.toMatchObject({
        code: "EACCES",
      });
    });
  });
});

test("what was listed before a read started over does not count", async () => {
  async function* batches() {
    yield { entries: [{ name: "A" as ByteString, kind: "file" as const }] };
    yield { entries: [{ name: "\xff" as ByteString, kind: "file" as const }], startsOver: true };
  }
  expect(await findListed(batches(), "a" as ByteString)).toBeUndefined();
});

test.each([
  ["Read", ["rEAD"]],
  ["123", []],
  ["caf\u00e9", ["CAF\u00e9", "CAF\u00c9", "cafe\u0301"]],
  // No disk takes `SS` for it.
  ["stra\u00dfe", ["STRA\u00dfE"]],
  ["\u00df", []],
  ["\u0433", ["\u0413"]],
  ["a\u200bb", ["A\u200bB", "ab"]],
  ["\ufb01", ["fi"]],
  // What Windows also takes for a name that is quite different, and is looked for as it is.
  ["123~1", ["123~1"]],
  ["AB~1", ["ab~1", "AB~1"]],
  ["~x", ["~X"]],
  ["1.", ["1."]],
  ["a ", ["A ", "a "]],
])("other spellings of %s: %j", (name, spellings) => {
  expect(otherSpellings(toByteString(name))).toEqual(spellings.map((spelling) => toByteString(spelling)));
});

test("what is no text has no other spelling", () => {
  expect(otherSpellings("A\xff" as ByteString)).toEqual([]);
});

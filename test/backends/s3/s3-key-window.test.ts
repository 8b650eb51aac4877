import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { KeyWindow } from "../../../src/backends/s3/s3-read-ahead.ts";
import { splitPath, toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { anyKeys, entriesOfKeys } from "../../support/any-keys.ts";
import { treePath } from "../../support/model.ts";

function window(keys: readonly string[], start: string, isLast: boolean): KeyWindow {
  return new KeyWindow(keys as ByteString[], start as ByteString, "" as ByteString, isLast);
}

function look(keys: readonly string[], prefix: string, after?: string, start = "", isLast = false) {
  const view = window(keys, start, isLast).find(prefix as ByteString, after as ByteString | undefined);
  return (
    view && {
      ...view,
      entries: view.entries.map((entry) => `${entry.name}${entry.kind === "file" ? "" : "/"}`),
    }
  );
}

describe("KeyWindow", () => {
  const KEYS = ["a/x", "a/y/1", "a/y/2", "b/", "c/z/1", "d"];

  test("shows what a directory in it contains, and that there is no more", () => {
    expect(look(KEYS, "a/")).toEqual({ entries: ["x", "y/"], isComplete: true, isThere: true });
    expect(look(KEYS, "a/y/")).toEqual({ entries: ["1", "2"], isComplete: true, isThere: true });
    expect(look(KEYS, "a/", "a/x")).toEqual({ entries: ["y/"], isComplete: true, isThere: true });
  });

  test("distinguishes an empty directory from a missing one", () => {
    expect(look(KEYS, "b/")).toEqual({ entries: [], isComplete: true, isThere: true });
    expect(look(KEYS, "bb/")).toEqual({ entries: [], isComplete: true, isThere: false });
  });

  test("does not mistake its own end for a directory's", () => {
    expect(look(["a/x", "c/z/1"], "c/")).toEqual({ entries: ["z/"], isComplete: false, isThere: true });
    expect(look(["a/x", "c/z/1"], "c/", undefined, "", true)).toMatchObject({ isComplete: true });
  });

  test("says nothing about what begins outside it", () => {
    expect(look(KEYS, "e/")).toBeUndefined();
    expect(look(KEYS, "a/", undefined, "a/x")).toBeUndefined();
    expect(look(KEYS, "c/", "c/z/")).toMatchObject({ entries: [] });
    expect(look(["a/x"], "a/", "a/z")).toBeUndefined();
  });

  test("shows any directory as its keys do", () => {
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const sorted = keys.map(toByteString).toSorted();
        for (const { path, kind } of entriesOfKeys(keys)) {
          if (kind === "directory") {
            const prefix = `${splitPath(path).join("/")}/`;
            const text = Buffer.from(prefix, "latin1").toString();
            const expected = entriesOfKeys(keys, text).filter((entry) => splitPath(entry.path).length === 1);
            const names = expected.map((entry) => (entry.path === "/" ? "/" : treePath(entry))).toSorted();
            expect(look(sorted, prefix, undefined, "", true)?.entries).toEqual(names);
          }
        }
      }),
    );
  });
});

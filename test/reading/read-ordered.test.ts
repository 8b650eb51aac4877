// A page by name from a huge directory in a store needs neither all of it nor guesses. The orders themselves are compared with
// a model in test/backends/s3/s3.test.ts.
import { describe, expect, test } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import type { ByteString } from "../../src/core/byte-string.ts";
import { readEntries, type EntriesRead } from "../../src/reading/read-entries.ts";
import { codexSiblingKey, type Position, type SiblingKey } from "../../src/core/entry.ts";
import { PageCounter } from "../../src/reading/selection.ts";
import { fakeStore } from "../support/fake-store.ts";
import { walkSettings } from "../support/walk-settings.ts";

const byName: SiblingKey = ({ name }) => name;
const MANY = Array.from({ length: 3000 }, (_, index) => `p/photo-${String(index).padStart(4, "0")}.jpg`);

async function read(keys: readonly string[], keyOf: SiblingKey, keep: number, after?: Position) {
  const store = fakeStore(keys);
  const settings = walkSettings(s3({ client: store.client }), { root: "s3://bucket/p" as ByteString });
  const root = { path: "" as ByteString, name: "" as ByteString, above: undefined };
  const counter = new PageCounter({ skip: 0, needed: keep });
  const asked = { ...root, keyOf, wants: "shown", counter, skips: true, after } as const;
  const { entries } = (await readEntries(settings, asked)) as EntriesRead;
  return { names: entries.slice(0, keep).map(({ name, kind }) => (kind === "file" ? name : `${name}/`)), store };
}

describe("a store read by name", () => {
  test("finds a directory that sorts much later in the store than by name", async () => {
    const { names, store } = await read([...MANY, "p/photo/x"], byName, 3);
    expect(names).toEqual(["photo/", "photo-0000.jpg", "photo-0001.jpg"]);
    expect(store.asked.length).toBeLessThanOrEqual(4);
  });

  test("asks for no directory that can't come before what was read", async () => {
    const { store } = await read(
      MANY.map((key) => key.replaceAll(/[-.]/g, "_")),
      byName,
      3,
    );
    expect(store.asked).toHaveLength(1);
  });

  test("reads on if a name with a backslash may come first", async () => {
    const keys = [...MANY.map((key) => key.replace("-", "")), "p/photo\\x"];
    expect((await read(keys, codexSiblingKey, 2)).names).toEqual(["photo\\x", "photo0000.jpg"]);
    const without = await read(keys.slice(0, -1), codexSiblingKey, 2);
    expect(without.names).toEqual(["photo0000.jpg", "photo0001.jpg"]);
    expect(without.store.asked.length).toBeLessThanOrEqual(8);
  });

  test("reads on if it would take too many requests to ask", async () => {
    const odd = Array.from({ length: 200 }, (_, index) => `p/${"- ".repeat(40)}${String(index).padStart(3, "0")}`);
    const { names } = await read([...odd, `p/${"- ".repeat(20)}/x`], byName, 1);
    expect(names).toEqual([`${"- ".repeat(20)}/`]);
  });

  test("goes on after a directory without a name", async () => {
    const after = { key: "", entry: { name: "" as ByteString, kind: "directory" as const } };
    expect((await read(["p//x", "p/a", "p/a/x", "p/b"], byName, 9, after)).names).toEqual(["a", "a/", "b"]);
  });
});

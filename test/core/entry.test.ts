// The order of names, by the bytes of their UTF-8, and the paths of names that are not UTF-8.
import fc from "fast-check";
import { expect, test } from "vitest";

import { byteKey, fromByteKey, sortedByBytes, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { memory } from "../../src/disk/memory.ts";
import { listDir } from "../../src/tools/list-dir.ts";

test("texts are sorted by the bytes of their UTF-8, and a key leads back to its text", () => {
  const anyText = fc.string({
    unit: fc.constantFrom("a", "b", "é", "\ud7ff", "\ue000", "\uff21", "\uffff", "\u{10000}", "\u{1f600}"),
  });
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const sorted = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(sortedByBytes(texts, (text) => text)).toEqual(sorted);
      expect(texts.map((text) => fromByteKey(byteKey(text)))).toEqual(texts);
    }),
  );
  const long = "\ud83d\ude00\udfff\uffff".repeat(200_000);
  expect(fromByteKey(byteKey(long))).toBe(long);
});

test("a directory whose name is not UTF-8 is read by one path, at the top of a disk, too", async () => {
  const bytes = Buffer.from([0xff]);
  const read: string[] = [];
  const fileSystem: FileSystem = {
    ...memory([]),
    readDirectory(directory) {
      read.push(Buffer.from(directory).toString("latin1"));
      const entries: Entry[] = read.length < 3 ? [{ name: "\ufffd", kind: "directory", bytes }] : [];
      return { isSorted: true, batches: [entries] };
    },
  };
  await listDir({ fileSystem, dirPath: "/", depth: 3 });
  expect(read).toEqual(["/", "/\xff", "/\xff/\xff"]);
});

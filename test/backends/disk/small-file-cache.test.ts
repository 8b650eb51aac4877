// What is remembered of small files: never more than was agreed, and nothing that may have changed.
import fs from "node:fs";
import { expect, test, vi } from "vitest";

import { readSmallFile, SmallFileCache } from "../../../src/backends/disk/disk-files.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

const NOW = 1e12;

function statsOf(changes: Partial<fs.Stats> = {}): fs.Stats {
  return { dev: 1, ino: 7, size: 4, mtimeMs: NOW - 10_000, ctimeMs: NOW - 10_000, ...changes } as fs.Stats;
}

const bytes = Buffer.from("text");

function file(content = bytes) {
  return { bytes: content, realPath: undefined };
}

test("a file with the same stat is the same, and one with another stat is read again", () => {
  const cache = new SmallFileCache();
  cache.add(statsOf(), file(), NOW);
  expect(cache.find(statsOf())?.bytes).toBe(bytes);
  for (const changes of [{ dev: 2 }, { ino: 8 }, { size: 5 }, { mtimeMs: NOW }, { ctimeMs: NOW }]) {
    expect(cache.find(statsOf(changes))).toBeUndefined();
  }
});

test("a file is not kept if it may change without a trace", () => {
  const cache = new SmallFileCache();
  const untold = [{ mtimeMs: NOW - 2000 }, { ctimeMs: NOW - 2000 }, { ctimeMs: NOW + 5000 }];
  for (const changes of [...untold, { ino: 0 }, { ino: 2 ** 60 }, { size: 5 }]) {
    cache.add(statsOf(changes), file(), NOW);
    expect(cache.find(statsOf(changes))).toBeUndefined();
  }
});

test("no more is kept than 64 KiB, and no file of more than 16", () => {
  const cache = new SmallFileCache();
  const held = () =>
    Array.from({ length: 100 }, (_, ino) => cache.find(statsOf({ ino, size: 16_384 }))?.bytes.length ?? 0);
  for (let ino = 1; ino < 100; ino += 1) {
    cache.add(statsOf({ ino, size: 16_384 }), file(Buffer.alloc(16_384)), NOW);
    cache.add(statsOf({ ino, size: 16_384 }), file(Buffer.alloc(16_384)), NOW);
  }
  expect(held().reduce((sum, length) => sum + length)).toBe(64 * 1024);
  expect(held().slice(96)).toEqual([16_384, 16_384, 16_384, 16_384]);
  cache.add(statsOf({ size: 16_385 }), file(Buffer.alloc(16_385)), NOW);
  expect(cache.find(statsOf({ size: 16_385 }))).toBeUndefined();
});

test("a file of the disk is read once until it changes, and asked about each time", () => {
  const folder = makeFiles(temporaryFolder(), { file: "text" });
  const location = toByteString(`${folder}/file`);
  const cache = new SmallFileCache();
  const asked: string[] = [];
  const mayRead = (realPath: string) => asked.push(realPath) < 4;
  const read = (bounds: object = {}) => readSmallFile(location, { maxBytes: 10, ...bounds }, cache)?.toString();
  // As if it had been there for a while.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  try {
    const reads = vi.spyOn(fs, "readSync");
    expect([read(), read(), read({ mayRead }), read({ mayRead })]).toEqual(["text", "text", "text", "text"]);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(read({ maxBytes: 3 })).toBeUndefined();
    fs.writeFileSync(location, "longer");
    expect([read(), read({ mayRead }), read({ mayRead })]).toEqual(["longer", "longer", undefined]);
    fs.rmSync(location);
    expect(read()).toBeUndefined();
    reads.mockRestore();
  } finally {
    vi.useRealTimers();
  }
});

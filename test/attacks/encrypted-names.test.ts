// Names that are kept of an encrypted directory. They must not outlive its key, nor those without the key its return.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { toByteString } from "../../src/core/byte-string.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { makeEncrypted } from "../support/encrypted-directory.ts";
import { numbered } from "../support/many-files.ts";
import { onlyInDepth, type Skip } from "../support/needs.ts";

const CLEAR = "a name to be seen with the key only ";

/** A directory of many files, settled, and how to list it: `names` are from memory if it was not read for them. */
async function makeListed(skip: Skip, bounds: (directory: string) => object = () => ({})) {
  onlyInDepth(skip);
  const encrypted = makeEncrypted(skip);
  const first = path.join(encrypted.path, `${CLEAR}first`);
  fs.writeFileSync(first, "");
  numbered(3000, CLEAR).forEach((name) => fs.linkSync(first, path.join(encrypted.path, name)));
  await sleep(2200);
  const fileSystem = localDisk();
  const list = async (): Promise<{ names: string[]; isKnown: boolean }> => {
    const reads = vi.spyOn(fs.promises, "opendir");
    const options = { fileSystem, dirPath: encrypted.path, depth: 1, limit: 5000, ...bounds(encrypted.path) };
    const { entries } = await listDir(options);
    const isKnown = reads.mock.calls.length === 0;
    reads.mockRestore();
    return { names: entries.map((entry) => entry.path), isKnown };
  };
  return { ...encrypted, fileSystem, list };
}

test.for([
  ["without roots", () => ({})],
  ["within roots", (directory: string) => ({ roots: [directory] })],
  ["in order tree", () => ({ order: "tree" })],
] as const)("names are those that are there, with the key and without: %s", async ([, bounds], { skip }) => {
  const { path: directory, lock, unlock, list } = await makeListed(skip, bounds);
  for (let count = 0; count < 20; count += 1) {
    const isLocked = count % 2 === 1;
    const shown = await list();
    expect(shown.isKnown).toBe(false);
    expect(shown.names).toEqual(fs.readdirSync(directory).sort());
    expect(shown.names.some((name) => name.startsWith(CLEAR))).toBe(!isLocked);
    // They were kept, and are used as long as nothing changes.
    expect(await list()).toEqual({ ...shown, isKnown: true });
    (isLocked ? unlock : lock)();
  }
});

test("nothing is kept of a read in the middle of which the key came", async ({ skip }) => {
  const { path: directory, fileSystem, lock, unlock, list } = await makeListed(skip);
  lock();
  const read: string[] = [];
  for await (const { entries } of fileSystem.readDirectory(toByteString(directory), toByteString(""), {})) {
    unlock();
    read.push(...entries.map(({ name }) => name));
  }
  expect(read.some((name) => name.startsWith(CLEAR))).toBe(true);
  expect(read.some((name) => !name.startsWith(CLEAR))).toBe(true);
  lock();
  expect((await list()).names).toEqual(fs.readdirSync(directory).sort());
});

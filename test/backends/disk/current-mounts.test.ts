import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CurrentMounts, remoteMountOf, type MountTable } from "../../../src/backends/disk/mount-table.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { mountTableFile } from "../../support/mount-table-file.ts";
import { mountFolder } from "../../support/remote-tree.ts";
import { stopClock } from "../../support/virtual-time.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

const LOCAL = "1 0 254:0 / / rw - ext4 /dev/vda rw\n";
const WITH_REMOTE = `${LOCAL}2 1 0:9 / /far rw - nfs source rw\n`;

beforeEach(async () => {
  // What the last test left to do in this turn must not count here.
  await nextTurn();
  stopClock();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets so much time pass, and this turn of the event loop. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await nextTurn();
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function tableNow(): MountTable {
  return new CurrentMounts(() => {}).table;
}

test("the table is empty if it can't be read or understood", () => {
  mountTableFile("1 2 3\n - nfs \n\n");
  expect(remoteMountOf(tableNow(), "/a" as ByteString)).toBeUndefined();
  vi.spyOn(fs, "openSync").mockImplementation(() => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  });
  expect(tableNow()).toMatchObject({ hasRemote: false });
});

test("the table of before is kept if it can't be read again", async () => {
  mountTableFile(WITH_REMOTE);
  const mounts = new CurrentMounts(() => {});
  const { table } = mounts;
  expect(table.hasRemote).toBe(true);
  vi.spyOn(fs, "openSync").mockImplementation(() => {
    throw Object.assign(new Error("EMFILE"), { code: "EMFILE" });
  });
  await pass(100);
  mounts.refresh();
  expect(mounts.table).toBe(table);
});

test("the table is the same object as long as nothing is mounted or unmounted", async () => {
  const file = mountTableFile(LOCAL);
  const mounts = new CurrentMounts(() => {});
  const { table } = mounts;
  await pass(100);
  mounts.refresh();
  expect(mounts.table).toBe(table);
  expect(file.reads()).toBe(2);
  file.write(WITH_REMOTE);
  await pass(100);
  mounts.refresh();
  expect(mounts.table.hasRemote).toBe(true);
});

test("a listing begins with a table that is not older than 10 ms, and goes on with it for a second", async () => {
  const file = mountTableFile(LOCAL);
  const onRead = vi.fn<() => void>();
  const mounts = new CurrentMounts(onRead);
  expect(mounts.table.hasRemote).toBe(false);
  file.write(WITH_REMOTE);
  await pass(7);
  mounts.refresh();
  await nextTurn();
  expect([mounts.table.hasRemote, file.reads(), onRead.mock.calls.length]).toEqual([false, 1, 1]);
  await pass(4);
  mounts.refresh();
  expect([mounts.table.hasRemote, file.reads(), onRead.mock.calls.length]).toEqual([true, 2, 2]);
  file.write(LOCAL);
  await pass(900);
  expect([mounts.table.hasRemote, file.reads()]).toEqual([true, 2]);
  await pass(101);
  expect([mounts.table.hasRemote, file.reads()]).toEqual([false, 3]);
});

test("a listing is told if the table may not be read", async () => {
  mountTableFile(LOCAL);
  const mounts = new CurrentMounts(() => {});
  expect(mounts.table.hasRemote).toBe(false);
  // As Deno refuses it: without a code.
  vi.spyOn(fs, "openSync").mockImplementation(() => {
    throw new Error("Requires read access");
  });
  await pass(100);
  mounts.refresh();
  expect(() => mounts.table).toThrow("Requires read access");
});

test("a table of any length is read whole", async () => {
  const many = Array.from({ length: 2000 }, (_, index) => `${index + 3} 1 0:9 / /mnt/${index} rw - nfs source rw\n`);
  const file = mountTableFile(LOCAL + many.join(""));
  const mounts = new CurrentMounts(() => {});
  const last = () => remoteMountOf(mounts.table, "/mnt/1999/a" as ByteString);
  expect(last()).toBe("/mnt/1999");
  // Nothing of it is left behind in the memory that the next read uses.
  file.write(LOCAL);
  await pass(100);
  mounts.refresh();
  expect(last()).toBeUndefined();
  expect(mounts.table.text).toBe(LOCAL);
});

test("the table has a file system that is mounted now", async ({ skip }) => {
  const point = path.join(temporaryFolder(), "a space, and \\ é");
  fs.mkdirSync(point);
  const mount = await mountFolder(skip, temporaryFolder(), point);
  const bytes = toByteString(point);
  expect(remoteMountOf(tableNow(), `${bytes}/x` as ByteString)).toBe(bytes);
  await mount.unmount();
  expect(remoteMountOf(tableNow(), `${bytes}/x` as ByteString)).toBeUndefined();
});

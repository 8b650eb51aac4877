// Checks that directories on mounts that may stop answering come one part at a time, and that only what is asked for is read.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi, type TestContext } from "vitest";

import { localDisk } from "../../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../../src/core/byte-string.ts";
import type { Batch, WaitOptions } from "../../../../src/core/file-system.ts";
import { listDir } from "../../../../src/listing/list-dir.ts";
import { AMPLE_MS, mountFolder, readAll, watchChildren } from "../../../support/remote-tree.ts";
import { makeEntries, makeFolder } from "../../../support/make-tree.ts";
import { openFiles } from "../../../support/open-files.ts";

const COUNT = 5000;

const LONG = "long" as ByteString;

const children = watchChildren();

let source: string;

beforeAll(() => {
  source = makeFolder();
  makeEntries(
    source,
    Array.from({ length: COUNT }, (_, index) => ({ path: `long/name ${index}`, kind: "file" })),
  );
});

/** A mount with a directory of more than two parts, and a disk, which has started a child for it. */
async function mountLong(skip: TestContext["skip"]) {
  const mount = await mountFolder(skip, source);
  const point = toByteString(mount.point);
  const disk = localDisk();
  const read = (limits: WaitOptions = {}) =>
    disk.readDirectory(point, LONG, { timeoutMs: AMPLE_MS, ...limits }) as AsyncGenerator<Batch, void>;
  const isDirectory = () => disk.isDirectory(point, LONG, {});
  expect(await isDirectory()).toBe(true);
  return { mount, read, isDirectory };
}

describe("a long directory", () => {
  test("is read no further than it is asked for", async ({ skip }) => {
    const { read, isDirectory } = await mountLong(skip);
    let told = 0;
    children()[0]?.stdout?.on("data", (chunk: string) => {
      told += chunk.split('"name ').length - 1;
    });
    const batches = read();
    const first = await batches.next();
    // By then, everything that the child said before this question is here, too.
    await isDirectory();
    expect(first.value?.entries.length).toBe(told);
    expect(told).toBeLessThan(COUNT / 2);
    const all = [...(first.value?.entries ?? []), ...(await readAll(batches))];
    expect(all).toHaveLength(COUNT);
    expect(new Set(all.map(({ name }) => name)).size).toBe(COUNT);
  });

  test("lets others ask questions in the middle, even its own reader", async ({ skip }) => {
    const { read, isDirectory } = await mountLong(skip);
    let count = 0;
    for await (const { entries } of read()) {
      count += entries.length;
      expect(await isDirectory()).toBe(true);
      expect(await readAll(read())).toHaveLength(COUNT);
    }
    expect(count).toBe(COUNT);
    expect(children()).toHaveLength(1);
  });

  test("is closed when its reader leaves in the middle, reaches the end, or is stopped", async ({ skip }) => {
    const { mount, read } = await mountLong(skip);
    const open = () => openFiles(children()[0]?.pid).filter((file) => file.startsWith(mount.point));
    const controller = new AbortController();
    const stopped = read({ signal: controller.signal });
    await stopped.next();
    for await (const { entries } of read()) {
      expect(entries.length).toBeGreaterThan(0);
      expect(open()).not.toEqual([]);
      break;
    }
    await readAll(read());
    const next = stopped.next();
    controller.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
    await expect.poll(open).toEqual([]);
  });

  test("spends its time limit on waiting, not on what its reader does in between", async ({ skip }) => {
    const { read } = await mountLong(skip);
    const batches = read({ timeoutMs: 1000 });
    const first = await batches.next();
    await wait(1100);
    expect(await readAll(batches)).toHaveLength(COUNT - (first.value?.entries.length ?? 0));
  });

  test("is lost with its child, even if a new child reads other directories by then", async ({ skip }) => {
    const { read } = await mountLong(skip);
    const lost = read();
    await lost.next();
    const ended = once(children()[0] as ChildProcess, "close");
    children()[0]?.kill("SIGKILL");
    await ended;
    const others = Array.from({ length: 3 }, () => read());
    await Promise.all(others.map((other) => other.next()));
    expect(children()).toHaveLength(2);
    await expect(lost.next()).rejects.toMatchObject({ code: "EIO" });
    for (const other of others) {
      await other.return();
    }
  });

  test("keeps its child as long as it may be read further", async ({ skip }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { read } = await mountLong(skip);
    const batches = read();
    const first = await batches.next();
    vi.advanceTimersByTime(60_000);
    expect(await readAll(batches)).toHaveLength(COUNT - (first.value?.entries.length ?? 0));
    const ended = once(children()[0] as ChildProcess, "close");
    vi.advanceTimersByTime(30_000);
    await ended;
    expect(children()).toHaveLength(1);
  });

  test("times out if the mount stops in the middle", async ({ skip }) => {
    const { mount, read } = await mountLong(skip);
    const batches = read({ timeoutMs: 800 });
    await batches.next();
    mount.stop();
    await expect(readAll(batches)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    mount.wake();
    expect(await readAll(read())).toHaveLength(COUNT);
    expect(children()).toHaveLength(1);
  });

  test.for([false, true])("comes in batches to a listing (sandboxed: %s)", async (isSandboxed, { skip }) => {
    const { mount } = await mountLong(skip);
    const totals: number[] = [];
    await listDir({
      dirPath: `${mount.point}/long`,
      limit: 5,
      ...(isSandboxed && { roots: [mount.point] }),
      onProgress: ({ entries }) => totals.push(entries),
    });
    expect(totals.at(-1)).toBe(COUNT);
    expect(totals.length).toBeGreaterThan(2);
  });
});

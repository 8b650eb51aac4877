import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { describe, expect, test, vi } from "vitest";

import { AMPLE_MS, mountTree, outcomeOf, watchChildren } from "../../../support/remote-tree.ts";
import { stopClock, throughTime } from "../../../support/virtual-time.ts";

const children = watchChildren();

/** The tasks that the child gets, in order. */
function listenTo(child: ChildProcess | undefined): string[] {
  const tasks: string[] = [];
  const { stdin } = child as ChildProcess;
  const write = stdin?.write.bind(stdin) as (...args: unknown[]) => boolean;
  vi.spyOn(stdin as NonNullable<typeof stdin>, "write").mockImplementation((...args: unknown[]) => {
    tasks.push((JSON.parse(String(args[0])) as { task: string }).task);
    return write(...args);
  });
  return tasks;
}

describe("a mount that sleeps", () => {
  test("is waited for as long as the caller said, and is read with the same child when it wakes", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    mount.stop();
    stopClock();
    const { value, ms } = await throughTime(outcomeOf(read("a", { timeoutMs: 300 })));
    expect({ value, ms }).toEqual({ value: "ETIMEDOUT", ms: 300 });
    const waiting = read("a/deep");
    mount.wake();
    expect(await waiting).toEqual([{ name: "deeper", kind: "directory" }]);
    expect(await read("b\xff")).toEqual([{ name: "\xfe", kind: "file" }]);
    expect(children()).toHaveLength(1);
  });

  test("is waited for no less if timers fire early", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    mount.stop();
    // Node's timers may fire a millisecond early by the clock. These fire far earlier.
    const { setTimeout: set } = globalThis;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms = 0) => set(act, ms * 0.9)) as never);
    const start = performance.now();
    expect(await outcomeOf(read("a", { timeoutMs: 200 }))).toBe("ETIMEDOUT");
    expect(performance.now() - start).toBeGreaterThanOrEqual(200);
  });

  test("answers a hundred calls soon, asks the child once, and leaves our process free", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    const tasks = listenTo(children()[0]);
    mount.stop();
    stopClock();
    expect(await throughTime(outcomeOf(read("", { timeoutMs: 1200 })))).toEqual({ value: "ETIMEDOUT", ms: 1200 });

    for (let round = 0; round < 10; round += 1) {
      const ten = Promise.all(Array.from({ length: 10 }, () => outcomeOf(read("a", { timeoutMs: AMPLE_MS }))));
      // While they wait, the event loop turns and the thread pool reads: a read of our own on the mount would block one of
      // them.
      const reads = Array.from({ length: 20 }, () => fs.promises.readdir(mount.source));
      expect((await Promise.all(reads)).every((names) => names.includes("a"))).toBe(true);
      const { value, ms } = await throughTime(ten);
      expect({ codes: [...new Set(value)], count: value.length, ms }).toEqual({
        codes: ["ETIMEDOUT"],
        count: 10,
        ms: 100,
      });
    }
    expect(tasks).toEqual(["list", "cancel"]);

    mount.wake();
    expect(await read("a")).toEqual([{ name: "deep", kind: "directory" }]);
    expect(tasks).toEqual(["list", "cancel", "list"]);
    expect(children()).toHaveLength(1);
  });

  test("gets the full time limit again as soon as it is awake", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    mount.stop();
    stopClock();
    await throughTime(outcomeOf(read("", { timeoutMs: 1200 })));
    const waiting = Promise.all([read("a"), read("a"), read("b\xff")]);
    mount.wake();
    expect((await waiting).map((entries) => entries.length)).toEqual([1, 1, 1]);
  });

  test("is no longer waited for after an abort, which rejects at once and with the reason", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    const tasks = listenTo(children()[0]);
    mount.stop();
    const controller = new AbortController();
    const reason = new Error("enough");
    const readings = ["", "a", "b\xff"].map((below) => read(below, { signal: controller.signal }));
    await expect.poll(() => tasks).toEqual(["list"]);
    controller.abort(reason);
    const outcomes = await Promise.allSettled(readings);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason === reason)).toEqual([
      true,
      true,
      true,
    ]);
    await expect(read("", { signal: controller.signal })).rejects.toBe(reason);
    expect(tasks).toEqual(["list", "cancel"]);
  });

  test("fails the read a child was busy with when it died, and gets another child for the next", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    mount.stop();
    const [first, second] = [read(), read("a")];
    children()[0]?.kill("SIGKILL");
    await expect(first).rejects.toMatchObject({ code: "EIO" });
    mount.wake();
    expect(await second).toEqual([{ name: "deep", kind: "directory" }]);
    expect(children()).toHaveLength(2);
  });

  test("replaces a child that has been stuck for long", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    stopClock();
    mount.stop();
    expect((await throughTime(outcomeOf(read("", { timeoutMs: 10 })))).value).toBe("ETIMEDOUT");
    const ended = once(children()[0] as ChildProcess, "close");
    vi.advanceTimersByTime(30_000);
    await ended;
    mount.wake();
    expect(await read("a")).toHaveLength(1);
    expect(children()).toHaveLength(2);
  });
});

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { describe, expect, test, vi } from "vitest";

import { AMPLE_MS, mountTree, timed, watchChildren } from "../support/far-tree.ts";

/** Nobody's patience is worn out by a machine that has much to do. */
const SLACK_MS = 2_000;

const children = watchChildren();

/** What the child has been asked, in order. */
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
  test("waits as long as it was told to, and reads on when the mount wakes, with the same child", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    mount.stop();
    const { code, ms } = await timed(read("a", { timeoutMs: 300 }));
    expect(code).toBe("ETIMEDOUT");
    expect(ms).toBeGreaterThanOrEqual(290);
    expect(ms).toBeLessThan(300 + SLACK_MS);
    const waiting = read("a/deep");
    mount.wake();
    expect(await waiting).toEqual([{ name: "deeper", kind: "directory" }]);
    expect(await read("b\xff")).toEqual([{ name: "\xfe", kind: "file" }]);
    expect(children()).toHaveLength(1);
  });

  test("answers a hundred calls soon, asks the child once, and leaves our process free", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    const tasks = listenTo(children()[0]);
    mount.stop();
    expect(await timed(read("", { timeoutMs: 1200 }))).toMatchObject({ code: "ETIMEDOUT" });

    let longestGap = 0;
    let last = performance.now();
    const ticking = setInterval(() => {
      longestGap = Math.max(longestGap, performance.now() - last);
      last = performance.now();
    }, 5);
    const poolTimes: number[] = [];
    const calls: { code: unknown; ms: number }[] = [];
    for (let round = 0; round < 10; round += 1) {
      const ten = Array.from({ length: 10 }, () => timed(read("a", { timeoutMs: AMPLE_MS })));
      poolTimes.push((await timed(fs.promises.readdir("/proc/self"))).ms);
      calls.push(...(await Promise.all(ten)));
    }
    clearInterval(ticking);
    expect(new Set(calls.map(({ code }) => code))).toEqual(new Set(["ETIMEDOUT"]));
    expect(calls).toHaveLength(100);
    expect(Math.max(...calls.map(({ ms }) => ms))).toBeLessThan(100 + SLACK_MS);
    expect(longestGap).toBeLessThan(SLACK_MS);
    expect(Math.max(...poolTimes)).toBeLessThan(SLACK_MS);
    expect(tasks).toEqual(["readDirectory", "cancel"]);

    mount.wake();
    expect(await read("a")).toEqual([{ name: "deep", kind: "directory" }]);
    expect(tasks).toEqual(["readDirectory", "cancel", "readDirectory"]);
    expect(children()).toHaveLength(1);
  });

  test("is patient again as soon as the mount is awake", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    mount.stop();
    await timed(read("", { timeoutMs: 1200 }));
    const waiting = Promise.all([read("a"), read("a"), read("b\xff")]);
    mount.wake();
    expect((await waiting).map((entries) => entries.length)).toEqual([1, 1, 1]);
  });

  test("stops waiting when it is told to, at once and with the reason", async ({ skip }) => {
    const { mount, read } = await mountTree(skip);
    await read();
    const tasks = listenTo(children()[0]);
    mount.stop();
    const controller = new AbortController();
    const reason = new Error("enough");
    const readings = ["", "a", "b\xff"].map((below) => read(below, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 50);
    const outcomes = await Promise.allSettled(readings);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason === reason)).toEqual([
      true,
      true,
      true,
    ]);
    await expect(read("", { signal: controller.signal })).rejects.toBe(reason);
    expect(tasks).toEqual(["readDirectory", "cancel"]);
  });

  test("fails what a child was at when it died, and starts another for the next", async ({ skip }) => {
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
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    mount.stop();
    const reading = expect(read("", { timeoutMs: 10 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
    vi.advanceTimersByTime(10);
    await reading;
    const ended = once(children()[0] as ChildProcess, "close");
    vi.advanceTimersByTime(30_000);
    await ended;
    mount.wake();
    expect(await read("a")).toHaveLength(1);
    expect(children()).toHaveLength(2);
  });
});

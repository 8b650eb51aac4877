import childProcess, { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { RemoteReader } from "../../../../src/backends/disk/remote/remote-reader.ts";
import { toByteString, type ByteString } from "../../../../src/core/byte-string.ts";
import type { Entry } from "../../../../src/core/entry.ts";
import { asUnprivileged } from "../../../support/as-unprivileged.ts";
import type { BindfsMount } from "../../../support/bindfs-mount.ts";
import {
  AMPLE_MS,
  inOrder,
  mountFolder,
  mountTree,
  outcomeOf,
  readAll,
  watchChildren,
} from "../../../support/remote-tree.ts";
import { makeEntries, makeFolder } from "../../../support/make-tree.ts";
import { mountWithoutKinds } from "../../../support/mount-without-kinds.ts";
import { openFiles } from "../../../support/open-files.ts";
import { stopClock, throughTime } from "../../../support/virtual-time.ts";

const children = watchChildren();

/** Waits until a process is gone, or is a zombie that its parent has not collected yet. */
async function hasEnded(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      if (/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"))) {
        return true;
      }
    } catch {
      return true;
    }
    await pause(20);
  }
  return false;
}

describe("the child of a remote reader", () => {
  test("may survive a kill while the mount sleeps: until it is gone, no other is started", async ({ skip }) => {
    const remote = await mountTree(skip);
    const mount = await mountFolder(skip, remote.mount.point);
    // What is on the sleeping mount can be removed only when that is awake.
    onTestFinished(remote.mount.wake);
    const point = toByteString(mount.point);
    const read = (timeoutMs: number) =>
      readAll(remote.reader.readDirectory(point, point, "a" as ByteString, { timeoutMs }));
    await read(AMPLE_MS);
    // The kernel lets a process die if its request has not been picked up yet. This mount has picked it up.
    stopClock();
    remote.mount.stop();
    expect(await throughTime(outcomeOf(read(1200)))).toEqual({ value: "ETIMEDOUT", ms: 1200 });
    const child = children()[0] as ChildProcess;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await pause(100);
    expect(await throughTime(outcomeOf(read(AMPLE_MS)))).toEqual({ value: "ETIMEDOUT", ms: 100 });
    expect(children()).toHaveLength(1);
    remote.mount.wake();
    await ended;
    expect(await read(AMPLE_MS)).toEqual([{ name: "deep", kind: "directory" }]);
    expect(children()).toHaveLength(2);
  });

  test("finds the kinds if the file system does not report them", async ({ skip }) => {
    const mounted = mountWithoutKinds(skip);
    fs.chmodSync(mounted, 0o755);
    const root = path.join(mounted, "root");
    makeEntries(root, [
      { path: "é", kind: "dir" },
      { path_b64: Buffer.from([0xe9]).toString("base64"), kind: "file" },
      { path: "日本", kind: "symlink", target: "." },
      { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
    ]);
    const read = (reader: RemoteReader) =>
      readAll(reader.readDirectory("/" as ByteString, toByteString(root), "" as ByteString));
    expect(inOrder(await read(new RemoteReader()))).toEqual([
      { name: "b\xff", kind: "directory" },
      { name: toByteString("é"), kind: "directory" },
      { name: toByteString("日本"), kind: "symlink" },
      { name: "\xe9", kind: "file" },
    ]);
    for (let index = 0; index < 3000; index += 1) {
      fs.writeFileSync(path.join(root, `${index}`), "");
    }
    const batches = await asUnprivileged(async () => {
      const begun = new RemoteReader().readDirectory("/" as ByteString, toByteString(root), "" as ByteString);
      expect((await begun.next()).value?.entries.length).toBeGreaterThan(1000);
      return begun;
    });
    // This user may read the names here now, but not `lstat` them.
    fs.chmodSync(root, 0o744);
    const unknown = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind === "unknown").length;
    const again = (await batches.next()).value;
    expect(again?.startsOver).toBe(true);
    expect(unknown(again?.entries ?? []) + unknown(await readAll(batches))).toBe(3004);
    await asUnprivileged(async () => {
      expect(unknown(await read(new RemoteReader()))).toBe(3004);
    });
  });

  test("is ended when it has been idle for long, and leaves nothing behind", async ({ skip }) => {
    const bound = await mountTree(skip);
    const listeners = process.listenerCount("exit");
    const before = new Set(openFiles());
    stopClock();
    await bound.read();
    expect(process.listenerCount("exit")).toBe(listeners + 1);
    const ended = once(children()[0] as ChildProcess, "close");
    vi.advanceTimersByTime(29_000);
    await bound.read("a");
    vi.advanceTimersByTime(29_000);
    expect(children()[0]?.killed).toBe(false);
    vi.advanceTimersByTime(1_000);
    await ended;
    expect(process.listenerCount("exit")).toBe(listeners);
    expect(openFiles().filter((file) => !before.has(file))).toEqual([]);
    expect(await bound.read("a")).toHaveLength(1);
    expect(children()).toHaveLength(2);
  });

  test("leaves no descriptor open on the mount", async ({ skip }) => {
    const { mount, reader, read } = await mountTree(skip);
    const point = toByteString(mount.point);
    await read();
    const open = () => openFiles(children()[0]?.pid).filter((file) => file.startsWith(mount.point));
    for (let round = 0; round < 20; round += 1) {
      await Promise.allSettled(["", "a/deep/deeper", "a/deep/missing", "link", "a-b"].map((below) => read(below)));
      await reader.isDirectory(point, point, "a/deep" as ByteString);
      await reader.readFile(point, point, "a-b" as ByteString, { maxBytes: 10 });
      await reader.readFile(point, point, "a/deep" as ByteString, { maxBytes: 10 });
    }
    await expect.poll(open).toEqual([]);
  });

  test("causes an error and nothing worse if it can't be started or is not our program", async () => {
    const root = toByteString(makeFolder());
    const { execPath } = process;
    for (const program of ["/nowhere/node", "/bin/echo", "/dev/null"]) {
      process.execPath = program;
      const reader = new RemoteReader();
      const reads = [1, 2, 3].map(() => outcomeOf(readAll(reader.readDirectory(root, root, "" as ByteString))));
      const outcomes = await Promise.all(reads);
      process.execPath = execPath;
      expect(outcomes).toEqual(["EIO", "EIO", "EIO"]);
    }
  });
});

describe("a process that reads a mount that sleeps", () => {
  let bundle: string;

  beforeAll(async () => {
    bundle = path.join(makeFolder(), "remote-reader.cjs");
    const input = path.join(import.meta.dirname, "../../../../src/backends/disk/remote/remote-reader.ts");
    const build = await rolldown({ input, platform: "node" });
    await build.write({ file: bundle, format: "cjs", minify: true });
  });

  /** Runs a program that has a reader and the mount, and returns the first thing it says. */
  async function run(mount: BindfsMount, program: string) {
    const source = `
      const { RemoteReader } = require(${JSON.stringify(bundle)});
      const point = ${JSON.stringify(mount.point)};
      const read = (timeoutMs) => reader.readDirectory(point, point, "", { timeoutMs }).next();
      const say = (text) => console.log(text, require("fs").readFileSync("/proc/self/task/" + process.pid + "/children", "latin1"));
      const reader = new RemoteReader();
      ${program}`;
    const runner = childProcess.spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(runner, "close");
    const [told] = (await once(runner.stdout, "data")) as [Buffer];
    const [text, child] = told.toString().trim().split(" ");
    return { runner, ended, text, child: Number(child) };
  }

  test.for([
    ["its program ends", `read(200).catch((error) => say(error.code));`],
    ["it exits in the middle", `read(60000); setTimeout(() => { say("ETIMEDOUT"); process.exit(0); }, 500);`],
  ] as const)("ends when %s, and its child with it", async ([, program], { skip }) => {
    const { mount } = await mountTree(skip);
    mount.stop();
    const { ended, text, child } = await run(mount, program);
    expect(text).toBe("ETIMEDOUT");
    expect(await ended).toEqual([0, null]);
    expect(await hasEnded(child)).toBe(true);
  });

  test.for(["SIGTERM", "SIGKILL"] as const)("ends on %s, and its child with it", async (signal, { skip }) => {
    const { mount } = await mountTree(skip);
    mount.stop();
    const { runner, ended, child } = await run(mount, `read(60000); setTimeout(() => say("reading"), 500);`);
    runner.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(await hasEnded(child)).toBe(true);
  });
});

import childProcess, { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../../src/backends/disk/local-disk.ts";
import { toByteString, type ByteString } from "../../../../src/core/byte-string.ts";
import type { Entry } from "../../../../src/core/entry.ts";
import type { Batch, FileSystem } from "../../../../src/core/file-system.ts";
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
import { mountTableFile } from "../../../support/mount-table-file.ts";
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

/** Disks that take a directory for one on a mount that may stop answering. */
function disksWithRemote(directory: string): [FileSystem, FileSystem, FileSystem] {
  mountTableFile(`1 0 254:0 / / rw - ext4 /dev/vda rw\n2 1 0:9 / ${directory} rw - nfs source rw\n`);
  const disks: [FileSystem, FileSystem, FileSystem] = [localDisk(), localDisk(), localDisk()];
  // They read the table now: another user may not.
  disks.forEach((disk) => disk.mayExist?.("/" as ByteString));
  return disks;
}

describe("the child that reads a mount", () => {
  test("may survive a kill while the mount sleeps: until it is gone, no other is started", async ({ skip }) => {
    const remote = await mountTree(skip);
    const mount = await mountFolder(skip, remote.mount.point);
    // What is on the sleeping mount can be removed only when that is awake.
    onTestFinished(remote.mount.wake);
    const point = toByteString(mount.point);
    const read = (timeoutMs: number) => readAll(remote.disk.readDirectory(point, "a" as ByteString, { timeoutMs }));
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
    const [first, second, third] = disksWithRemote(mounted);
    const read = (disk: FileSystem) =>
      disk.readDirectory(toByteString(root), "" as ByteString, {}) as AsyncGenerator<Batch, void>;
    expect(inOrder(await readAll(read(first)))).toEqual([
      { name: "b\xff", kind: "directory" },
      { name: toByteString("é"), kind: "directory" },
      { name: toByteString("日本"), kind: "symlink" },
      { name: "\xe9", kind: "file" },
    ]);
    for (let index = 0; index < 3000; index += 1) {
      fs.writeFileSync(path.join(root, `${index}`), "");
    }
    const unknown = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind === "unknown").length;
    const batches = await asUnprivileged(async () => {
      const begun = read(second);
      const { entries, startsOver } = (await begun.next()).value as Batch;
      expect({ count: entries.length, unknown: unknown(entries), startsOver }).toEqual({
        count: 2048,
        unknown: 0,
        startsOver: true,
      });
      return begun;
    });
    // This user may read the names here now, but not `lstat` them.
    fs.chmodSync(root, 0o744);
    expect(unknown(await readAll(batches))).toBe(3004 - 2048);
    await asUnprivileged(async () => {
      expect(unknown(await readAll(read(third)))).toBe(3004);
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
    const { mount, disk, point, read } = await mountTree(skip);
    await read();
    const open = () => openFiles(children()[0]?.pid).filter((file) => file.startsWith(mount.point));
    for (let round = 0; round < 20; round += 1) {
      await Promise.allSettled(["", "a/deep/deeper", "a/deep/missing", "link", "a-b"].map((below) => read(below)));
      await disk.isDirectory(point, "a/deep" as ByteString, {});
      await disk.readDetails(point, "a" as ByteString, ["deep" as ByteString], {});
      await disk.readFile(`${point}/a-b` as ByteString, { maxBytes: 10 });
      await disk.readFile(`${point}/a/deep` as ByteString, { maxBytes: 10 });
    }
    await expect.poll(open).toEqual([]);
  });

  test("causes an error and nothing worse if it can't be started or is not our program", async () => {
    const folder = makeFolder();
    const root = toByteString(folder);
    const { execPath } = process;
    const disks = disksWithRemote(folder);
    for (const [index, program] of ["/nowhere/node", "/bin/echo", "/dev/null"].entries()) {
      process.execPath = program;
      const disk = disks[index] as FileSystem;
      const reads = [1, 2, 3].map(() => outcomeOf(readAll(disk.readDirectory(root, "" as ByteString, {}))));
      const outcomes = await Promise.all(reads);
      process.execPath = execPath;
      expect(outcomes).toEqual(["EIO", "EIO", "EIO"]);
      // Not once for each of them.
      const starts = vi.mocked(childProcess.spawn).mock.calls.filter(([file]) => file === program);
      expect(starts).toHaveLength(1);
    }
  });
});

describe("a process that reads a mount that sleeps", () => {
  let bundle: string;

  beforeAll(async () => {
    bundle = path.join(makeFolder(), "disk.cjs");
    const input = path.join(import.meta.dirname, "../../../../src/backends/disk/local-disk.ts");
    const build = await rolldown({ input, platform: "node" });
    await build.write({ file: bundle, format: "cjs", minify: true, codeSplitting: false });
  });

  /** Runs a program that has a disk and the mount, and returns the first thing it says. */
  async function run(mount: BindfsMount, program: string) {
    const source = `
      const { localDisk } = require(${JSON.stringify(bundle)});
      const point = ${JSON.stringify(mount.point)};
      const read = (timeoutMs) => disk.readDirectory(point, "", { timeoutMs }).next();
      const say = (text) => console.log(text, require("fs").readFileSync("/proc/self/task/" + process.pid + "/children", "latin1"));
      const disk = localDisk();
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

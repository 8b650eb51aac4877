import childProcess, { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
  type MockInstance,
} from "vitest";

import type { FarPatience } from "../../src/backends/far-mount.ts";
import { FarReader } from "../../src/backends/far-reader.ts";
import { localDisk } from "../../src/backends/local-disk.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Entry } from "../../src/core/entry.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { mountBindfs, type BindfsMount } from "../support/bindfs-mount.ts";
import { makeEntries, makeFolder, type TreeEntry } from "../support/make-tree.ts";

const TREE: readonly TreeEntry[] = [
  { path: "a/deep/deeper/file", kind: "file" },
  { path: "a-b", kind: "file" },
  { path: "日本", kind: "dir" },
  { path: "link", kind: "symlink", target: "a" },
  { path: "two\nlines", kind: "file" },
  { path: "pipe", kind: "fifo" },
  { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
];

/** Far more than any of it needs; what hangs takes longer. */
const AMPLE_MS = 20_000;

/** Nobody's patience is worn out by a machine that has much to do. */
const SLACK_MS = 2_000;

let spawned: MockInstance<typeof childProcess.spawn>;

beforeEach(() => {
  spawned = vi.spyOn(childProcess, "spawn");
});

afterEach(() => {
  // The children of the test's readers: they would end by themselves, but later.
  children().forEach((child) => child.kill("SIGKILL"));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The children that were started, the process that keeps the mount aside. */
function children(): ChildProcess[] {
  return spawned.mock.results
    .map(({ value }) => value as ChildProcess)
    .filter(({ spawnfile }) => spawnfile === process.execPath);
}

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

interface Bound {
  readonly mount: BindfsMount;
  readonly reader: FarReader;
  read(below?: string, patience?: FarPatience): Promise<Entry[]>;
}

/** A reader and a mount of the tree, or none. */
async function bind(tree: readonly TreeEntry[] = TREE): Promise<Bound | undefined> {
  const source = makeFolder();
  fs.chmodSync(source, 0o755);
  makeEntries(source, tree);
  const mount = await mountBindfs(source);
  if (mount === undefined) {
    return undefined;
  }
  const point = toByteString(mount.point);
  const reader = new FarReader();
  return {
    mount,
    reader,
    read: (below = "", patience = { timeoutMs: AMPLE_MS }) =>
      reader.readDirectory(point, point, below as ByteString, patience),
  };
}

const NO_MOUNT = "bindfs can't be mounted here";

function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readLocally(root: string, below: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of localDisk().readDirectory(toByteString(root), below as ByteString, {})) {
    entries.push(...batch.entries);
  }
  return entries;
}

async function timed<Value>(work: Promise<Value>): Promise<{ code: unknown; ms: number }> {
  const start = performance.now();
  const code = await work.then(
    () => "answered",
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  return { code, ms: performance.now() - start };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Waits until a process is gone, or is only waited for by whoever started it. */
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

/** An ext4 without the feature by which it tells the kinds of its entries. */
function mountWithoutKinds(): string | undefined {
  const image = path.join(makeFolder(), "image");
  const mounted = makeFolder();
  fs.writeFileSync(image, "");
  fs.truncateSync(image, 16 * 1024 * 1024);
  try {
    childProcess.execFileSync("mkfs.ext4", ["-q", "-O", "^filetype", image], { stdio: "ignore" });
    childProcess.execFileSync("mount", ["-o", "loop", image, mounted], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    childProcess.execFileSync("umount", [mounted]);
  });
  return mounted;
}

describe("a far reader", () => {
  test("starts nothing before it is used", () => {
    const listeners = process.listenerCount("exit");
    expect(new FarReader()).toBeDefined();
    expect(children()).toEqual([]);
    expect(process.listenerCount("exit")).toBe(listeners);
  });

  test("reads what the local disk reads, and follows no link below the root", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
    for (const below of ["", "a", "a/deep/deeper", "b\xff", toByteString("日本")]) {
      expect(inOrder(await read(below))).toEqual(inOrder(await readLocally(mount.source, below)));
    }
    for (const [below, code] of [
      ["missing", "ENOENT"],
      ["missing/x", "ENOENT"],
      ["a-b", "ENOTDIR"],
      ["a-b/x", "ENOTDIR"],
      ["link", "ENOTDIR"],
      ["link/deep", "ENOTDIR"],
      ["a/../a", "ENOENT"],
      ["a//deep", "ENOENT"],
      ["n".repeat(300), "ENAMETOOLONG"],
    ]) {
      await expect(read(below)).rejects.toMatchObject({ code });
    }
    expect(children()).toHaveLength(1);
  });

  test("reaches the root through links", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const point = toByteString(bound.mount.point);
    const root = `${point}/link` as ByteString;
    expect(await bound.reader.readDirectory(point, root, "deep" as ByteString)).toEqual([
      { name: "deeper", kind: "directory" },
    ]);
    expect(await bound.reader.realPath(point, `${point}/link/../b\xff` as ByteString)).toBe(`${point}/b\xff`);
    await expect(bound.reader.realPath(point, `${point}/no` as ByteString)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("passes through directories that may only be passed through, and is kept out of closed ones", async ({
    skip,
  }) => {
    const bound = await bind([{ path: "passage/open/x", kind: "file" }]);
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    fs.chmodSync(path.join(bound.mount.source, "passage"), 0o711);
    await asUnprivileged(async () => {
      expect(await bound.read("passage/open")).toEqual([{ name: "x", kind: "file" }]);
      await expect(bound.read("passage")).rejects.toMatchObject({ code: "EACCES" });
    });
  });

  test("knows directories, and reads small files and nothing else", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, reader } = bound;
    const point = toByteString(mount.point);
    // Before it is first asked about, because a file system may remember the size.
    const content = Buffer.from([0, 10, 13, 34, 92, 127, 128, 255]);
    fs.writeFileSync(path.join(mount.source, "a-b"), content);
    const isDirectory = (below: string) => reader.isDirectory(point, point, below as ByteString);
    expect(await Promise.all(["", "a/deep", "b\xff"].map(isDirectory))).toEqual([true, true, true]);
    const others = ["link", "link/deep", "a-b", "a-b/x", "missing", ".."];
    expect(await Promise.all(others.map(isDirectory))).toEqual(others.map(() => false));

    const readFile = (below: string, maxBytes = 8) =>
      reader.readFile(point, point, below as ByteString, { maxBytes, timeoutMs: AMPLE_MS });
    expect(await readFile("a-b")).toEqual(content);
    expect(await readFile("a/deep/deeper/file")).toHaveLength(0);
    expect(await reader.readFile(point, `${point}/a-b` as ByteString, "" as ByteString, { maxBytes: 8 })).toEqual(
      content,
    );
    expect(await readFile("a-b", 7)).toBeUndefined();
    for (const below of ["a", "link", "pipe", "missing", "a-b/x", "../a-b"]) {
      expect(await readFile(below)).toBeUndefined();
    }
  });

  test("reads a long directory whole, and stops reading one that nobody waits for", async ({ skip }) => {
    const count = 5000;
    const bound = await bind(
      Array.from({ length: count }, (_, index) => ({ path: `name ${"x".repeat(200)} ${index}`, kind: "file" })),
    );
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const entries = await bound.read();
    expect(new Set(entries.map(({ name }) => name)).size).toBe(count);
    expect(entries).toHaveLength(count);

    const { stdout } = children()[0] as ChildProcess;
    const controller = new AbortController();
    let told = "";
    stdout?.on("data", (chunk: string) => {
      told += chunk;
      controller.abort();
    });
    await expect(bound.read("", { signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
    await expect(bound.read("missing")).rejects.toMatchObject({ code: "ENOENT" });
    expect(told.split('"name ').length).toBeLessThan(count);
  });

  test("has a child for each mount", async ({ skip }) => {
    const [one, two] = [await bind(), await bind()];
    if (one === undefined || two === undefined) {
      return skip(NO_MOUNT);
    }
    const points = [one, two].map(({ mount }) => toByteString(mount.point));
    const reads = [...points, ...points].map((point) => one.reader.readDirectory(point, point, "" as ByteString));
    expect((await Promise.all(reads)).map((entries) => entries.length)).toEqual([7, 7, 7, 7]);
    expect(children()).toHaveLength(2);
  });
});

describe("a far reader whose mount sleeps", () => {
  test("waits as long as it was told to, and reads on when the mount wakes, with the same child", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
    await read();
    mount.stop();
    const { code, ms } = await timed(read("a", { timeoutMs: 300 }));
    expect(code).toBe("ETIMEDOUT");
    expect(ms).toBeGreaterThanOrEqual(299);
    expect(ms).toBeLessThan(300 + SLACK_MS);
    const waiting = read("a/deep");
    mount.wake();
    expect(await waiting).toEqual([{ name: "deeper", kind: "directory" }]);
    expect(await read("b\xff")).toEqual([{ name: "\xfe", kind: "file" }]);
    expect(children()).toHaveLength(1);
  });

  test("answers a hundred calls soon, asks the child once, and leaves our process free", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
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
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
    await read();
    mount.stop();
    await timed(read("", { timeoutMs: 1200 }));
    const waiting = Promise.all([read("a"), read("a"), read("b\xff")]);
    mount.wake();
    expect((await waiting).map((entries) => entries.length)).toEqual([1, 1, 1]);
  });

  test("stops waiting when it is told to, at once and with the reason", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
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
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
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
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, read } = bound;
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

describe("the child of a far reader", () => {
  test("may survive its killing while the mount sleeps: then there is no other", async ({ skip }) => {
    const below = await bind();
    const mount = below && (await mountBindfs(below.mount.point));
    if (below === undefined || mount === undefined) {
      return skip(NO_MOUNT);
    }
    // What lies on the sleeping mount can be taken away only when that is awake.
    onTestFinished(below.mount.wake);
    const point = toByteString(mount.point);
    const read = (timeoutMs: number) => below.reader.readDirectory(point, point, "a" as ByteString, { timeoutMs });
    await read(AMPLE_MS);
    // The kernel lets a process die whose question has not been taken up yet. This mount has taken it up.
    below.mount.stop();
    expect(await timed(read(1200))).toMatchObject({ code: "ETIMEDOUT" });
    const child = children()[0] as ChildProcess;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await pause(100);
    expect(await timed(read(AMPLE_MS))).toMatchObject({ code: "ETIMEDOUT" });
    expect(children()).toHaveLength(1);
    below.mount.wake();
    await ended;
    expect(await read(AMPLE_MS)).toEqual([{ name: "deep", kind: "directory" }]);
    expect(children()).toHaveLength(2);
  });

  test("finds the kinds where the file system does not tell them", async ({ skip }) => {
    const mounted = mountWithoutKinds();
    if (mounted === undefined) {
      return skip("a file system that tells no kinds must be mounted, which this user can't do");
    }
    fs.chmodSync(mounted, 0o755);
    const root = path.join(mounted, "root");
    makeEntries(root, [
      { path: "é", kind: "dir" },
      { path_b64: Buffer.from([0xe9]).toString("base64"), kind: "file" },
      { path: "日本", kind: "symlink", target: "." },
      { path_b64: Buffer.from([0x62, 0xff, 0x2f, 0xfe]).toString("base64"), kind: "file" },
    ]);
    const read = (reader: FarReader) => reader.readDirectory("/" as ByteString, toByteString(root), "" as ByteString);
    expect(inOrder(await read(new FarReader()))).toEqual([
      { name: "b\xff", kind: "directory" },
      { name: toByteString("é"), kind: "directory" },
      { name: toByteString("日本"), kind: "symlink" },
      { name: "\xe9", kind: "file" },
    ]);
    // Names may be read here, but nothing be asked about them: as if all had vanished in between.
    fs.chmodSync(root, 0o744);
    await asUnprivileged(async () => {
      expect(await read(new FarReader())).toEqual([]);
    });
  });

  test("is ended when it has had nothing to do for long, and leaves nothing behind", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const listeners = process.listenerCount("exit");
    const descriptors = fs.readdirSync("/proc/self/fd").length;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
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
    expect(fs.readdirSync("/proc/self/fd")).toHaveLength(descriptors);
    expect(await bound.read("a")).toHaveLength(1);
    expect(children()).toHaveLength(2);
  });

  test("leaves no descriptor open on the mount", async ({ skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    const { mount, reader, read } = bound;
    const point = toByteString(mount.point);
    await read();
    const open = () => fs.readdirSync(`/proc/${children()[0]?.pid}/fd`).length;
    const before = open();
    for (let round = 0; round < 20; round += 1) {
      await Promise.allSettled(["", "a/deep/deeper", "a/deep/missing", "link", "a-b"].map((below) => read(below)));
      await reader.isDirectory(point, point, "a/deep" as ByteString);
      await reader.readFile(point, point, "a-b" as ByteString, { maxBytes: 10 });
      await reader.readFile(point, point, "a/deep" as ByteString, { maxBytes: 10 });
    }
    expect(open()).toBeLessThanOrEqual(before + 2);
  });

  test("is an error and no more where it can't be started or is no child of ours", async () => {
    const root = toByteString(makeFolder());
    const { execPath } = process;
    for (const program of ["/nowhere/node", "/bin/echo", "/dev/null"]) {
      process.execPath = program;
      const reader = new FarReader();
      const reads = [1, 2, 3].map(() => timed(reader.readDirectory(root, root, "" as ByteString)));
      const outcomes = (await Promise.all(reads)).map(({ code }) => code);
      process.execPath = execPath;
      expect(outcomes).toEqual(["EIO", "EIO", "EIO"]);
    }
  });
});

describe("a process that reads a mount that sleeps", () => {
  let bundle: string;

  beforeAll(async () => {
    bundle = path.join(makeFolder(), "far-reader.cjs");
    const input = path.join(import.meta.dirname, "../../src/backends/far-reader.ts");
    const build = await rolldown({ input, platform: "node" });
    await build.write({ file: bundle, format: "cjs", minify: true });
  });

  /** Runs a program that has a reader and the mount, and gives what it says first. */
  async function run(mount: BindfsMount, program: string) {
    const source = `
      const { FarReader } = require(${JSON.stringify(bundle)});
      const point = ${JSON.stringify(mount.point)};
      const read = (timeoutMs) => reader.readDirectory(point, point, "", { timeoutMs });
      const say = (text) => console.log(text, require("fs").readFileSync("/proc/self/task/" + process.pid + "/children", "latin1"));
      const reader = new FarReader();
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
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    bound.mount.stop();
    const { ended, text, child } = await run(bound.mount, program);
    expect(text).toBe("ETIMEDOUT");
    expect(await ended).toEqual([0, null]);
    expect(await hasEnded(child)).toBe(true);
  });

  test.for(["SIGTERM", "SIGKILL"] as const)("ends on %s, and its child with it", async (signal, { skip }) => {
    const bound = await bind();
    if (bound === undefined) {
      return skip(NO_MOUNT);
    }
    bound.mount.stop();
    const { runner, ended, child } = await run(bound.mount, `read(60000); setTimeout(() => say("reading"), 500);`);
    runner.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(await hasEnded(child)).toBe(true);
  });
});

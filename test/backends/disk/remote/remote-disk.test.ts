// Reads what is on mounts that may stop answering, as the disk does through other processes.
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { localDisk } from "../../../../src/backends/disk/local-disk.ts";
import { toByteString, toText, type ByteString } from "../../../../src/core/byte-string.ts";
import { callListDir } from "../../../support/call-tool.ts";
import { mountTableFile } from "../../../support/mount-table-file.ts";
import { mountFolder } from "../../../support/remote-tree.ts";
import { makeFiles } from "../../../support/make-files.ts";
import { makeFolder } from "../../../support/make-tree.ts";
import { stopClock } from "../../../support/virtual-time.ts";

test("the question about a file has its real path, and the read then follows no link", async ({ skip }) => {
  const outside = makeFiles(makeFolder(), { file: "text" });
  const source = makeFiles(makeFolder(), { "in/file": "text", "link@": "in", "in/to-file@": "file", "out@": outside });
  const mount = await mountFolder(skip, source);
  const disk = localDisk();
  const asked: string[] = [];
  const read = async (below: string, isAllowed: boolean) => {
    const mayRead = (realPath: ByteString) => {
      asked.push(path.relative(mount.point, toText(realPath)));
      return isAllowed;
    };
    const bytes = await disk.readFile?.(toByteString(`${mount.point}/${below}`), { maxBytes: 10, mayRead });
    return bytes && Buffer.from(bytes).toString();
  };
  expect(await read("in/file", true)).toBe("text");
  expect(await read("link/file", true)).toBe("text");
  expect(await read("link/file", false)).toBeUndefined();
  expect(asked).toEqual(["in/file", "in/file", "in/file"]);
  // A link is not a file, and there is no question about what does not exist.
  expect(await read("in/to-file", true)).toBeUndefined();
  expect(await read("missing/file", true)).toBeUndefined();
  expect(await read("out/file", false)).toBeUndefined();
  expect(asked.slice(3)).toEqual(["in/to-file", path.relative(mount.point, `${outside}/file`)]);
});

test("a link to a file there is followed if the caller wants that", async ({ skip }) => {
  const source = makeFiles(makeFolder(), { file: "text", "link@": "file", "circle@": "circle" });
  const mount = await mountFolder(skip, source);
  const folder = makeFiles(makeFolder(), { "near@": `${mount.point}/link` });
  const disk = localDisk();
  const read = async (location: string, followsLinks: boolean) =>
    (await disk.readFile?.(toByteString(location), { maxBytes: 10, followsLinks }))?.toString();
  for (const location of [`${mount.point}/file`, `${mount.point}/link`, `${folder}/near`]) {
    expect(await read(location, true)).toBe("text");
  }
  expect(await read(`${mount.point}/circle`, true)).toBeUndefined();
  expect(await read(`${mount.point}/missing`, true)).toBeUndefined();
  expect(await read(`${mount.point}/link`, false)).toBeUndefined();
  expect(await read(`${folder}/near`, false)).toBeUndefined();
});

/** As on most machines with systemd: something that may stop answering is mounted, far from what is listed. */
function withAutomount(): void {
  const line = "24 1 0:22 / /proc/sys/fs/binfmt_misc rw,relatime - autofs systemd-1 rw,fd=29,timeout=0,direct\n";
  mountTableFile(`${fs.readFileSync("/proc/self/mountinfo", "latin1")}${line}`);
}

describe("if something remote is mounted elsewhere", () => {
  beforeEach(() => {
    // The mount table is valid for some milliseconds, which can be any length on a busy machine.
    vi.useFakeTimers({ toFake: ["performance"] });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("ignore files that are links in a circle are not read", async () => {
    const root = makeFiles(makeFolder(), {
      "sub/a": "",
      "sub/.gitignore@": ".gitignore",
      ".gitignore@": ".gitignore",
    });
    withAutomount();
    for (const options of [{}, { roots: [root] }]) {
      expect(await callListDir({ dir_path: root, gitignore: "omit" }, options)).toBe(
        `Absolute path: ${root}\n.gitignore@\nsub/\n  .gitignore@\n  a`,
      );
    }
  });

  test("no directory on the way to a file is inspected twice", async () => {
    const directories = ["a", "b", "c", "d", "e"];
    const root = makeFiles(makeFolder(), Object.fromEntries(directories.map((name) => [`${name}/.gitignore`, ""])));
    withAutomount();
    // The mount table expires after a while.
    stopClock();
    const asked = vi.spyOn(fs, "lstatSync");
    await callListDir({ dir_path: root, gitignore: "omit" }, { fileSystem: localDisk() });
    const times = new Map<string, number>();
    for (const [location] of asked.mock.calls) {
      times.set(String(location), (times.get(String(location)) ?? 0) + 1);
    }
    expect(times.get(`${root}/a`)).toBe(2); // once by us, once by the read of the directory
    expect(times.get(path.dirname(root))).toBe(1);
    expect(Math.max(...times.values())).toBe(2);
  });
});

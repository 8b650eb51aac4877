// Where a path of the operator's really is: what is missing, what does not answer, and what can't be known.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { memory } from "../../src/backends/memory.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { findRealPath, Retried } from "../../src/sandbox/allowed-roots.ts";
import { makeTree } from "../support/make-tree.ts";

/** A file system in which all paths fail with this code, but for some that lead elsewhere. */
function failing(code: string, links: Readonly<Record<string, string>> = {}): FileSystem {
  return {
    ...memory([]),
    async realPath(path) {
      const target = links[path];
      if (target === undefined) {
        throw Object.assign(new Error(code), { code });
      }
      return target as ByteString;
    },
  };
}

/** The path, and how often it was said that it is not to be kept. */
async function find(fileSystem: FileSystem, path: string): Promise<{ path: string; dropped: number }> {
  let dropped = 0;
  const found = await findRealPath(fileSystem, toByteString(path), () => (dropped += 1));
  return { path: found, dropped };
}

describe("the real path", () => {
  test("of what is not there yet is that of what is there above it, with the names as they are written", async () => {
    const root = fs.realpathSync(makeTree("real/", "real/file"));
    fs.symlinkSync("real", `${root}/link`);
    fs.symlinkSync("real/file", `${root}/to-file`);
    const disk = localDisk();
    for (const [given, real] of [
      ["link", "real"],
      ["link/missing/x", "real/missing/x"],
      // Below a file there can be nothing, and the disk has another word for it.
      ["link/file/x/y", "real/file/x/y"],
      ["to-file/x", "real/file/x"],
    ]) {
      expect(await find(disk, `${root}/${given}`)).toEqual({ path: `${root}/${real}`, dropped: 0 });
    }
  });

  test("where nothing is there at all, not even the top, is the path itself", async () => {
    expect(await find(failing("ENOENT"), "/a/b")).toEqual({ path: "/a/b", dropped: 0 });
  });

  test("of what does not answer is the path for now, and it is asked again: that may be a link", async () => {
    expect(await find(failing("ETIMEDOUT"), "/a/b")).toEqual({ path: "/a/b", dropped: 1 });
  });

  test.each(["EACCES", "ELOOP", "EIO", "ENAMETOOLONG"])("is not guessed after %s", async (code) => {
    // What stands above would tell a path, and it could be the wrong one.
    await expect(find(failing(code, { "/a": "/elsewhere" }), "/a/b")).rejects.toMatchObject({ code });
  });

  test("is the path where a file system has no links", async () => {
    expect(await find(memory(["/a/b"]), "/a/b")).toEqual({ path: "/a/b", dropped: 0 });
  });
});

test("keeps a value that was found, and tries again after a failure, once for all waiters", async () => {
  let tries = 0;
  const retried = new Retried(async (dropLater) => {
    tries += 1;
    if (tries < 3) {
      throw new Error(`try ${tries}`);
    }
    if (tries === 3) {
      dropLater();
    }
    return tries;
  });
  expect(tries).toBe(1);
  await expect(Promise.all([retried.get(), retried.get()])).rejects.toThrow("try 1");
  await expect(retried.get()).rejects.toThrow("try 2");
  expect(await Promise.all([retried.get(), retried.get()])).toEqual([3, 3]);
  expect(await Promise.all([retried.get(), retried.get()])).toEqual([4, 4]);
  expect(await retried.get()).toBe(4);
  expect(tries).toBe(4);
});

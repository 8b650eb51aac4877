// The profiles codex-*: that nothing of ours shows, and where they still differ from the original. decisions/0003-profiles.md lists
// the differences in the same order.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";
import { unordered } from "../support/memory-tree.ts";
import { mountWithoutKinds } from "../support/mount-without-kinds.ts";
import { windowsMemory } from "../support/windows-memory.ts";

const INSPECT = "error: failed to inspect entry: ";

/** A file system that does not say what kind of entry `b` is. */
function withUnknown(...paths: readonly string[]): FileSystem {
  const inner = memory(paths);
  return {
    ...inner,
    async *readDirectory(root, directory, options) {
      for await (const batch of inner.readDirectory(root, directory, options)) {
        yield {
          ...batch,
          entries: batch.entries.map((entry) => (entry.name === "b" ? { ...entry, kind: "unknown" as const } : entry)),
        };
      }
    },
  };
}

/** A disk on which every kind has to be looked up, and those of `failing` can't be. `gone` is among the names, and not there. */
function withoutKinds(failing: string): FileSystem {
  const { lstatSync } = fs;
  const { readdir } = fs.promises;
  const noKinds = Object.assign(new Error("lstat"), { syscall: "lstat", code: "EACCES" });
  vi.spyOn(fs, "readdirSync").mockImplementation(() => {
    throw noKinds;
  });
  vi.spyOn(fs.promises, "opendir").mockRejectedValue(noKinds);
  vi.spyOn(fs.promises, "readdir").mockImplementation((async (...args: Parameters<typeof readdir>) => [
    ...(await readdir(...args)),
    "gone",
  ]) as typeof readdir);
  vi.spyOn(fs, "lstatSync").mockImplementation(((location: string, options: fs.StatSyncOptions) => {
    if (path.basename(String(location)) === failing) {
      throw noKinds;
    }
    return lstatSync(location, options);
  }) as typeof lstatSync);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return localDisk();
}

describe.each(["codex-sorted", "codex-breadth"] as const)("profile %s", (profile) => {
  const list = (args: object, options: ToolRouterOptions = {}) => callListDir(args, { ...options, profile });
  const listJson = (json: string, options: ToolRouterOptions) => callTool("list_dir", json, { ...options, profile });

  test("takes a path in quotes for a path with quotes in it", async () => {
    const fileSystem = memory(["/r/a", '/"r"/b']);
    expect(await list({ dir_path: '/"r"' }, { fileSystem })).toBe('Absolute path: /"r"\nb');
    expect(await list({ dir_path: '/"r"' }, { fileSystem: memory(["/r/a"]) })).toMatch(
      /^error: failed to read directory: /,
    );
    expect(await list({ dir_path: '"/r"' }, { fileSystem })).toBe("error: dir_path must be an absolute path");
  });

  test("does so on Windows, too, where no name has a quote in it", async () => {
    const fileSystem = windowsMemory(["C:/r/a"]);
    expect(await list({ dir_path: "C:\\r" }, { fileSystem })).toBe("Absolute path: C:\\r\na");
    expect(await list({ dir_path: 'C:\\"r"' }, { fileSystem })).toMatch(/^error: failed to read directory: /);
    expect(await list({ dir_path: '"C:\\r"' }, { fileSystem })).toBe("error: dir_path must be an absolute path");
  });

  test("leads to an entry that does not fit by its plain path, or to none", async () => {
    const long = "x".repeat(255);
    const options = (name: string) => ({ fileSystem: memory([`/r/${name}/${long}`]), maxOutputBytes: 256 });
    expect(await list({ dir_path: "/r", offset: 2 }, options("d"))).toBe(
      "error: entry 2 is too long for an answer of at most 256 bytes; list the directory by itself, or pass over it:\n" +
        "dir_path: /r/d\noffset: 3",
    );
    expect(await list({ dir_path: "/r", offset: 2 }, options("d\ne"))).not.toContain("dir_path");
  });

  test("fails the call for an entry whose kind can't be told", async () => {
    const tree = withUnknown("/r/a", "/r/b", "/r/c/x");
    for (const fileSystem of [tree, unordered(tree)]) {
      expect(await list({ dir_path: "/r" }, { fileSystem })).toMatch(`${INSPECT}/r/b: `);
      expect(await callListDir({ dir_path: "/r" }, { fileSystem })).toBe("Absolute path: /r\na\nb?\nc/\n  x");
      expect(await callTool("map_dir", { dir_path: "/r" }, { fileSystem })).toBe("Absolute path: /r\na b?\nc/\n  x");
      expect(await list({ dir_path: "/r" }, { fileSystem, deny: ["b"] })).toBe("Absolute path: /r\na\nc/\n  x");
    }
  });

  test("fails it on a disk where lstat fails, and leaves out what is gone by then", async () => {
    const root = makeTree("a", "locked", "sub/x");
    const dirPath = { dir_path: root };
    const fileSystem = withoutKinds("locked");
    expect(await list(dirPath, { fileSystem })).toMatch(`${INSPECT}${root}/locked: `);
    expect(await callListDir(dirPath, { fileSystem })).toBe(`Absolute path: ${root}\na\nlocked?\nsub/\n  x`);
    vi.restoreAllMocks();
    const text = await list(dirPath, { fileSystem: withoutKinds("nothing") });
    expect(text).toBe(`Absolute path: ${root}\na\nlocked\nsub/\n  x`);
  });

  test("fails it on a disk without kinds whose directory may be read and not searched", async ({ skip }) => {
    const mounted = mountWithoutKinds(skip);
    fs.chmodSync(mounted, 0o755);
    const root = path.join(mounted, "root");
    fs.mkdirSync(root);
    fs.writeFileSync(path.join(root, "a"), "");
    expect(await list({ dir_path: root })).toBe(`Absolute path: ${root}\na`);
    fs.chmodSync(root, 0o744);
    await asUnprivileged(async () => {
      expect(await list({ dir_path: root })).toMatch(`${INSPECT}${root}/a: `);
      expect(await callListDir({ dir_path: root })).toBe(`Absolute path: ${root}\na?`);
    });
  });

  describe("differs from the original", () => {
    const fileSystem = memory(["/r/a", "/r/b/x", "/r/c"]);

    test("directories and entries that a page does not reach can't fail the call", async () => {
      const first = { dir_path: "/r", depth: 1, limit: 1 };
      const late = { fileSystem: withUnknown("/r/0", "/r/00", "/r/b") };
      expect(await list(first, late)).toBe("Absolute path: /r\n0\nMore than 1 entries found");
      expect(await list({ ...first, limit: 2 }, late)).toMatch(INSPECT);
    });

    test("an unreadable directory that a page does not reach can't either", async () => {
      const root = makeTree("a/", "a/1", "a/2", "a/3", "z/", "z/1");
      fs.chmodSync(root, 0o755);
      fs.chmodSync(path.join(root, "a"), 0o755);
      fs.chmodSync(path.join(root, "z"), 0o000);
      await asUnprivileged(async () => {
        expect(await list({ dir_path: root, limit: 2 })).toMatch(/^Absolute path: .*\nMore than 2 entries found$/s);
        expect(await list({ dir_path: root })).toBe(`error: failed to read directory: ${root}/z: permission denied`);
      });
      fs.chmodSync(path.join(root, "z"), 0o700);
    });

    test.each([
      ["1.0 is 1", '{"dir_path":"/r","limit":1.0}', "Absolute path: /r\na\nMore than 1 entries found"],
      ["1e0 is 1", '{"dir_path":"/r","limit":1e0}', "Absolute path: /r\na\nMore than 1 entries found"],
      ["2^64 is a limit", '{"dir_path":"/r","depth":1,"limit":18446744073709551616}', "Absolute path: /r\na\nb/\nc"],
      ["the last of two fields counts", '{"dir_path":"/x","depth":1,"dir_path":"/r"}', "Absolute path: /r\na\nb/\nc"],
      [
        "an array is refused",
        '["/r",1,25,2]',
        "error: failed to parse function arguments: expected a JSON object, got a list",
      ],
    ])("JSON is read as JavaScript does: %s", async (_, json, answer) => {
      expect(await listJson(json, { fileSystem })).toBe(answer);
    });

    test("JSON is read as JavaScript does: half a surrogate pair is U+FFFD", async () => {
      const odd = memory(["/\ufffd/x"]);
      expect(await listJson('{"dir_path":"/\\ud800"}', { fileSystem: odd })).toMatch(/^Absolute path: \/.\nx$/u);
    });

    test("entries with equal sort keys are in the order of their bytes", async () => {
      const long = "n".repeat(600);
      const names = ["2", "1", "3"].map((end) => `/r/${long}${end}`);
      const links = names.map((name) => ({ path: name, kind: "symlink" as const }));
      const [, first, second] = (
        await list({ dir_path: "/r" }, { fileSystem: memory([...links, { path: `/r/${long}0`, kind: "file" }]) })
      ).split("\n");
      expect([first, second]).toEqual([long.slice(0, 500), `${long.slice(0, 500)}@`]);
      const bytes = [0xff, 0xfe].map((byte) => Uint8Array.from([byte]));
      const odd = memory(bytes.map((name) => ({ path: Buffer.from(`/r/${name}`, "latin1") })));
      expect(await list({ dir_path: "/r" }, { fileSystem: odd })).toBe("Absolute path: /r\n\ufffd\n\ufffd");
    });

    test("the operator's roots, deny rules, deadline and bound on bytes hold", async () => {
      expect(await list({ dir_path: "/r" }, { fileSystem, roots: ["/r/b"] })).toMatch(/^error: /);
      expect(await list({ dir_path: "/r" }, { fileSystem, deny: ["b"] })).toBe("Absolute path: /r\na\nc");
      const many = memory(Array.from({ length: 100 }, (_, index) => `/r/${index}`));
      const bounded = await list({ dir_path: "/r", limit: 100 }, { fileSystem: many, maxOutputBytes: 256 });
      expect(bounded).toMatch(/\nMore than \d\d entries found$/);
      expect(Buffer.byteLength(bounded)).toBeLessThanOrEqual(256);
      const slow: FileSystem = {
        ...fileSystem,
        async *readDirectory(root, directory, options) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          yield* fileSystem.readDirectory(root, directory, options);
        },
      };
      expect(await list({ dir_path: "/r" }, { fileSystem: slow, deadlineMs: 1 })).toMatch(/^error: /);
    });
  });
});

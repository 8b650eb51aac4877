// The profiles codex-*: that nothing of ours shows, and where they still differ from the original. decisions/0003-profiles.md lists
// the differences in the same order.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { unordered } from "../support/memory-tree.ts";
import { mountWithoutKinds } from "../support/mount-without-kinds.ts";
import { windowsMemory } from "../support/windows-memory.ts";

const INSPECT = "error: failed to inspect entry: ";

/** A file system that does not say what kind of entry `b` is. */
function withUnknown(...paths: readonly string[]): FileSystem {
  const inner = memory(paths);
  return {
    ...inner,
    async readDirectory(directory, options) {
      const entries: Entry[] = [];
      for await (const batch of (await inner.readDirectory(directory, options)).batches) {
        entries.push(...batch.map((entry) => (entry.name === "b" ? { ...entry, kind: "unknown" as const } : entry)));
      }
      return { isSorted: true, batches: [entries] };
    },
  };
}

describe.each(["codex-sorted", "codex-breadth"] as const)("profile %s", (profile) => {
  const list = (args: object, options: ToolRouterOptions = {}) => callListDir(args, { ...options, profile });

  test("takes a path in quotes for a path with quotes in it", async () => {
    const fileSystem = memory(["/r/a", '/"r"/b']);
    expect(await list({ dir_path: '/"r"' }, { fileSystem })).toBe('Absolute path: /"r"\nb');
    expect(await list({ dir_path: '/"r"' }, { fileSystem: memory(["/r/a"]) })).toMatch(
      /^error: failed to read directory: /,
    );
    expect(await list({ dir_path: '"/r"' }, { fileSystem })).toBe("error: dir_path must be an absolute path");
  });

  test("sorts a backslash as a slash", async () => {
    const fileSystem = memory(["/r/a0", "/r/a\\b"]);
    expect(await list({ dir_path: "/r", limit: 1 }, { fileSystem })).toMatch(/\na\\b\nMore than 1 /);
  });

  test("does so on Windows, too, where no name has a quote in it", async () => {
    const fileSystem = windowsMemory(["C:/r/a"]);
    expect(await list({ dir_path: "C:\\r" }, { fileSystem })).toBe("Absolute path: C:\\r\na");
    expect(await list({ dir_path: 'C:\\"r"' }, { fileSystem })).toMatch(/^error: failed to read directory: /);
    expect(await list({ dir_path: '"C:\\r"' }, { fileSystem })).toBe("error: dir_path must be an absolute path");
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

  test("fails the call for what the page does not reach, too", async () => {
    const late = { fileSystem: withUnknown("/r/0", "/r/00", "/r/b") };
    expect(await list({ dir_path: "/r", depth: 1, limit: 1 }, late)).toMatch(INSPECT);
  });

  describe("differs from the original", () => {
    const fileSystem = memory(["/r/a", "/r/b/x", "/r/c"]);

    test("entries with equal sort keys are in the order of their bytes", async () => {
      const long = "n".repeat(600);
      const names = ["2", "1", "3"].map((end) => `/r/${long}${end}`);
      const links = names.map((name) => ({ path: name, kind: "symlink" as const }));
      const [, first, second] = (
        await list({ dir_path: "/r" }, { fileSystem: memory([...links, { path: `/r/${long}0`, kind: "file" }]) })
      ).split("\n");
      expect([first, second]).toEqual([long.slice(0, 500), `${long.slice(0, 500)}@`]);
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
        async readDirectory(directory, options) {
          await new Promise((resolve) => setTimeout(resolve, 30));
          return fileSystem.readDirectory(directory, options);
        },
      };
      expect(await list({ dir_path: "/r" }, { fileSystem: slow, deadlineMs: 1 })).toMatch(/^error: /);
    });
  });
});

// The profiles codex-*: that nothing of ours shows but the operator's limits. docs/origins.md lists how they still differ from the original.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { unordered } from "../support/model-tree.ts";
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

  test("reads quotes literally on Windows, too", async () => {
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

  describe("differs from the original", () => {
    const fileSystem = memory(["/r/a", "/r/b/x", "/r/c"]);

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

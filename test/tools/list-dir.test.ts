// `listDir` for programs: its options, and what a page costs. test/list/pages.test.ts has which entries a page holds.
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { memory } from "../../src/disk/memory.ts";
import { type ListDirPage } from "../../src/text/listing.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { inDepth } from "../support/deep.ts";
import { counting, MEMORY_ROOT } from "../support/model-tree.ts";

function list(fileSystem: FileSystem, options: Partial<ListDirOptions>): Promise<ListDirPage> {
  return listDir({ dirPath: MEMORY_ROOT, fileSystem, ...options });
}

describe("the work of listDir", () => {
  const wide = memory(
    Array.from({ length: 100 }, (_, index) => `${MEMORY_ROOT}/d${String(index).padStart(3, "0")}/a/b/c/file`),
  );

  test("looks at the details of a page's entries, and of no others", async () => {
    const asked: string[] = [];
    const fileSystem: FileSystem = {
      ...wide,
      readDetails: async (_, entries) => {
        entries.forEach(({ name }) => asked.push(name));
        return [];
      },
    };
    await list(fileSystem, { details: true, limit: 2 });
    expect(asked).toEqual(["d000", "d001"]);
  });

  test("stops reading when the signal says so", async () => {
    const { fileSystem, read } = counting(wide);
    const controller = new AbortController();
    const stopping: FileSystem = {
      ...fileSystem,
      readDirectory(directory, options) {
        if (read.length === 5) {
          controller.abort();
        }
        return fileSystem.readDirectory(directory, options);
      },
    };
    const listing = list(stopping, { limit: 1000, depth: 100, signal: controller.signal });
    await expect(listing).rejects.toMatchObject({ name: "FunctionCallError", kind: "respond_to_model" });
    expect(read.length).toBeLessThanOrEqual(6);
  });

  test("lets other work run in between", async () => {
    const count = inDepth(150_000, 500_000);
    const entries = Array.from({ length: count }, (_, index) => ({ name: String(index), kind: "file" as const }));
    const fileSystem: FileSystem = { ...wide, readDirectory: () => ({ isSorted: false, batches: [entries] }) };
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    await list(fileSystem, { depth: 1, offset: 0.95 * count });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});

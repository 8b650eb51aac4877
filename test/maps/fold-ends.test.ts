// A directory that was not read to its end has a fold with a `+`, even where all that was read would fit.
import { expect, test, vi } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { mapDirText } from "../../src/listing/map-dir.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import { modelTree } from "../support/model-tree.ts";
import { stopClock } from "../support/virtual-time.ts";

/** The tree, in which a batch of names takes a second. */
function slow(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    order: "none",
    async *readDirectory(root, path, options) {
      for await (const { entries } of fileSystem.readDirectory(root, path, options)) {
        for (const entry of entries) {
          vi.advanceTimersByTime(1000);
          yield { entries: [entry] };
        }
      }
    },
  };
}

test.each([
  [5500, "Absolute path: /root\na b c d-* (3+)\n[timed out after 1 directories; narrow the search]"],
  [500, "Absolute path: /root\n* (1+)\n[timed out after 1 directories; narrow the search]"],
  [2500, "Absolute path: /root\n* (3+)\n[timed out after 1 directories; narrow the search]"],
  [60_000, "Absolute path: /root\na b c d-1 d-2 d-3 d-4"],
])("in %d milliseconds", async (deadlineMs, text) => {
  stopClock();
  const fileSystem = slow(memoryTree(modelTree("a", "b", "c", "d-1", "d-2", "d-3", "d-4")));
  expect(await mapDirText({ dirPath: MEMORY_ROOT, gitignore: "off", deadlineMs, fileSystem })).toBe(text);
});

import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { HeldNames } from "../../src/listing/read-through.ts";
import { counting, MEMORY_ROOT, unordered } from "../support/memory-tree.ts";
import { numbered } from "../support/many-files.ts";

function disk(...directories: readonly (readonly [string, number])[]) {
  const files = directories.flatMap(([name, count]) => numbered(count, `${MEMORY_ROOT}/${name}/`));
  return counting(unordered(memory(files)));
}

/** How many entries a read gives, from memory or not. */
async function read(fileSystem: FileSystem, directory: string, takesNames = true): Promise<number> {
  let count = 0;
  const options = { takesNames };
  for await (const { entries, names } of fileSystem.readDirectory(
    MEMORY_ROOT as ByteString,
    directory as ByteString,
    options,
  )) {
    count += entries.length + (names?.length ?? 0);
  }
  return count;
}

describe("HeldNames", () => {
  test("keep the names of a huge directory, not of a small one", async () => {
    const { fileSystem, read: reads } = disk(["small", 999], ["huge", 1000]);
    const around = new HeldNames().around(fileSystem);
    for (let count = 0; count < 3; count += 1) {
      expect(await read(around, "small")).toBe(999);
      expect(await read(around, "huge")).toBe(1000);
    }
    expect(reads).toEqual(["small", "huge", "small", "small"]);
    // Whoever can't use sorted names gets what is there.
    expect(await read(around, "huge", false)).toBe(1000);
    expect(reads.at(-1)).toBe("huge");
  });

  test("keep no more than they may: what was used last", async () => {
    const { fileSystem, read: reads } = disk(["a", 5000], ["b", 5000], ["c", 5000], ["d", 50_000]);
    const held = new HeldNames(160_000);
    const around = held.around(fileSystem);
    for (const directory of ["a", "b", "a", "c", "a", "b"]) {
      expect(await read(around, directory)).toBe(5000);
    }
    expect(reads).toEqual(["a", "b", "c", "b"]);
    expect(held.hasTooMany).toBe(false);
    // Too many for all the room: read each time.
    await read(around, "d");
    expect(held.hasTooMany).toBe(true);
    await read(around, "d");
    expect(reads.slice(-2)).toEqual(["d", "d"]);
  });

  test("leave file systems alone that can start anywhere", () => {
    const fileSystem = memory([]);
    expect(new HeldNames().around(fileSystem)).toBe(fileSystem);
  });
});

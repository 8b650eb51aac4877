// The format that Mastra expects. proofs/frameworks tests against Mastra itself.
import { expect, test } from "vitest";

import { createMastraTools } from "../../src/adapters/mastra.ts";
import { memory } from "../../src/disk/memory.ts";

const fileSystem = memory(["/repo/a.txt"]);

test("the tools are keyed by their names", () => {
  const tools = createMastraTools({ fileSystem });
  expect(Object.entries(tools).map(([name, { id, strict }]) => [name, id, strict])).toEqual([
    ["map_dir", "map_dir", false],
    ["find_files", "find_files", false],
    ["list_dir", "list_dir", false],
  ]);
});

test("an abort stops the call", async () => {
  const { list_dir: listDir } = createMastraTools({ fileSystem });
  const aborted = listDir?.execute({ dir_path: "/repo" }, { abortSignal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow(/cancelled/);
});

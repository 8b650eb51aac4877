// Progress: what a listing reports about itself while it runs.
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import type { Progress } from "../../src/tooling/tool.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { heldByMinorCollections } from "../support/held-memory.ts";

const fileSystem = memory(["/repo/a/one", "/repo/a/two", "/repo/b/three"]);

test("a call reports how many directories and entries it has read, and never counts back", async () => {
  const seen: Progress[] = [];
  const router = createToolRouter({ fileSystem });
  const call = { type: "function", arguments: '{"path":"/repo","recursive":true}' } as const;
  await router.dispatch({
    toolName: "list_directory",
    callId: "1",
    payload: call,
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen.at(-1)).toEqual({ directories: 3, entries: 5 });
  expect(seen.map(({ entries }) => entries)).toEqual(seen.map(({ entries }) => entries).toSorted((a, b) => a - b));
});

test("a listing with a progress callback is the same listing", async () => {
  const watched = await listDir({ dirPath: "/repo", fileSystem, onProgress: () => {} });
  expect(watched).toEqual(await listDir({ dirPath: "/repo", fileSystem }));
});

test("nothing of a listing that reports progress outlives it until a major collection", async () => {
  const bytes = 65_536;
  const held = await heldByMinorCollections(40, () => {
    const buffer = new Uint8Array(bytes);
    return listDir({ dirPath: "/repo", fileSystem, onProgress: ({ entries }) => (buffer[0] = entries) });
  });
  expect(held).toBeLessThan(8 * bytes);
});

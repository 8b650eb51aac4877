// Maps are asked for once, one after the other, and only the last few are kept.
import { expect, test } from "vitest";

import type { DirectoryMap } from "../../../src/text/map-text.ts";
import { MapStore } from "../../../src/web/page/map-store.ts";

const EMPTY = { folds: [], closed: [], open: [] };

function start() {
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  let changes = 0;
  const read = async (dirPath: string): Promise<DirectoryMap> => {
    asked.push(dirPath);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (dirPath === "/bad") {
      throw new Error("no such directory");
    }
    if (dirPath === "/odd") {
      // As if it were nested too deep to be made into tiles.
      return { root: dirPath } as DirectoryMap;
    }
    return { root: dirPath, files: [{ name: "a", kind: "file" }], ...EMPTY };
  };
  const store = new MapStore(read, () => {
    changes += 1;
  });
  return { store, asked, most: () => most, changes: () => changes };
}

test("each directory is asked for once, one at a time", async () => {
  const { store, asked, most, changes } = start();
  for (const dirPath of ["/a", "/b", "/a", "/bad"]) {
    store.want(dirPath);
  }
  expect(store.get("/a")).toEqual({});
  await expect.poll(changes).toBe(3);
  expect([asked, most()]).toEqual([["/a", "/b", "/bad"], 1]);
  expect(store.get("/a")?.tiles?.count).toBe(1);
  expect(store.get("/bad")).toEqual({ failure: "no such directory" });
});

test("a map that nothing can be made of keeps no other from coming", async () => {
  const { store, changes } = start();
  store.want("/odd");
  store.want("/a");
  await expect.poll(changes).toBe(2);
  expect(store.get("/odd")?.failure).toBeDefined();
  expect(store.get("/a")?.tiles?.count).toBe(1);
});

test("the oldest is forgotten, and asked for again", async () => {
  const { store, asked, changes } = start();
  for (let number = 0; number < 65; number += 1) {
    store.want(`/d${number}`);
  }
  await expect.poll(changes).toBe(64);
  expect(store.get("/d0")).toBe(undefined);
  store.want("/d0");
  await expect.poll(changes).toBe(65);
  expect(asked.filter((dirPath) => dirPath === "/d0").length).toBe(2);
});

// Stores next to the disk: which paths go where, and which of them may be listed.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { Location } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { listDir } from "../../src/tools/list-dir.ts";

/** A store for the scheme `mem`, which reads its paths as an object store does: no part of them leads anywhere. */
function store(...paths: readonly string[]): FileSystem {
  const inner = memory(paths);
  const toInner = (location: Location) => String(location).slice("mem:/".length);
  return {
    ...inner,
    isObjectStore: true,
    isAbsolute: (path) => path.startsWith("mem://"),
    resolve: (from, path) => (path.startsWith("mem://") ? path.replace(/\/$/, "") : `${from}/${path}`),
    readDirectory: (directory, options) => inner.readDirectory(toInner(directory), options),
  };
}

const fileSystem = memory(["/disk/a.txt"]);
const stores = { mem: store("/bucket/data/b.txt", "/bucket/secret/c.txt", "/other/d.txt") };

async function ask(tool: string, fields: object, options: ToolRouterOptions = {}): Promise<string> {
  const payload = { type: "function", arguments: JSON.stringify(fields) } as const;
  const router = createToolRouter({ fileSystem, stores, tools: TOOL_NAMES, ...options });
  return (await router.respond({ toolName: tool, callId: "1", payload })).content;
}

describe("a path with a store's scheme", () => {
  test("is listed in the store, and others on the disk", async () => {
    expect(await ask("list_dir", { dir_path: "mem://bucket/" })).toBe(
      "Absolute path: mem://bucket/\ndata/\n  b.txt\nsecret/\n  c.txt",
    );
    expect(await ask("list_dir", { dir_path: "/disk" })).toBe("Absolute path: /disk\na.txt");
    expect(JSON.parse(await ask("list_directory", { path: "mem://bucket/data/" }))).toMatchObject({
      directory: "mem://bucket/data",
      files: ["b.txt"],
    });
    const { entries } = await listDir({ dirPath: "mem://other", fileSystem, stores });
    expect(entries.map(({ path }) => path)).toEqual(["d.txt"]);
  });

  test("is not an absolute path if the store is not enabled", async () => {
    expect(await ask("list_dir", { dir_path: "mem://bucket" }, { stores: {} })).toBe(
      "dir_path must be an absolute path; paths that begin with mem:// are not available here",
    );
  });
});

describe("with roots", () => {
  const roots = ["/disk", "mem://bucket/data"];

  test("only what is in one of them is listed", async () => {
    expect(await ask("list_dir", { dir_path: "mem://bucket/data" }, { roots })).toContain("b.txt");
    expect(await ask("list_dir", { dir_path: "/disk" }, { roots })).toContain("a.txt");
    // A store in which there is no root is not open.
    expect(await ask("list_dir", { dir_path: "mem://bucket" }, { roots: ["/disk"] })).toMatch(/is outside/);
    const elsewhere = [
      "mem://bucket",
      "mem://bucket/secret",
      "mem://other",
      "mem://bucket/data-2",
      "mem://bucket//data",
    ];
    for (const dirPath of [...elsewhere, "/"]) {
      const answer = await ask("list_dir", { dir_path: dirPath }, { roots });
      expect(answer).toMatch(/^(?:access denied|failed to read directory)/);
      expect(answer).not.toContain(".txt");
    }
  });
});

test("what is denied is absent: in every file system, or in one", async () => {
  const deny = ["mem://bucket/secret", "**/a.txt"];
  expect(await ask("list_dir", { dir_path: "mem://bucket" }, { deny })).not.toContain("secret");
  expect(await ask("list_dir", { dir_path: "mem://bucket/secret" }, { deny })).toMatch(/blocked by policy/);
  expect(await ask("list_dir", { dir_path: "/disk" }, { deny })).toBe("Absolute path: /disk\n[empty]");
});

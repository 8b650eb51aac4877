// The profile hyper: `list_directory` as its original was documented, and nothing of ours.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDirectory } from "../support/call-tool.ts";

async function ask(args: object, options: ToolRouterOptions): Promise<Record<string, unknown>> {
  const answer = await callListDirectory({ path: "/r", ...args }, { ...options, profile: "hyper" });
  expect(answer).toMatch(/^\{/);
  const page = JSON.parse(answer) as Record<string, unknown>;
  expect(Object.keys(page)).toEqual(["directory", "count", "summary", "files"]);
  return page;
}

/** 1,500 names that take more than 40 bytes each. */
const many = memory(
  Array.from({ length: 1500 }, (_, index) => `/r/${"name".repeat(10)}${String(index).padStart(4, "0")}`),
);

describe("profile hyper", () => {
  test("has the five parameters of the original, the four keys, and ignores our parameters", async () => {
    const router = createToolRouter({ profile: "hyper" });
    const [spec] = router.specs();
    expect(Object.keys(spec?.parameters.properties ?? {})).toEqual([
      "path",
      "offset",
      "maxResults",
      "recursive",
      "showHidden",
    ]);
    expect(spec?.description).toMatch(/compact JSON.*default 0.*default 100, at most 1000/);
    const { properties } = router.outputSchema("list_directory") as { properties: object };
    expect(Object.keys(properties)).toEqual(["directory", "count", "summary", "files"]);
    const fileSystem = memory([{ path: "/r/.gitignore", content: "a\n" }, "/r/.git/HEAD", "/r/a", "/r/b"]);
    const page = await ask({ include: "b", exclude: "a", gitignore: "omit" }, { fileSystem });
    expect(page["files"]).toEqual(["a", "b"]);
  });

  test("takes relative paths from the only root, and names the roots if there are several", async () => {
    const options = { fileSystem: memory(["/r/ui/dist/assets/a.js"]), roots: ["/r"], profile: "hyper" } as const;
    const directoryAt = async (path: string) => (await ask({ path }, options))["directory"];
    expect(await directoryAt(".")).toBe("/r");
    expect(await directoryAt("ui/dist/assets")).toBe("/r/ui/dist/assets");
    for (const path of ["..", "../x", "/etc"]) {
      expect(await callListDirectory({ path }, options)).toBe(
        `error: access denied: ${path} is outside the directories that may be listed`,
      );
    }
    expect(await callListDirectory({ path: "." }, { ...options, roots: ["/r", "/s"] })).toBe(
      "error: path must be an absolute path; a relative path could start in any of /r, /s",
    );
  });

  test("is empty if all names are hidden, and does not mention what it can't read", async () => {
    const inner = memory(["/r/.a", "/s/closed/x", "/s/y"]);
    const fileSystem: FileSystem = {
      ...inner,
      readDirectory(directory, options) {
        if (directory === "/s/closed") {
          throw Object.assign(new Error("closed"), { code: "EACCES" });
        }
        return inner.readDirectory(directory, options);
      },
    };
    expect(await ask({}, { fileSystem })).toMatchObject({ count: 0, summary: "Directory is empty", files: [] });
    expect(await ask({ path: "/s", recursive: true }, { fileSystem })).toMatchObject({
      count: 2,
      summary: "Showing 1-2 of 2 files",
      files: ["closed", "y"],
    });
  });

  test("shows 1000 results if asked for them, unless the operator bounds the bytes", async () => {
    expect((await ask({ maxResults: 1000 }, { fileSystem: many }))["files"]).toHaveLength(1000);
    const { files, summary } = await ask({ maxResults: 1000 }, { fileSystem: many, maxOutputBytes: 5000 });
    const shown = (files as string[]).length;
    expect(shown).toBeLessThan(120);
    expect(summary).toBe(`Showing 1-${shown} of 1000 files`);
  });

  test("refuses a listing that timed out: its count would be wrong", async () => {
    const slow: FileSystem = {
      ...many,
      async readDirectory(directory, options) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return many.readDirectory(directory, options);
      },
    };
    const options = { fileSystem: slow, deadlineMs: 50, profile: "hyper" } as const;
    const text = await callListDirectory({ path: "/", recursive: true }, options);
    expect(text).toMatch(/^error: failed to read directory: .* took too long/);
  });
});

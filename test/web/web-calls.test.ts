// What the page asks is answered by the router that all front ends use.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { findFiles, listDir, mapDir } from "../../src/index.ts";
import { WebCalls } from "../../src/web/web-calls.ts";

const signal = new AbortController().signal;

describe("about", () => {
  const about = new WebCalls({ roots: ["/a/../b/", "/", '/q/"x'], fileSystem: memory([]) }).about;

  test("roots are written as a call accepts them", () => {
    expect(about.roots).toEqual(["/b", "/", '/q/"\\"x"']);
  });
});

describe("call", () => {
  test("gives the page what the library gives, as JSON", async () => {
    const fileSystem = memory(["/r/a/b.ts", "/r/c@", "/r/two\nlines"]);
    const calls = new WebCalls({ roots: ["/r"], fileSystem });
    const ask = async (tool: string, given: object, profile: string = "leaf") => {
      const json = JSON.stringify({ dir_path: "/r", ...given });
      return (await calls.call({ tool, arguments: json, profile, asData: true }, signal)).content;
    };
    const given = { dirPath: "/r", fileSystem };
    expect(JSON.parse(await ask("list_dir", { limit: 3 }))).toEqual(await listDir({ ...given, limit: 3 }));
    expect(JSON.parse(await ask("map_dir", {}))).toEqual(await mapDir(given));
    expect(JSON.parse(await ask("find_files", { words: "b" }))).toEqual(await findFiles({ ...given, words: "b" }));
    expect(await ask("list_dir", {}, "codex-sorted")).toBe("Absolute path: /r\na/\n  b.ts\nc@\ntwo\nlines");
  });
});

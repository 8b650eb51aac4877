// Models send other names than ours. They count where ours is not given, and only in profile leaf.
import { expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";

const fileSystem = memory(["/a/one.ts", "/b/two.ts"]);

async function call(toolName: string, json: object, options: ToolRouterOptions = {}): Promise<string> {
  const payload = { type: "function", arguments: JSON.stringify(json) } as const;
  const router = createToolRouter({ fileSystem, tools: TOOL_NAMES, ...options });
  return (await router.respond({ toolName, callId: "1", payload })).content;
}

test.each<readonly [string, object, object]>([
  ["list_dir", { path: "/a" }, { dir_path: "/a" }],
  ["list_dir", { directory: "/a" }, { dir_path: "/a" }],
  ["list_dir", { path: "" }, { dir_path: "" }],
  ["map_dir", { path: "/a" }, { dir_path: "/a" }],
  ["map_dir", { dir_path: null, directory: "/a" }, { dir_path: "/a" }],
  ["list_directory", { dir_path: "/a" }, { path: "/a" }],
  ["find_files", { path: "/", query: "two" }, { dir_path: "/", words: "two" }],
  ["find_files", { dir_path: "/", queries: ["two"] }, { dir_path: "/", words: ["two"] }],
  ["find_files", { dir_path: "/", query: '["b two"]' }, { dir_path: "/", words: ["b two"] }],
  ["find_files", { dir_path: "/", pattern: "*.ts" }, { dir_path: "/", words: "*.ts" }],
  ["find_files", { dir_path: "/", patterns: ["t*"] }, { dir_path: "/", words: ["t*"] }],
  ["find_files", { dir_path: "/", words: [], keywords: ["two"] }, { dir_path: "/", words: ["two"] }],
  ...["glob", "globs", "name", "names", "file", "files", "search", "q"].map((name): [string, object, object] => [
    "find_files",
    { dir_path: "/", [name]: "t*" },
    { dir_path: "/", words: "t*" },
  ]),
])("%s takes %j as %j", async (tool, sent, meant) => {
  expect(await call(tool, sent)).toBe(await call(tool, meant));
  expect(await call(tool, meant)).not.toContain("failed to parse");
});

test.each([
  ["list_dir", { dir_path: "/a", path: "/b", directory: "/b" }, { dir_path: "/a" }],
  ["list_directory", { path: "/a", dir_path: "/b" }, { path: "/a" }],
  ["find_files", { dir_path: "/", words: ["two"], query: "one", pattern: 5 }, { dir_path: "/", words: ["two"] }],
])("%s ignores the other names in %j", async (tool, sent, meant) => {
  expect(await call(tool, sent)).toBe(await call(tool, meant));
});

test.each([
  [{ topic: "one" }, "topic"],
  [{ budget: 200, hidden: null, topic: ["one"], limit: 5, what: " " }, "topic"],
  [{ a: "1", "b, c": "2", "d\n": "3", e: "4" }, 'a, "b, c", "d\\n"'],
])("find_files says that nothing in %j is a guess", async (sent, named) => {
  const line = `\n[not an argument: ${named}; words takes guesses]`;
  expect(await call("find_files", sent)).toBe((await call("find_files", {})) + line);
  expect(await call("find_files", sent, { defaults: { gitignore: "off" } })).toContain(line);
});

test.each([
  ["find_files", { words: "one", topic: "two" }],
  ["find_files", { newest: true, topic: "two" }],
  ["find_files", { topic: 5 }],
  ["map_dir", { topic: "two" }],
])("%s says nothing of the sort for %j", async (tool, sent) => {
  expect(await call(tool, sent)).not.toContain("not an argument");
});

test("a mistake is reported by the name that was sent, and what is missing by ours", async () => {
  expect(await call("list_dir", { path: 5 })).toBe(
    "failed to parse function arguments: `path` must be a string, got 5",
  );
  expect(await call("list_directory", {})).toBe("failed to parse function arguments: missing field `path`");
});

test("the originals know their own names only", async () => {
  for (const profile of ["codex-sorted", "codex-breadth"] as const) {
    expect(await call("list_dir", { path: "/a" }, { profile })).toMatch(/missing field `dir_path`$/);
  }
  expect(await call("list_directory", { dir_path: "/a" }, { profile: "hyper" })).toMatch(/missing field `path`$/);
});

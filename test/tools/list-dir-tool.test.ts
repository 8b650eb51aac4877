// `list_dir` as a model sees it: what it refuses and in which words, and what profile `leaf` improves.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { renderListing } from "../../src/text/listing.ts";
import type { ToolPayload } from "../../src/tooling/tool.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { makeEntries, makeTree, temporaryFolder } from "../support/make-tree.ts";
import { readListing } from "../support/read-listing.ts";

const PARSE_FAILURE = "error: failed to parse function arguments: ";

describe("arguments of list_dir", () => {
  test.each([
    [{ offset: 0 }, "offset must be a 1-indexed entry number"],
    [{ limit: 0 }, "limit must be greater than zero"],
    [{ depth: 0 }, "depth must be greater than zero"],
    [{ offset: -3 }, "offset must be a 1-indexed entry number"],
    [{ limit: -3 }, "limit must be greater than zero"],
    [{ depth: "-3" }, "depth must be greater than zero"],
    [{ dir_path: "~nobody" }, "dir_path must be an absolute path; ~ is not expanded; give the full path"],
    [{ dir_path: "" }, "dir_path must be an absolute path"],
    [{ offset: 1, limit: 1, depth: 1, dir_path: "" }, "dir_path must be an absolute path"],
    [{ offset: 0, limit: 0, depth: 0, dir_path: "x" }, "offset must be a 1-indexed entry number"],
    [{ limit: 0, depth: 0, dir_path: "x" }, "limit must be greater than zero"],
    [{ depth: 0, dir_path: "x" }, "depth must be greater than zero"],
    [{ after: "a", order: "breadth" }, "after needs order tree"],
  ])("%j: %s", async (args, message) => {
    expect(await callListDir({ dir_path: "/", ...args })).toBe(`error: ${message}`);
  });

  test.each([
    { limit: 1.5 },
    { limit: "5.0" },
    { limit: " 5" },
    { limit: "0x5" },
    { hidden: "yes" },
    { details: "True" },
    { limit: true },
    { limit: 1e300 },
    { dir_path: 5 },
    { order: "sorted" },
    { after: 5 },
  ])("%j is a parse failure", async (args) => {
    expect((await callListDir({ dir_path: "/", ...args })).startsWith(PARSE_FAILURE)).toBe(true);
  });

  test.each(["{", "[]", "5", '"/"', '{"dir_path":"/",}'])("%j is a parse failure", async (json) => {
    expect((await callTool("list_dir", json)).startsWith(PARSE_FAILURE)).toBe(true);
  });

  test.each([
    { type: "function", arguments: "" },
    { type: "function", arguments: " \n" },
    { type: "function", arguments: "null" },
    { type: "function" },
    { type: "json" },
    { type: "json", arguments: null },
    { type: "json", arguments: "" },
  ])("%j is a call without arguments", async (payload) => {
    const call = { toolName: "list_dir", callId: "1", payload: payload as ToolPayload };
    const router = createToolRouter({ fileSystem: memory(["/a"]) });
    const { data: _data, ...answer } = await router.dispatch(call);
    expect(answer).toEqual({ content: "Absolute path: /\na", success: true });
    const named = createToolRouter({ tools: ["list_directory"] }).dispatch({ ...call, toolName: "list_directory" });
    await expect(named).rejects.toThrow("failed to parse function arguments: missing field `path`");
  });

  test("a path that is left out is the working directory or the only root", async () => {
    const fileSystem = memory(["/a/x", "/b/y"]);
    for (const dir_path of [undefined, null, []]) {
      const args = { dir_path };
      expect(await callListDir(args, { fileSystem, workingDirectory: "/b" })).toBe("Absolute path: /b\ny");
      expect(await callListDir(args, { fileSystem, roots: ["/a"] })).toBe("Absolute path: /a\nx");
      expect(await callListDir(args, { fileSystem, roots: ["/a", "/b"] })).toBe(
        "error: dir_path must be an absolute path; a relative path could start in any of /a, /b",
      );
    }
    expect(await callListDir({ dir_path: "" }, { fileSystem, roots: ["/a"] })).toBe(
      "error: dir_path must be an absolute path",
    );
  });

  test("an arbitrarily deep value is only a parse failure", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    for (const json of [deep, `{"dir_path":${deep}}`, `{"dir_path":"/","offset":${deep}}`]) {
      expect(await callTool("list_dir", json)).toMatch(/^error: failed to parse function arguments: .*got a list$/);
    }
  });

  test("unknown fields are ignored, and so are names that every object inherits", async () => {
    const root = makeTree("a");
    const args = `{"dir_path":${JSON.stringify(root)},"wait_for_previous":true,"__proto__":{"limit":0},"toString":1}`;
    expect(await callTool("list_dir", args)).toBe(`Absolute path: ${root}\na`);
  });

  test("a huge limit, offset or depth costs nothing extra", async () => {
    const root = makeTree("a/", "a/b", "c");
    const all = `Absolute path: ${root}\na/\n  b\nc`;
    const huge = '"limit":18446744073709551615,"depth":9007199254740992';
    expect(await callTool("list_dir", `{"dir_path":${JSON.stringify(root)},${huge}}`)).toBe(all);
    for (const offset of ["9007199254740992", "18446744073709551615"]) {
      expect(await callTool("list_dir", `{"dir_path":${JSON.stringify(root)},"offset":${offset}}`)).toBe(
        "error: offset exceeds directory entry count",
      );
    }
  });

  test("a payload of another kind is refused", async () => {
    const call = { toolName: "list_dir", callId: "1", payload: { type: "custom", input: "/" } } as const;
    await expect(createToolRouter().dispatch(call)).rejects.toMatchObject({
      kind: "respond_to_model",
      message: "list_dir handler received unsupported payload",
    });
  });
});

describe("the root of list_dir", () => {
  test.each([
    ["does not exist", "missing", "does not exist"],
    ["is a file", "file", "is not a directory"],
    ["lies below a file", "file/x", "is not a directory"],
    ["has a name that is too long", "x".repeat(300), "too long"],
    ["holds a NUL", "a\0b", "NUL character"],
    ["quotes a NUL", '"a\\x00b"', "NUL character"],
    ["is a loop of links", "loop", "loop of symbolic links"],
  ])("that %s gets an error that says so", async (_, path, reason) => {
    const root = makeTree("file");
    fs.symlinkSync("loop", `${root}/loop`);
    const answer = await callListDir({ dir_path: `${root}/${path}` });
    expect(answer).toMatch(/^error: failed to read directory: /);
    expect(answer).toContain(reason);
  });

  test("may be a link, and is shown as it was given", async () => {
    const root = makeTree("real/", "real/a");
    fs.symlinkSync("real", `${root}/link`);
    expect(await callListDir({ dir_path: `${root}/link/` })).toBe(`Absolute path: ${root}/link/\na`);
  });

  test("that is empty says so, whatever the offset", async () => {
    const root = temporaryFolder();
    expect(await callListDir({ dir_path: root, offset: 100 })).toBe(`Absolute path: ${root}\n[empty]`);
  });

  test("can be given as a listing shows it, but a name that exists literally comes first", async () => {
    const root = temporaryFolder();
    makeEntries(root, [
      { path: '"as it is"/literal', kind: "file" },
      { path: "as it is/unquoted", kind: "file" },
      { path: "two\nlines/inside", kind: "file" },
    ]);
    expect(await callListDir({ dir_path: `${root}/"as it is"` })).toBe(`Absolute path: ${root}/"as it is"\nliteral`);
    expect(await callListDir({ dir_path: `${root}/two\nlines` })).toBe(`Absolute path: ${root}/"two\\nlines"\ninside`);
    expect(await callListDir({ dir_path: `${root}/"two\\nlines"` })).toBe(
      `Absolute path: ${root}/"two\\nlines"\ninside`,
    );
    // As they are written, these are in no root, also where something is there.
    for (const [name, inside] of [
      ["as it is", "unquoted"],
      ["two\nlines", "inside"],
    ] as const) {
      const options = { roots: [`${root}/${name}`] };
      const answer = async (given: string) => callListDir({ dir_path: `${root}/${JSON.stringify(given)}` }, options);
      expect(await answer(name)).toMatch(new RegExp(`\n${inside}$`));
      expect(await answer("else")).toMatch(/^error: access denied: .*"else" is outside/);
    }
  });
});

describe("list_dir in profile leaf", () => {
  const fileSystem = memory([
    "/repo/src/main.ts",
    "/repo/src-old/main.ts",
    "/repo/src.txt",
    "/repo/docs/guide/start.md",
    "/repo/README.md",
  ]);
  const list = (args: object) => callListDir({ dir_path: "/repo", ...args }, { fileSystem });

  test("shows every top-level name before any directory's contents", async () => {
    expect(await list({ limit: 5, depth: 3 })).toBe(
      "Absolute path: /repo\nREADME.md\ndocs/\nsrc-old/\nsrc.txt\nsrc/\nMore than 5 entries found; continue with offset 6",
    );
  });

  test("shows the rest below context lines, which are not counted, and joins those that only lead to the next", async () => {
    expect(await list({ limit: 2, offset: 6, depth: 3 })).toBe(
      "Absolute path: /repo\ndocs/\n  guide/\nsrc-old/\n  main.ts\nMore than 2 entries found; continue with offset 8",
    );
    expect(await list({ limit: 2, offset: 2, depth: 1 })).toBe(
      "Absolute path: /repo\n…\ndocs/\nsrc-old/\n…\nMore than 2 entries found; continue with offset 4",
    );
    expect(await list({ limit: 3, offset: 8, depth: 3 })).toBe(
      "Absolute path: /repo\ndocs/guide/\n  start.md\nsrc/\n  main.ts",
    );
  });

  test("says so if nothing comes after a path", async () => {
    expect(await list({ after: "src/main.ts" })).toBe(
      "Absolute path: /repo\n[nothing after src/main.ts in order tree]",
    );
    expect(await list({ after: "zzz", offset: 7 })).toBe("Absolute path: /repo\n[nothing after zzz in order tree]");
    expect(await list({ after: "src.txt", offset: 7 })).toBe("error: offset exceeds directory entry count");
  });

  test("marks opened directories that are empty, and reveals nothing that is denied", async () => {
    const empty = memory([
      { path: "/r/a", kind: "directory" },
      "/r/b/secret",
      "/r/c/.hidden",
      "/r/d/x.md",
      "/r/e/f/g.md",
      "/r/z.ts",
    ]);
    const args = { dir_path: "/r", exclude: "*.md", hidden: false };
    expect(await callListDir(args, { fileSystem: empty, deny: ["secret"] })).toBe(
      "Absolute path: /r\na/ [empty]\nb/ [empty]\nc/\nd/\ne/\n  f/\nz.ts",
    );
    expect(await callListDir({ ...args, depth: 1 }, { fileSystem: empty })).toBe(
      "Absolute path: /r\na/\nb/\nc/\nd/\ne/\nz.ts",
    );
    // What a search shows has matched itself, whatever is in it.
    for (const order of ["breadth", "tree"]) {
      expect(await callListDir({ ...args, order, include: ["a", "e", "z*"] }, { fileSystem: empty })).toBe(
        "Absolute path: /r\na/ [empty]\ne/\nz.ts",
      );
    }
  });

  test("shows sizes and times of files if asked, and reads them back", async () => {
    const root = makeTree("a/", "file", "link@");
    fs.writeFileSync(`${root}/file`, "x".repeat(1843));
    fs.utimesSync(`${root}/file`, 1_700_000_000, 1_700_000_000);
    const text = await callListDir({ dir_path: root, details: true });
    expect(text).toBe(`Absolute path: ${root}\na/ [empty]\nfile [1.8K, 2023-11-14 22:13]\nlink@`);
    const { entries } = readListing(text);
    expect(entries[1]).toEqual({
      path: "file",
      kind: "file",
      depth: 1,
      size: 1843,
      modifiedMs: Date.UTC(2023, 10, 14, 22, 13),
    });
    expect(renderListing(readListing(text))).toBe(text);
  });
});

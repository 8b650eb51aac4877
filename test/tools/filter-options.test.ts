// Filters through the tools: what a model may ask for, and how the page shows it.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";

const fileSystem = memory(["/r/a/b/x.ts", "/r/a/y.md", "/r/.env", "/r/node_modules/m/i.js", "/r/z.ts"]);
const list = (args: object) => callListDir({ dir_path: "/r", depth: 5, ...args }, { fileSystem });

test("a directory of which filters leave nothing is not on a map, and in a search it is marked; an empty one says so", async () => {
  const options = { fileSystem: memory(["/r/docs/a.md", "/r/empty/", "/r/z.ts"]) };
  const call = (tool: string, args: object) => callTool(tool, { dir_path: "/r", exclude: "*.md", ...args }, options);
  expect(await call("map_dir", {})).toBe("Absolute path: /r\nz.ts\nempty/ [empty]");
  expect(await call("map_dir", { exclude: "z*", budget: 1 })).toBe("Absolute path: /r\ndocs/ (1) empty/ [empty]");
  expect(await call("find_files", { words: ["docs", "empty"] })).toBe(
    "Absolute path: /r\ndocs/ [filtered] empty/ [empty]",
  );
});

describe("filters of list_dir", () => {
  test.each([
    [{ include: "*.ts" }, "a/b/\n  x.ts\nz.ts"],
    [{ include: ["*.ts", "*.md"], exclude: ["b"] }, "a/\n  y.md\nz.ts"],
    [{ exclude: "**/node_modules" }, ".env\na/\n  b/\n    x.ts\n  y.md\nz.ts"],
    [{ hidden: false, exclude: ["a", "node_modules"] }, "z.ts"],
    [{ include: "*.ts", limit: 1 }, "z.ts\nMore than 1 entries found; continue with offset 2"],
    [{ include: "*.ts", limit: 1, offset: 2 }, "a/b/\n  x.ts"],
    [{ include: "*.ts", after: "a/b/x.ts" }, "…\nz.ts"],
    [{ include: "nothing*" }, "[no entry matches the filters]"],
    [{ include: "nothing*", offset: 7 }, "[no entry matches the filters]"],
  ])("%j", async (args, expected) => {
    expect(await list(args)).toBe(`Absolute path: /r\n${expected}`);
  });

  test.each([
    [["*.ts", "lib/**"], {}, "[nothing matches lib/**]"],
    [["*.ts", "{lib,src}/**", "*.t?"], {}, '[nothing matches "{lib,src}/**"]'],
    [["*.ts", "p", "q", "x, y", "s/t", "p"], {}, '[nothing matches p, q, "x, y", and 1 more]'],
    [["*.ts", "p"], { limit: 2 }, "[nothing matches p]"],
    [["*.ts", "p"], { offset: 2 }, "[nothing matches p]"],
    [["*.ts", "y.*"], { exclude: "*.md" }, "[nothing matches y.*]"],
    [["*.ts", "*.md"], {}, undefined],
    [["*.ts", "p"], { limit: 1 }, undefined],
    [["*.ts", "p"], { after: "a/" }, undefined],
    [["*.ts", "p"], { depth: 2 }, undefined],
    [["p", "q"], {}, undefined],
    ["p", {}, undefined],
  ])("of include %j with %j: %s", async (include, more, line) => {
    const answer = await callListDir({ dir_path: "/r", include, ...more }, { fileSystem });
    expect(answer.split("\n").find((each) => each.startsWith("[nothing matches"))).toBe(line);
  });

  test("do not say that a glob matches nothing that may match in an ignored directory", async () => {
    const tree = memory(["/r/.git/HEAD", { path: "/r/.gitignore", content: "dist\n" }, "/r/dist/a.js", "/r/src/a.ts"]);
    const include = ["*.ts", "*.js", "dist/*", "src/*.js"];
    expect(await callListDir({ dir_path: "/r", include }, { fileSystem: tree })).toBe(
      "Absolute path: /r\nsrc/\n  a.ts\n[nothing matches src/*.js]",
    );
  });

  test.each([
    [{ include: '["*.ts", "*.md"]' }, { include: ["*.ts", "*.md"] }],
    [{ exclude: '\n["a"]' }, { exclude: ["a"] }],
    [{ include: ['["*.ts"]', "*.md"] }, { include: ["*.ts", "*.md"] }],
    [{ include: "" }, {}],
    [{ include: [], exclude: "" }, {}],
    [{ include: "[]", exclude: ["", ""] }, {}],
    [{ include: ["", "*.ts"] }, { include: "*.ts" }],
    [{ include: "/r/a/*.md" }, { include: "a/*.md" }],
    [
      { include: "/r/z.ts", exclude: ["/r/a"] },
      { include: "/z.ts", exclude: "/a" },
    ],
    [{ include: "/r/nothing*" }, { include: "/nothing*" }],
  ])("%j is %j", async (args, meant) => {
    expect(await list(args)).toBe(await list(meant));
    const { entries } = await listDir({ dirPath: "/r", depth: 5, fileSystem, ...args });
    expect(entries).toEqual((await listDir({ dirPath: "/r", depth: 5, fileSystem, ...meant })).entries);
    const directory = (request: object) =>
      callListDirectory({ path: "/r", recursive: true, ...request }, { fileSystem });
    expect(await directory(args)).toBe(await directory(meant));
  });

  test("distinguish an offset beyond what they leave from nothing left", async () => {
    expect(await list({ include: "*.ts", offset: 3 })).toBe("error: offset exceeds directory entry count");
    expect(await list({ include: "*.ts", after: "z.ts" })).toBe(
      "Absolute path: /r\n[nothing after z.ts in order tree]",
    );
  });

  test("distinguish an empty directory from one with nothing that matches", async () => {
    const empty = memory([{ path: "/r", kind: "directory" }]);
    expect(await callListDir({ dir_path: "/r", include: "*.ts" }, { fileSystem: empty })).toBe(
      "Absolute path: /r\n[empty]",
    );
  });

  test.each(["/r/.", "/r/..", "/r/{,.}", "/r/./.", "/rz.ts"])("%s matches nothing", async (include) => {
    expect(await list({ include })).toMatch(/\n\[no entry matches the filters/);
  });

  test("include brings a directory alone, and in maps and searches what is below it, too", async () => {
    const ask = (tool: string, args: object) =>
      callTool(tool, { dir_path: "/r", include: "a", ...args }, { fileSystem });
    expect(await ask("list_dir", {})).toBe("Absolute path: /r\na/");
    expect(await ask("map_dir", {})).toBe("Absolute path: /r\na/\n  y.md\n  b/\n    x.ts");
    expect(await ask("find_files", { words: ["x"] })).toBe("Absolute path: /r\na/b/x.ts");
  });

  test("are bounded for each field", async () => {
    const globs = (end: string) =>
      Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(100 - end.length, "x") + end);
    expect(await list({ include: [...globs("").slice(1), "*".repeat(100)], exclude: globs("y") })).toContain(
      "Absolute path",
    );
  });

  test.each([
    [{ include: 5 }, "`include` must be a string or a list of strings"],
    [{ exclude: ["a", 5] }, "`exclude` must be a string or a list of strings"],
    [
      { include: JSON.stringify(Array.from({ length: 101 }, String)) },
      "`include`: too many globs: 101; at most 100 are allowed",
    ],
    [{ exclude: ["{a,b}".repeat(30)] }, "`exclude`: the globs are too long"],
    [{ include: "x".repeat(1_000_000) }, "`include`: the globs are too long"],
    [{ gitignore: "yes" }, '`gitignore` must be "off" or "collapse" or "omit"'],
    [{ hidden: "no" }, "`hidden` must be true or false"],
  ])("refuse %j", async (args, reason) => {
    const answer = await list(args);
    expect(answer).toMatch(/^error: failed to parse function arguments: /);
    expect(answer).toContain(reason);
    expect(answer.length).toBeLessThan(400);
  });
});

test.each([
  ["optimiser", "; a glob matches whole names: try *optimiser*"],
  ["optimiser/", "; a glob matches whole names: try *optimiser*/"],
  ["lib/workspace*", "; try **/lib/workspace*"],
  ["/lib/workspace.ts", "; try **/lib/workspace.ts"],
  [["*.zig", "optimiser", "lib/x"], "; a glob matches whole names: try *optimiser*"],
  ["*.zig", ""],
  ["**/lib/zig", ""],
])("where include %j finds nothing, a glob that may is named: %s", async (include, hint) => {
  const options = { fileSystem: memory(["/r/src/lib/workspace.ts", "/r/src/my-optimiser.ts"]) };
  const nothing = `Absolute path: /r\n[no entry matches the filters${hint}]`;
  expect(await callTool("list_dir", { dir_path: "/r", include }, options)).toBe(nothing);
  expect(await callTool("map_dir", { dir_path: "/r", include }, options)).toBe(nothing);
});

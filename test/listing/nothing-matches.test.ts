// Of several globs, those that matched nothing are told, if everything was read and only of what may be seen.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { listDirAll } from "../../src/listing/list-dir-all.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { listDirectory } from "../../src/listing/list-directory.ts";
import { mapDir } from "../../src/listing/map-dir.ts";
import { renderMapJson } from "../../src/render/render-map-json.ts";
import { renderPageJson } from "../../src/render/render-page-json.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { makeTree } from "../support/make-tree.ts";
import { readListing } from "../support/read-listing.ts";
import { readMap } from "../support/read-map.ts";

const PATHS = ["/r/src/a.ts", "/r/src/b.md", "/r/lib/deep/c.ts", "/r/.env", "/r/secret.key", "/r/README.md"];

interface Asked {
  readonly include: string | readonly string[];
  readonly [argument: string]: unknown;
}

/** The last lines of the answers of `list_dir` and `map_dir`, and the end of the summary of `list_directory`. */
async function ends({ include, ...asked }: Asked, options: ToolRouterOptions = {}): Promise<(string | undefined)[]> {
  const given = { fileSystem: memory(PATHS), ...options };
  const listing = await callTool("list_dir", { dir_path: "/r", include, ...asked }, given);
  const map = await callTool("map_dir", { dir_path: "/r", include, ...asked }, given);
  const { hidden: showHidden = true, depth: _depth, ...others } = asked;
  const directory = { path: "/r", include, recursive: true, showHidden, ...others };
  const { summary } = JSON.parse(await callTool("list_directory", directory, given)) as { summary: string };
  return [ownLine(listing), ownLine(map), /; (nothing matches .*)$/.exec(summary)?.[1]];
}

function ownLine(text: string): string | undefined {
  return text.split("\n").find((line) => line.startsWith("[no"));
}

const told = (text: string) => [`[nothing matches ${text}]`, `[nothing matches ${text}]`, `nothing matches ${text}`];

describe("of several globs", () => {
  test.each<[Asked, string]>([
    [{ include: ["*.ts", "feedback.py", "*editor*"] }, "feedback.py, *editor*"],
    [{ include: '["*.ts","x*"]' }, "x*"],
    [{ include: ["*.ts", "x", "x", "y"] }, "x, y"],
    [{ include: ["*.ts", "*.{py,go}"] }, '"*.{py,go}"'],
    [{ include: ["*.ts", "a b", "[x]", '"q"', "z?", "n\u200bo"] }, '"a b", "[x]", "\\"q\\"", "z?", "n\\u200bo"'],
    [{ include: ["*.ts", "[empty]*"] }, '"[empty]*"'],
    [
      { include: ["*.ts", ...Array.from({ length: 13 }, (_, index) => `n${index}`)] },
      "n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, and 3 more",
    ],
    [{ include: ["*.ts", "README.MD"] }, "README.MD"],
    [{ include: ["*.ts", "README.md"], exclude: "README.*" }, "README.md"],
    [{ include: ["*.ts", ".env"], hidden: false }, ".env"],
    [{ include: ["*.ts", "lib/deep/d*"] }, "lib/deep/d*"],
  ])("those are told that matched nothing: %j", async (asked, text) => {
    expect(await ends(asked)).toEqual(told(text));
  });

  test.each<[Asked]>([
    [{ include: "*.t*" }],
    [{ include: ["*.ts", "*.md"] }],
    [{ include: ["*.ts", "readme.md"] }],
    [{ include: ["*.ts", "lib/"] }],
    [{ include: ["{x,*.ts}", "lib"] }],
    // Both are the same.
    [{ include: ["*.ts", "*.ts"] }],
  ])("nothing is told where each matched something, or there is only one: %j", async (asked) => {
    expect(await ends(asked)).toEqual([undefined, undefined, undefined]);
  });

  test("a glob that matches only what is denied, or outside of the roots, has matched nothing", async () => {
    const denied = { deny: ["*.key"] };
    expect(await ends({ include: ["*.ts", "secret*"] }, denied)).toEqual(told("secret*"));
    expect(await ends({ include: ["*.ts", "gone*"] }, denied)).toEqual(told("gone*"));
  });

  test("beside that nothing matches at all, no glob is named", async () => {
    const nothing = "[no entry matches the filters]";
    expect(await ends({ include: ["*.py", "*.go"] })).toEqual([nothing, nothing, undefined]);
  });

  test("only the last page says so, and none that continues after a path", async () => {
    const options = { fileSystem: memory(PATHS) };
    const include = ["*.ts", "*.py"];
    const ask = (page: object) => callTool("list_dir", { dir_path: "/r", include, ...page }, options);
    expect(ownLine(await ask({ limit: 1 }))).toBeUndefined();
    expect(ownLine(await ask({ limit: 1, offset: 2 }))).toBe("[nothing matches *.py]");
    expect(ownLine(await ask({ order: "tree" }))).toBe("[nothing matches *.py]");
    expect(ownLine(await ask({ after: "lib/deep/c.ts" }))).toBeUndefined();
    const cut = { path: "/r", include, recursive: true, maxResults: 1, offset: 1 };
    expect(await callTool("list_directory", cut, options)).toContain('"Showing 2-2 of 2 files; nothing matches *.py"');
    const few = await listDirectory({ path: "/r", include, recursive: true, maxIndexed: 1, ...options });
    expect([few.truncated, few.nothingMatches]).toEqual([true, undefined]);
  });

  test("nothing is told where a directory can't be read, or was not counted", async () => {
    const tree = memory(PATHS);
    const fileSystem = {
      ...tree,
      readDirectory: (...read: Parameters<typeof tree.readDirectory>) => {
        if (read[1] === "lib") {
          throw Object.assign(new Error("no"), { code: "EACCES" });
        }
        return tree.readDirectory(...read);
      },
    };
    expect(await ends({ include: ["*.md", "*.py"] }, { fileSystem })).toEqual([undefined, undefined, undefined]);
    const offset = { dir_path: "/r", include: ["*.md", "*.py"], order: "tree", offset: 2, limit: 5 };
    expect(ownLine(await callTool("list_dir", offset, { fileSystem }))).toBeUndefined();
    const map = await mapDir({ dirPath: "/r", include: ["*.md", "*.py"], fileSystem: tree, maxDirectories: 1 });
    expect(map.nothingMatches).toBeUndefined();
  });

  test("ignored directories that were not searched are told, too", async () => {
    const root = makeTree(".git/", ".git/HEAD", "dist/", "dist/x.py", "a.ts");
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${root}/.gitignore`, "dist\n");
    const lines = ["[nothing matches *.py]", "[ignored directories were not searched]"];
    for (const tool of ["list_dir", "map_dir"]) {
      const answer = await callTool(tool, { dir_path: root, include: ["*.ts", "*.py"] });
      expect(answer.split("\n").slice(-2)).toEqual(lines);
    }
    const { passedBy } = await mapDir({ dirPath: root, include: "*.ts" });
    expect(passedBy).toBe(true);
    expect((await mapDir({ dirPath: root })).passedBy).toBeUndefined();
  });

  test("programs get it as data, and texts give it back", async () => {
    const fileSystem = memory(PATHS);
    const include = ["*.ts", "a, b", "x"];
    const nothingMatches = { globs: ["a, b", "x"] };
    const page = await listDir({ dirPath: "/r", include, fileSystem });
    expect(page).toMatchObject({ nothingMatches });
    expect(JSON.parse(renderPageJson(page))).toMatchObject({ nothingMatches });
    const map = await mapDir({ dirPath: "/r", include, fileSystem });
    expect(map).toMatchObject({ nothingMatches });
    expect(JSON.parse(renderMapJson(map))).toMatchObject({ nothingMatches });
    expect(await listDirectory({ path: "/r", include, recursive: true, fileSystem })).toMatchObject({ nothingMatches });
    const parts = [];
    for await (const part of listDirAll({ dirPath: "/r", include, fileSystem })) {
      parts.push(part);
    }
    expect(parts).toMatchObject([{ nothingMatches }]);
    const asked = { dir_path: "/r", include };
    expect(readListing(await callTool("list_dir", asked, { fileSystem }))).toMatchObject({ nothingMatches });
    expect(readMap(await callTool("map_dir", asked, { fileSystem }))).toMatchObject({ nothingMatches });
  });

  test("the byte bound holds: as many are named as fit in a quarter", async () => {
    const long = Array.from({ length: 9 }, (_, index) => `${index}${"n".repeat(40)}`);
    const options = { fileSystem: memory(["/r/a.ts"]), maxOutputBytes: 512 };
    for (const tool of ["list_dir", "map_dir"]) {
      const answer = await callTool(tool, { dir_path: "/r", include: ["*.ts", ...long] }, options);
      expect(answer).toContain(`[nothing matches ${long[0]}, ${long[1]}, and 7 more]`);
      const short = await callTool(tool, { dir_path: "/r", include: ["*.ts", "n".repeat(300)] }, options);
      expect(short.split("\n").slice(1)).toEqual(["a.ts"]);
    }
  });

  const anyGlob = fc.constantFrom(
    "*.ts",
    "*.md",
    "a*",
    "src/**",
    "lib",
    "lib/",
    "*.py",
    "x",
    ".*",
    "/s*",
    "**/c*",
    "{a,z}*",
  );

  test("is the same in every backend and order, and what one glob alone finds", async () => {
    const store = s3({ client: fakeStore(PATHS.map((path) => path.slice(3))).client });
    const places = [
      { dirPath: "/r", fileSystem: memory(PATHS) },
      { dirPath: makeTree(...PATHS.map((path) => path.slice(3))) },
      { dirPath: "s3://bucket", fileSystem: store },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyGlob, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        async (include, hidden) => {
          for (const place of places) {
            const ask = { ...place, hidden, gitignore: "off" } as const;
            const found = await Promise.all(
              include.map(async (glob) => (await listDir({ ...ask, include: glob })).entries.length > 0),
            );
            const expected = include.filter((_, index) => found[index] === false);
            const isTold = found.includes(true) && expected.length > 0;
            const nothingMatches = isTold ? { globs: expected } : undefined;
            for (const order of ["breadth", "tree"] as const) {
              expect((await listDir({ ...ask, include, order })).nothingMatches).toEqual(nothingMatches);
            }
            expect((await mapDir({ ...ask, include })).nothingMatches).toEqual(nothingMatches);
          }
        },
      ),
      { numRuns: inDepth(8, 500) },
    );
  });
});

describe("a hint", () => {
  test.each([
    ["optimiser", "*optimiser*"],
    [["*.py", "optimiser", "other"], "*optimiser*"],
    ["{a1,b1}", '"*{a1,b1}*"'],
    ["a b", '"*a b*"'],
    ["x\\[y\\]", '"*x\\\\[y\\\\]*"'],
  ])("is given for a glob that is a whole name: %j", async (include, glob) => {
    const line = `[no entry matches the filters; a glob matches whole names: try ${glob}]`;
    expect((await ends({ include })).slice(0, 2)).toEqual([line, line]);
  });

  test.each(["opti*", "opt?", "[xy]z", "src/optimiser", "optimiser/", "/optimiser"])(
    "is given for no other: %s",
    async (include) => {
      const line = "[no entry matches the filters]";
      expect((await ends({ include })).slice(0, 2)).toEqual([line, line]);
    },
  );

  test("can be read back", async () => {
    const options = { fileSystem: memory(PATHS) };
    const asked = { dir_path: "/r", include: "a b" };
    const expected = { filtered: true, tryGlob: "*a b*" };
    expect(readListing(await callTool("list_dir", asked, options))).toMatchObject(expected);
    expect(readMap(await callTool("map_dir", asked, options))).toMatchObject(expected);
    const page = await listDir({ dirPath: "/r", include: "a b", ...options });
    expect(JSON.parse(renderPageJson(page))).toMatchObject(expected);
  });
});

describe("an empty root", () => {
  test.each(["list_dir", "map_dir"])("is told by %s, whatever the filters and the offset", async (tool) => {
    const options = { fileSystem: memory(["/r/.secret/x", "/e/"]), deny: [".secret"] };
    for (const asked of [{}, { offset: 3 }, { include: ["a", "b"] }, { gitignore: "off" }]) {
      for (const dir of ["/r", "/e"]) {
        expect(await callTool(tool, { dir_path: dir, ...asked }, options)).toBe(`Absolute path: ${dir}\n[empty]`);
      }
    }
  });

  test("is no entry", async () => {
    const fileSystem = memory(["/e/"]);
    expect(await listDir({ dirPath: "/e", fileSystem })).toEqual({ root: "/e", entries: [], empty: true });
    expect(await mapDir({ dirPath: "/e", fileSystem })).toMatchObject({ empty: true });
    expect(await callTool("list_dir", { dir_path: "/e", after: "a" }, { fileSystem })).toBe(
      "Absolute path: /e\n[nothing after a in order tree]",
    );
  });
});

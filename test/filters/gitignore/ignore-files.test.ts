// Which files are read for their rules, and how often.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { memory } from "../../../src/backends/memory.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";
import type { FileSystem } from "../../../src/core/file-system.ts";
import { gitignoreFilter } from "../../../src/filters/gitignore/gitignore-filter.ts";
import { git } from "../../support/git.ts";
import { listByGitignore } from "../../support/list-by-gitignore.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";
import { counting } from "../../support/memory-tree.ts";

describe("what an ignore file may be", () => {
  test("not a link, as in git", async () => {
    const folder = makeFiles(temporaryFolder(), { ".git/": "", rules: "*\n" });
    fs.symlinkSync("rules", `${folder}/.gitignore`);
    expect(await listByGitignore(folder)).toEqual([".gitignore", "rules"]);
    expect(git(folder, ["ls-files", "--others", "--exclude-standard"])).toBe(".gitignore\nrules\n");
  });

  test("up to 128 KiB long, else it counts as absent", async () => {
    const comment = (length: number) => `a\n#${"-".repeat(length - 3)}`;
    const fits = makeFiles(temporaryFolder(), { ".gitignore": comment(128 * 1024), a: "" });
    expect(await listByGitignore(fits)).toEqual([".gitignore"]);
    const tooLong = makeFiles(temporaryFolder(), { ".gitignore": comment(128 * 1024 + 1), a: "" });
    expect(await listByGitignore(tooLong)).toEqual([".gitignore", "a"]);
  });

  test("no slower to match than a listing can afford, else it counts as absent", async () => {
    const slow = `*${"a".repeat(20)}?b*\n`;
    const files = (lines: number) => ({ ".gitignore": `x\n${slow.repeat(lines)}`, x: "", y: "" });
    expect(await listByGitignore(makeFiles(temporaryFolder(), files(80)))).toEqual([".gitignore", "y"]);
    expect(await listByGitignore(makeFiles(temporaryFolder(), files(90)))).toEqual([".gitignore", "x", "y"]);
    // Lines without wildcards cost no more than their length.
    const quick = `x\n${"name\n".repeat(25_000)}`;
    expect(await listByGitignore(makeFiles(temporaryFolder(), { ".gitignore": quick, x: "" }))).toEqual([".gitignore"]);
    // All files that apply in a directory count together, from the top down.
    const nested = {
      ".gitignore": `x\n${slow.repeat(50)}`,
      "a/.gitignore": `y\n${slow.repeat(50)}`,
      "a/x": "",
      "a/y": "",
    };
    expect(await listByGitignore(makeFiles(temporaryFolder(), nested))).toEqual([
      ".gitignore",
      "a/",
      "a/.gitignore",
      "a/y",
    ]);
    const single = { "a/.gitignore": nested["a/.gitignore"], "a/x": "", "a/y": "" };
    expect(await listByGitignore(makeFiles(temporaryFolder(), single))).toEqual(["a/", "a/.gitignore", "a/x"]);
  });

  test("nothing, in a file system without files to read", async () => {
    const { readFile: _, ...fileSystem } = memory([
      "/tree/.git/HEAD",
      { path: "/tree/.gitignore", content: "*" },
      "/tree/a/b",
    ]);
    expect(await listByGitignore("/tree", { fileSystem })).toEqual([".gitignore", "a/", "a/b"]);
  });
});

describe("the work of the filter", () => {
  /** Records the files that are requested, and the paths that are looked for. */
  function recording(fileSystem: FileSystem): { fileSystem: FileSystem; asked: string[]; sought: string[] } {
    const asked: string[] = [];
    const sought: string[] = [];
    const recorded: FileSystem = {
      ...fileSystem,
      async readFile(location, options) {
        asked.push(location);
        return fileSystem.readFile?.(location, options);
      },
      mayExist(location) {
        sought.push(location);
        return fileSystem.mayExist?.(location) !== false;
      },
    };
    return { fileSystem: recorded, asked, sought };
  }

  const tree = memory([
    { path: "/repo/.git/HEAD", content: "ref: refs/heads/main" },
    { path: "/repo/.gitignore", content: "node_modules/\n" },
    "/repo/src/a/b",
    "/repo/src/node_modules/m/index.js",
  ]);

  test("ignored directories are not read", async () => {
    const { fileSystem, read } = counting(tree);
    expect(await listByGitignore("/repo", { fileSystem })).toEqual([".gitignore", "src/", "src/a/", "src/a/b"]);
    expect(read).toEqual(["", "src", "src/a"]);
  });

  test("looks once for a repository in each directory whose entries are not known, and requests files above once", async () => {
    const { fileSystem, asked, sought } = recording(tree);
    const root = "/repo/src" as ByteString;
    const filter = await gitignoreFilter({ fileSystem, root, mode: "omit", environment: {}, bounds: undefined });
    expect(sought).toEqual(["/repo/src/.git", "/repo/.git"]);
    expect(asked).toEqual([
      "/repo/.git/HEAD",
      "/repo/.git/config",
      "/repo/.git/info/exclude",
      "/repo/.gitignore",
      "/repo/src/.gitignore",
    ]);
    asked.length = 0;
    await filter.enter("a" as ByteString, undefined);
    expect(asked).toEqual(["/repo/src/a/.gitignore"]);
  });

  test("requests both files of a repository in a file system that can't say what exists", async () => {
    const { mayExist: _, ...silent } = tree;
    const { fileSystem, asked } = recording(silent);
    await listByGitignore("/repo/src/a", { fileSystem });
    expect(asked.slice(0, 3)).toEqual(["/repo/src/.git/HEAD", "/repo/src/.git", "/repo/.git/HEAD"]);
  });

  test("requests no file of a directory that does not have it", async () => {
    const { fileSystem, asked } = recording(
      memory(["/top/a/b/c", "/top/a/d/.gitignore", "/top/a/e/.git/HEAD", "/top/a/f/.GitIgnore"]),
    );
    await listByGitignore("/top", { fileSystem });
    // The root is such a directory, too. A disk may find a file by another spelling.
    expect(asked.filter((location) => location.startsWith("/top"))).toEqual([
      "/top/a/d/.gitignore",
      "/top/a/e/.git/HEAD",
      "/top/a/e/.git/config",
      "/top/a/e/.git/info/exclude",
      "/top/a/f/.gitignore",
    ]);
  });

  test("looks for the files of a directory that comes in several batches", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => `/top/a/_${index}`);
    const { fileSystem, asked } = recording(memory([...many, "/top/a/z", { path: "/top/a/.gitignore", content: "z" }]));
    const reversed: FileSystem = {
      ...fileSystem,
      order: "none",
      async *readDirectory(root, path, { signal }) {
        const batches = [];
        for await (const batch of fileSystem.readDirectory(root, path, { signal })) {
          batches.unshift({ ...batch, entries: batch.entries.toReversed() });
        }
        yield* batches;
      },
    };
    expect(await listByGitignore("/top", { fileSystem: reversed })).not.toContain("a/z");
    expect(asked).toContain("/top/a/.gitignore");
  });

  test("reads the user's files once, however many repositories there are", async () => {
    const repositories = ["a", "b", "c"].map((name) => `/tree/${name}/.git/HEAD`);
    const { fileSystem, asked } = recording(memory(repositories));
    await listByGitignore("/tree", { fileSystem, environment: { home: "/home/me" } });
    const ofUser = ["/home/me/.gitconfig", "/home/me/.config/git/config", "/home/me/.config/git/ignore"];
    expect(asked.filter((location) => location.startsWith("/home"))).toEqual(ofUser);
  });

  test("makes the walk wait only where there is something to read", async () => {
    const given = { fileSystem: tree, mode: "omit", environment: {}, bounds: undefined } as const;
    const filter = await gitignoreFilter({ ...given, root: "/repo" as ByteString });
    const enter = (...names: string[]) => {
      const entries = names.map((name) => ({ name: name as ByteString, kind: "file" }) as const);
      return filter.enter("src" as ByteString, undefined, entries);
    };
    expect(enter("a")).not.toBeInstanceOf(Promise);
    expect(enter("a", ".gitignore")).toBeInstanceOf(Promise);
    expect(enter(".git")).toBeInstanceOf(Promise);
  });

  test("stops when its signal fires", async () => {
    const filter = await gitignoreFilter({
      fileSystem: tree,
      root: "/repo" as ByteString,
      mode: "omit",
      environment: {},
      bounds: undefined,
    });
    const reason = new Error("enough");
    expect(() => filter.enter("src" as ByteString, AbortSignal.abort(reason))).toThrow(reason);
  });
});

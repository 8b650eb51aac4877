// What filters, deny rules and roots hide leaves no trace on a map, and what can't be read is marked.
import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { toText } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { mapDirText, type MapDirOptions } from "../../src/listing/map-dir.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callTool } from "../support/call-tool.ts";
import { anyCrowdedTree } from "../support/crowded-tree.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { makeEntries, makeTree, temporaryFolder } from "../support/make-tree.ts";
import { numbered } from "../support/many-files.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import { modelTree } from "../support/model-tree.ts";

const NAMES = [
  ".hidden/",
  ".hidden/x",
  "a.ts",
  "b.md",
  "dist/",
  "dist/out.js",
  "src/",
  "src/c.ts",
  "src/d.md",
  "src/.e",
];

/** The map without the header. */
async function ask(fileSystem: FileSystem, options: Partial<MapDirOptions> = {}): Promise<string> {
  const text = await mapDirText({ dirPath: MEMORY_ROOT, gitignore: "off", ...options, fileSystem });
  return text.split("\n").slice(1).join("\n");
}

describe("what is hidden", () => {
  const tree = memoryTree(modelTree(...NAMES));

  test.each([
    [{}, "a.ts b.md\n.hidden/\n  x\ndist/\n  out.js\nsrc/\n  .e c.ts d.md"],
    [{ hidden: false }, "a.ts b.md\ndist/\n  out.js\nsrc/\n  c.ts d.md"],
    [{ include: "*.ts" }, "a.ts\nsrc/\n  c.ts"],
    [{ include: "*.md", exclude: "/b*" }, "src/\n  d.md"],
    [{ exclude: ["dist", ".*"] }, "a.ts b.md\nsrc/\n  c.ts d.md"],
    [{ include: "nothing" }, "[no entry matches the filters; a glob matches whole names: try *nothing*]"],
    [{ include: "nothing*" }, "[no entry matches the filters]"],
    [{ deny: ["dist", "**/*.md", ".hidden"] }, "a.ts\nsrc/\n  .e c.ts"],
    [{ fold: "*c/", exclude: "*.md" }, "[only *c/]\nsrc/\n  .e c.ts"],
  ] as const)("is not shown: %j", async (options, text) => {
    expect(await ask(tree, options)).toBe(text);
  });

  test.each([
    [{}, "a.ts b.md\n.hidden/ (1) dist/ (1) src/ (3)"],
    [{ hidden: false }, "a.ts b.md\ndist/ (1) src/ (2)"],
    [{ include: "*.ts" }, "a.ts\nsrc/ (1)"],
    [{ deny: ["src/d.md", "src/.e"] }, "a.ts b.md\n.hidden/ (1) dist/ (1) src/ (1)"],
  ] as const)("is not counted: %j", async (options, text) => {
    // Where only lines count, all names fit, and nothing can be opened.
    expect(await ask(tree, { ...options, budget: 2, countTokens: (part) => part.split("\n").length - 1 })).toBe(text);
  });

  test("leaves the same map as a tree without it", async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, fc.constantFrom(20, 100, 400), async (entries, budget) => {
        const isLeft = ({ path: each }: { path: string }) => !each.split("/").some((name) => /^[.a]|\.ts$/.test(name));
        const left = memoryTree(entries.filter(isLeft));
        const whole = memoryTree(entries);
        const plain = await ask(left, { budget });
        const rules = ["a*", ".*", "*.ts"];
        expect(await ask(whole, { budget, exclude: rules })).toBe(
          plain === "[empty]" && entries.length > 0 ? "[no entry matches the filters]" : plain,
        );
      }),
      { numRuns: inDepth(10, 500) },
    );
  });

  test("is what lies outside of the roots", async () => {
    const root = makeTree("in/", "in/a", "out/", "out/b");
    fs.symlinkSync(path.join(root, "out"), path.join(root, "in", "link"));
    const options = { roots: [path.join(root, "in")], experimentalSupportedTools: ["map_dir"] };
    expect(await callTool("map_dir", { dir_path: path.join(root, "in") }, options)).toBe(
      `Absolute path: ${path.join(root, "in")}\na link@`,
    );
    expect(await callTool("map_dir", { dir_path: root }, options)).toMatch(/^error: access denied/);
  });
});

describe("a directory whose own name include matches", () => {
  const paths = [
    "auth/ofga/model.fga",
    "auth/ofga/deep/only/a.ts",
    "auth/ofga/deep/only/b.md",
    "auth/ofga/.env",
    "auth/user.ts",
    "ofga-client/x.ts",
    "web/index.ts",
  ];
  const backends: [string, () => { fileSystem: FileSystem; dirPath: string }][] = [
    ["memory", () => ({ fileSystem: memory(paths.map((each) => `/r/${each}`)), dirPath: "/r" })],
    ["a store", () => ({ fileSystem: s3({ client: fakeStore(paths).client }), dirPath: "s3://bucket" })],
    [
      "a disk",
      () => {
        const dirPath = temporaryFolder();
        makeEntries(
          dirPath,
          paths.map((each) => ({ path: each, kind: "file" })),
        );
        return { fileSystem: localDisk(), dirPath };
      },
    ],
  ];

  test.each(backends)(
    "is closed and counted with all that may be seen and other filters leave: %s",
    async (_, make) => {
      const { fileSystem, dirPath } = make();
      const search = (options: Partial<MapDirOptions>) => ask(fileSystem, { dirPath, ...options });
      expect(await search({ include: "ofga" })).toBe("auth/ofga/ (6)");
      expect(await search({ include: "*ofga*" })).toBe("auth/ofga/ (6) ofga-client/ (1)");
      expect(await search({ include: ["ofga", "*.ts"] })).toBe(
        "auth/\n  user.ts\n  ofga/ (6)\nofga-client/\n  x.ts\nweb/\n  index.ts",
      );
      expect(await search({ include: "ofga", hidden: false, exclude: "*.md" })).toBe("auth/ofga/ (4)");
      expect(await search({ include: "ofga", deny: ["ofga/deep"] })).toBe("auth/ofga/ (2)");
      expect(await search({ include: "ofga", exclude: "auth/ofga/*" })).toBe("auth/ofga/ (0)");
      expect(await search({ include: "deep" })).toBe("auth/ofga/deep/ (3)");
      expect(await search({ include: "/auth" })).toBe("auth/ (8)");
      // Where only lines count, nothing can be opened: those above it count it, too.
      const lines = (part: string) => part.split("\n").length - 1;
      expect(await search({ include: ["ofga", "user*"], budget: 2, countTokens: lines })).toBe("auth/ (8)");
    },
  );

  test("is counted within the bounds on the work", async () => {
    const many = modelTree("found/", ...numbered(30, "found/d").flatMap((name) => [`${name}/`, `${name}/x`]));
    expect(await ask(memoryTree(many), { include: "found", maxDirectories: 12 })).toBe("found/ (40+)");
    expect(await ask(memoryTree(many), { include: "found", maxDirectories: 1 })).toBe("found/ (0+)");
    expect(await ask(failing(memoryTree(many), "found", "EACCES"), { include: "found" })).toBe(
      "found/ [permission denied]",
    );
    const store = fakeStore(numbered(5000, "found/x"));
    const options = { dirPath: "s3://bucket", include: "found", maxRequests: 3 };
    expect(await ask(s3({ client: store.client }), options)).toMatch(/^found\/ \([\d,]+\+\)$/);
    expect(store.asked.length).toBeLessThanOrEqual(3);
  });
});

describe("what git ignores", () => {
  const repository = () => {
    const root = makeTree(
      ".git/",
      ".git/HEAD",
      "dist/",
      "dist/out.js",
      "a.log",
      "b.ts",
      "src/",
      "src/c.log",
      "src/d.ts",
    );
    fs.writeFileSync(path.join(root, ".gitignore"), "dist\n*.log\n");
    return root;
  };
  const map = async (gitignore: "off" | "collapse" | "omit" | undefined) => {
    const dirPath = repository();
    const text = await mapDirText({ dirPath, exclude: ".git", ...(gitignore !== undefined && { gitignore }) });
    return text.split("\n").slice(1).join("\n");
  };

  test("is marked and not entered, if it is a directory; files are shown", async () => {
    const expected = ".gitignore a.log b.ts\ndist/ [ignored]\nsrc/\n  c.log d.ts";
    expect(await map("collapse")).toBe(expected);
    expect(await map(undefined)).toBe(expected);
  });

  test("is left out, or not looked for", async () => {
    expect(await map("omit")).toBe(".gitignore b.ts\nsrc/\n  d.ts");
    expect(await map("off")).toBe(".gitignore a.log b.ts\ndist/\n  out.js\nsrc/\n  c.log d.ts");
  });
});

/** The tree, on which reading a directory fails. */
function failing(fileSystem: FileSystem, failed: string, code: string): FileSystem {
  return {
    ...fileSystem,
    async *readDirectory(root, directory, options) {
      if (directory === failed) {
        throw Object.assign(new Error(code), { code });
      }
      yield* fileSystem.readDirectory(root, directory, options);
    },
  };
}

describe("a directory that can't be read", () => {
  const tree = memoryTree(modelTree("a/", "a/b/", "a/b/c", "a/d", "e/", "e/f"));

  test.each([
    ["EACCES", "permission denied"],
    ["ENOENT", "no longer exists"],
    ["ETIMEDOUT", "timed out"],
    ["EIO", "unreadable: EIO"],
  ])("is marked after %s, and those above it have a +", async (code, mark) => {
    const broken = failing(tree, "a/b", code);
    expect(await ask(broken)).toBe(`a/\n  d\n  b/ [${mark}]\ne/\n  f`);
    expect(await ask(broken, { budget: 1 })).toBe("a/ (2+) e/ (1)");
  });

  test("is marked on a disk, too", async () => {
    const root = makeTree("a/", "a/x", "secret/", "secret/hidden");
    fs.chmodSync(root, 0o755);
    fs.chmodSync(path.join(root, "secret"), 0);
    const text = await asUnprivileged(() => mapDirText({ dirPath: root }));
    expect(text).toBe(`Absolute path: ${root}\nsecret/ [permission denied]\na/\n  x`);
  });

  test("is marked if it is gone when its turn comes", async () => {
    const root = makeTree("a/", "a/x", "b");
    const disk = localDisk();
    const fileSystem: FileSystem = {
      ...disk,
      readDirectory(from, directory, options) {
        if (directory === "a") {
          fs.rmSync(path.join(root, "a"), { recursive: true });
        }
        return disk.readDirectory(from, directory, options);
      },
    };
    expect(await callTool("map_dir", { dir_path: root }, { fileSystem, experimentalSupportedTools: ["map_dir"] })).toBe(
      `Absolute path: ${root}\nb\na/ [no longer exists]`,
    );
  });

  test("fails the call if it is the root", async () => {
    await expect(ask(failing(tree, "", "EACCES"))).rejects.toThrow(/permission denied/);
  });

  test("is a defect if the error has no code", async () => {
    const broken: FileSystem = {
      ...tree,
      readDirectory() {
        throw new TypeError("not written yet");
      },
    };
    await expect(ask(broken)).rejects.toMatchObject({ kind: "fatal" });
  });
});

describe("what is below a fold of directories", () => {
  const names = ["README", ...numbered(40, "part-").map((name) => `${name}/`)];
  const full = modelTree(...names, ...numbered(40, "part-").map((name) => `${name}/x`));

  test.each([
    ["what can't be read", failing(memoryTree(full), "part-3", "EACCES"), {}, "(40, 39+ below)"],
    ["what was not read", memoryTree(full), { maxDirectories: 20 }, "(40, 19+ below)"],
    ["what is hidden", memoryTree(full), { exclude: "part-3*/*" }, "(40, 29 below)"],
    ["nothing", memoryTree(modelTree(...names)), {}, "(40, 0 below)"],
  ] as const)("has a + only for what may be there: %s", async (_, fileSystem, options, count) => {
    expect(await ask(fileSystem, { ...options, budget: 25 })).toBe(`README part-*/ ${count}`);
  });

  test("is not what git ignores", async () => {
    const root = makeTree(".git/", ".git/HEAD", ...names, ...numbered(40, "part-").map((name) => `${name}/x`));
    fs.writeFileSync(path.join(root, ".gitignore"), "part-1*\n");
    const text = await mapDirText({ dirPath: root, exclude: [".git", ".gitignore"], budget: 45 });
    expect(text).toContain("README part-*/ (40, 29 below)");
  });
});

describe("the same tree", () => {
  /** Names that any disk and any store may have. */
  const isOrdinary = (name: string) => !/[\x80-\xff\0]/.test(name) || !toText(name as never).includes("\ufffd");

  test("gives the same bytes from a disk, from memory and from a store", async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, fc.constantFrom(1, 30, 100, 400), async (entries, budget) => {
        // A store has files, and directories only around them.
        const files = entries
          .filter(({ path: each, kind }) => kind === "file" && isOrdinary(each))
          .map((each) => toText(each.path));
        const names = files.map((each) => each.replaceAll("\\", "|"));
        const folder = temporaryFolder();
        makeEntries(
          folder,
          names.map((each) => ({ path: each, kind: "file" })),
        );
        const lines = async (options: MapDirOptions) =>
          (await mapDirText({ ...options, budget, gitignore: "off", countTokens: tokensBehindHeader }))
            .split("\n")
            .slice(1);
        const store = fakeStore(names);
        const fromDisk = await lines({ dirPath: folder });
        expect(
          await lines({ dirPath: "/m", fileSystem: memory(["/m/", ...names.map((each) => `/m/${each}`)]) }),
        ).toEqual(fromDisk);
        expect(await lines({ dirPath: "s3://bucket", fileSystem: s3({ client: store.client }) })).toEqual(fromDisk);
      }),
      { numRuns: inDepth(6, 300) },
    );
  });
});

/** The header of one has another length than that of the other. */
function tokensBehindHeader(text: string): number {
  return text.replace(/^Absolute path: .*/, "").length / 4;
}

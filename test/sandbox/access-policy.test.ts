// Who may list what. Paths are refused by name, by link and by prefix, and denied entries leave no trace.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { memory } from "../../src/backends/memory.ts";
import type { FileSystem, OpenRoot } from "../../src/core/file-system.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { DISKS } from "../support/disks.ts";
import type { Skip } from "../support/needs.ts";

const PROFILES = ["leaf", "codex-sorted", "codex-breadth"] as const;

describe.each(DISKS)("roots on %s", (_, onDisk) => {
  const makeTree = onDisk();

  function sandbox(skip: Skip) {
    const folder = makeTree(skip, "in/", "in/a/", "in/a/x", "in2/", "in2/secret", "out/", "out/secret");
    fs.symlinkSync("../out", path.join(folder, "in/link"));
    fs.symlinkSync("in", path.join(folder, "alias"));
    const roots = [path.join(folder, "in")];
    return { folder, roots, refusal: (given: string) => refusalOf(given, roots) };
  }

  function refusalOf(given: string, roots: readonly string[]): string {
    return `error: access denied: ${given} is outside the directories that may be listed: ${roots.join(", ")}`;
  }

  test("may be listed with everything below them, with `..` resolved by name", async ({ skip }) => {
    const { folder, roots } = sandbox(skip);
    for (const inside of ["in", "in/", "in/a/..", "out/../in", "nothing/../in", "in/link/../../in"]) {
      const given = `${folder}/${inside}`;
      expect(await callListDir({ dir_path: given, depth: 1 }, { roots })).toBe(`Absolute path: ${given}\na/\nlink@`);
    }
  });

  test("may be listed by the path as given and by the real path, and by no other", async ({ skip }) => {
    const { folder } = sandbox(skip);
    fs.symlinkSync("alias", path.join(folder, "other"));
    const roots = [`${folder}/alias`];
    for (const given of ["alias", "in"]) {
      expect(await callListDir({ dir_path: `${folder}/${given}/a` }, { roots })).toBe(
        `Absolute path: ${folder}/${given}/a\nx`,
      );
    }
    expect(await callListDir({ dir_path: `${folder}/other/a` }, { roots })).toBe(refusalOf(`${folder}/other/a`, roots));
  });

  test("may be left through a link into another root, under any of its names, and through no other link", async ({
    skip,
  }) => {
    const { folder } = sandbox(skip);
    fs.symlinkSync("../in2", `${folder}/in/relative`);
    fs.symlinkSync(`${folder}/in2`, `${folder}/in/absolute`);
    fs.symlinkSync(`${folder}/second`, `${folder}/in/as-given`);
    fs.symlinkSync("in2", `${folder}/second`);
    fs.symlinkSync("a/../../in/./a", `${folder}/in/around`);
    fs.symlinkSync("../out/../in/a", `${folder}/in/through-outside`);
    const roots = [`${folder}/in`, `${folder}/second`];
    for (const name of ["relative", "absolute", "as-given"]) {
      const given = `${folder}/in/${name}`;
      expect(await callListDir({ dir_path: given }, { roots })).toBe(`Absolute path: ${given}\nsecret`);
    }
    expect(await callListDir({ dir_path: `${folder}/in/around` }, { roots })).toContain("\nx");
    expect(await callListDir({ dir_path: `${folder}/in/through-outside` }, { roots })).toBe(
      refusalOf(`${folder}/in/through-outside`, roots),
    );
  });

  test.for(PROFILES)("keep everything else out: profile %s", async (profile, { skip }) => {
    const { folder, roots, refusal } = sandbox(skip);
    for (const outside of [
      "out",
      "in2",
      "in/..",
      "in/link",
      "in/link/",
      "in/a/../../out",
      "",
      "missing",
      "out/missing",
    ]) {
      const given = `${folder}/${outside}`;
      expect(await callListDir({ dir_path: given }, { roots, profile })).toBe(refusal(given));
      expect(await callListDirectory({ path: given }, { roots })).toBe(refusal(path.resolve(given)));
    }
    expect(await callListDir({ dir_path: "/" }, { roots, profile })).toBe(refusal("/"));
  });

  test("do not hide what is wrong inside them", async ({ skip }) => {
    const { folder, roots } = sandbox(skip);
    expect(await callListDir({ dir_path: `${folder}/in/missing` }, { roots })).toContain("does not exist");
    expect(await callListDir({ dir_path: `${folder}/in/a/x` }, { roots })).toContain("is not a directory");
  });

  test("may be several, relative to the working directory, or none", async ({ skip }) => {
    const { folder } = sandbox(skip);
    const options = { roots: ["in", "in2"], workingDirectory: folder };
    expect(JSON.parse(await callListDirectory({ path: "in2" }, options))).toMatchObject({ files: ["secret"] });
    expect(await callListDirectory({ path: "out" }, options)).toBe(
      refusalOf(`${folder}/out`, [`${folder}/in`, `${folder}/in2`]),
    );
    expect(await callListDirectory({ path: "in" }, { ...options, roots: [] })).toBe(
      refusalOf(`${folder}/in`, ["none"]),
    );
  });

  test("apply in any file system", async () => {
    const fileSystem = memory(["/in/a", "/out/b"]);
    const options = { roots: ["/in"], fileSystem };
    expect(await callListDir({ dir_path: "/in" }, options)).toBe("Absolute path: /in\na");
    expect(await callListDir({ dir_path: "/in/../out" }, options)).toBe(refusalOf("/in/../out", ["/in"]));
  });

  test("leave no descriptor open, whatever the answer", async ({ skip }) => {
    const { folder, roots } = sandbox(skip);
    const open = () => fs.readdirSync("/proc/self/fd").length;
    // The process that reads the other disk is there already.
    await callListDir({ dir_path: folder }, {});
    const before = open();
    for (const given of ["in", "out", "in/missing", "in/link", "in/a"]) {
      await callListDir({ dir_path: `${folder}/${given}`, depth: 3 }, { roots });
    }
    expect(open()).toBe(before);
  });
});

/** The local disk, recording what is read below the roots that it opens. */
function countingHeld(): { fileSystem: FileSystem; read: string[] } {
  const disk = localDisk();
  const read: string[] = [];
  const openRoot: FileSystem["openRoot"] = async (root, options) => {
    const held = (await disk.openRoot?.(root, options)) as OpenRoot;
    const readDirectory: FileSystem["readDirectory"] = (from, directory, reading) => {
      read.push(directory);
      return held.fileSystem.readDirectory(from, directory, reading);
    };
    return { ...held, fileSystem: { ...held.fileSystem, readDirectory } };
  };
  return { fileSystem: { ...disk, openRoot }, read };
}

describe.each(DISKS)("deny rules on %s", (_, onDisk) => {
  const makeTree = onDisk();

  function tree(skip: Skip) {
    return makeTree(skip, "a/", "a/.env", "a/ok", "secret/", "secret/key", "z");
  }

  test.for(PROFILES)("leave no trace in a listing: profile %s", async (profile, { skip }) => {
    const root = tree(skip);
    const deny = ["**/.env", `${root}/secret`];
    expect(await callListDir({ dir_path: root }, { deny, profile })).toBe(`Absolute path: ${root}\na/\n  ok\nz`);
    expect(JSON.parse(await callListDirectory({ path: root, recursive: true, showHidden: true }, { deny }))).toEqual({
      directory: root,
      count: 3,
      summary: "Showing 1-3 of 3 files",
      files: ["a/", "a/ok", "z"],
    });
  });

  test("never open a denied directory", async ({ skip }) => {
    const root = tree(skip);
    const { fileSystem, read } = countingHeld();
    await callListDir({ dir_path: root, after: "secret/", depth: 5 }, { deny: ["secret"], fileSystem });
    await callListDir({ dir_path: root, depth: 5 }, { deny: ["secret"], fileSystem });
    expect(read).not.toContain("secret");
    expect(read).toContain("a");
  });

  test.for(PROFILES)(
    "refuse a denied root and any root inside it, whether or not it exists: profile %s",
    async (profile, { skip }) => {
      const root = tree(skip);
      fs.symlinkSync("secret", path.join(root, "link"));
      const deny = [`${root}/secret`];
      for (const given of ["secret", "secret/", "secret/missing", "a/../secret", "link", "link/.."]) {
        const dirPath = `${root}/${given}`;
        const answer = await callListDir({ dir_path: dirPath }, { deny, profile });
        const isRoot = given === "link/..";
        expect(answer.startsWith("error: access denied: reading this path is blocked by policy: ")).toBe(!isRoot);
        expect(isRoot || answer.endsWith(dirPath)).toBe(true);
      }
    },
  );

  test("make a directory with nothing else in it look empty", async ({ skip }) => {
    const root = makeTree(skip, ".env");
    expect(await callListDir({ dir_path: root }, { deny: [".env"] })).toBe(`Absolute path: ${root}\n[empty]`);
    expect(await callListDir({ dir_path: root, include: "*.ts" }, { deny: [".env"] })).toBe(
      `Absolute path: ${root}\n[empty]`,
    );
    expect(await callListDir({ dir_path: root, offset: 5 }, { deny: [".env"] })).toBe(
      `Absolute path: ${root}\n[empty]`,
    );
  });

  test("that can't be used are refused when they are set, or let nothing through", async () => {
    expect(() => createToolRouter({ deny: [""] })).toThrow(/empty/);
    const deny = ["{a,b}".repeat(30)];
    await expect(callListDir({ dir_path: "/" }, { deny })).rejects.toMatchObject({ kind: "fatal" });
  });
});

// Who may list what. Paths are refused by name, by link and by prefix, with one answer, whether or not something is there.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { AccessError } from "../../src/access/access-policy.ts";
import { AccessPolicy, type AdmittedRoot } from "../../src/access/access-policy.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { callListDir } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

function policyOf(
  { roots, deny = [] }: { readonly roots?: readonly string[]; readonly deny?: readonly string[] },
  fileSystem: FileSystem = localDisk(),
): (path: string) => Promise<AdmittedRoot> {
  const policy = new AccessPolicy(fileSystem, roots, deny);
  return (given) => policy.admit(given, () => given, {});
}

/** The real path, or what the caller is told. */
async function outcome(admitted: Promise<AdmittedRoot>): Promise<string> {
  return admitted.then(
    ({ realPath }) => realPath,
    (error: NodeJS.ErrnoException) => (error instanceof AccessError ? error.message : (error.code ?? String(error))),
  );
}

function outside(given: string): string {
  return `access denied: ${given} is outside the directories that may be listed`;
}

function blocked(given: string): string {
  return `access denied: reading this path is blocked by policy: ${given}`;
}

describe("roots", () => {
  function sandbox() {
    const folder = makeTree("in/", "in/a/", "in/a/x", "in2/", "in2/secret", "out/", "out/secret");
    fs.symlinkSync("../out", `${folder}/in/link`);
    fs.symlinkSync("in", `${folder}/alias`);
    return { folder, roots: [`${folder}/in`] };
  }

  test("may be listed with everything below them, with `..` resolved by its text", async () => {
    const { folder, roots } = sandbox();
    const admit = policyOf({ roots });
    for (const inside of ["in", "in/", "in/a/..", "out/../in", "nothing/../in", "in/link/../../in"]) {
      expect(await outcome(admit(`${folder}/${inside}`))).toBe(`${folder}/in`);
    }
    expect(await admit(`${folder}/in`)).toMatchObject({ ruleFiles: { isConfined: true } });
  });

  test("may be listed by the path as given and by the real path, and by no other", async () => {
    const { folder } = sandbox();
    fs.symlinkSync("alias", `${folder}/other`);
    const roots = [`${folder}/alias`];
    const admit = policyOf({ roots });
    expect(await outcome(admit(`${folder}/alias/a`))).toBe(`${folder}/in/a`);
    expect(await outcome(admit(`${folder}/in/a`))).toBe(`${folder}/in/a`);
    expect(await outcome(admit(`${folder}/other/a`))).toBe(outside(`${folder}/other/a`));
  });

  test("may be left through a link into another root, under any of its names, and through no other link", async () => {
    const { folder } = sandbox();
    fs.symlinkSync("in2", `${folder}/second`);
    for (const [name, target] of [
      ["relative", "../in2"],
      ["absolute", `${folder}/in2`],
      ["around", "a/../../in/./a/../../in2"],
      ["through-outside", "../out/../in/a"],
      ["as-given", `${folder}/second`],
    ] as const) {
      fs.symlinkSync(target, `${folder}/in/${name}`);
    }
    const roots = [`${folder}/in`, `${folder}/second`];
    const admit = policyOf({ roots });
    for (const name of ["relative", "absolute", "around", "as-given"]) {
      expect(await outcome(admit(`${folder}/in/${name}`))).toBe(`${folder}/in2`);
    }
    expect(await outcome(admit(`${folder}/in/through-outside`))).toBe(outside(`${folder}/in/through-outside`));
  });

  test("keep everything else out, whether or not something is there", async () => {
    const { folder, roots } = sandbox();
    fs.symlinkSync("../missing", `${folder}/in/nowhere`);
    fs.symlinkSync("/", `${folder}/in/top`);
    // A rule that a link leads outside: what is denied there is no more than outside.
    const admit = policyOf({ roots, deny: [`${folder}/in/link/secret`] });
    const names =
      "out out/secret in2 in/.. in/link in/link/ in/link/x in/a/../../out missing in\\a out/missing in/nowhere";
    for (const name of ["", ...`${names} in/top in/top/tmp in/top/missing alias`.split(" ")]) {
      const given = `${folder}/${name}`;
      expect(await outcome(admit(given))).toBe(outside(given));
    }
    expect(await outcome(admit("/"))).toBe(outside("/"));
  });

  test("do not hide what is wrong inside them", async () => {
    const { folder, roots } = sandbox();
    const admit = policyOf({ roots });
    expect(await outcome(admit(`${folder}/in/missing`))).toBe("ENOENT");
    expect(await outcome(admit(`${folder}/in/a/x/y`))).toBe("ENOTDIR");
  });

  test("may be several, relative to the working directory, or none", async () => {
    const { folder } = sandbox();
    const options = { roots: ["in", "./in2"], workingDirectory: folder };
    expect(await listDir({ ...options, dirPath: `${folder}/in2` })).toMatchObject({ root: `${folder}/in2` });
    await expect(listDir({ ...options, dirPath: `${folder}/out` })).rejects.toThrow(outside(`${folder}/out`));
    expect(await outcome(policyOf({ roots: [] })(folder))).toBe(outside(folder));
    const everywhere = await policyOf({})(`${folder}/in/link`);
    expect(everywhere).toMatchObject({ realPath: `${folder}/out`, ruleFiles: { isConfined: false } });
    expect(everywhere.ruleFiles.isInside("/etc")).toBe(true);
  });

  test("may be the top of the disk, or one inside another", async () => {
    const { folder } = sandbox();
    expect(await outcome(policyOf({ roots: ["/"] })(`${folder}/in/link`))).toBe(`${folder}/out`);
    fs.symlinkSync("../out", `${folder}/in/nested`);
    const admit = policyOf({ roots: [folder, `${folder}/in/nested`] });
    expect(await outcome(admit(`${folder}/in/nested/`))).toBe(`${folder}/out`);
  });

  test("have drives and both slashes on Windows", async () => {
    const fileSystem = { ...memory([]), isAbsolute: path.win32.isAbsolute, resolve: path.win32.resolve };
    const roots = ["C:\\project", "\\\\server\\share\\x"];
    const admit = policyOf({ roots }, fileSystem);
    expect(await outcome(admit("C:/project/a"))).toBe("C:\\project\\a");
    expect(await outcome(admit("//server/share/x/y"))).toBe("\\\\server\\share\\x\\y");
    for (const given of ["C:\\projects", "C:/project/../x", "D:\\project", "\\\\server\\share"]) {
      expect(await outcome(admit(given))).toBe(outside(given));
    }
    const { ruleFiles } = await admit("C:\\project");
    expect(["C:\\project/sub/.gitignore", "C:/.gitignore"].map((file) => ruleFiles.isInside(file))).toEqual([
      true,
      false,
    ]);
  });

  test("that are gone, or no directory, are like any other path, and back when they are", async () => {
    const { folder } = sandbox();
    const root = `${folder}/later/place`;
    const admit = policyOf({ roots: [root] });
    expect(await outcome(admit(`${root}/x`))).toBe("ENOENT");
    fs.writeFileSync(`${folder}/later`, "");
    expect(await outcome(admit(`${root}/x`))).toBe("ENOTDIR");
    fs.rmSync(`${folder}/later`);
    fs.mkdirSync(`${root}/x`, { recursive: true });
    expect(await outcome(admit(`${root}/x`))).toBe(`${root}/x`);
  });

  test("that a link replaces are outside, wherever it leads", async () => {
    const { folder, roots } = sandbox();
    const admit = policyOf({ roots });
    expect(await outcome(admit(`${folder}/in/a`))).toBe(`${folder}/in/a`);
    fs.renameSync(`${folder}/in`, `${folder}/moved`);
    for (const target of ["out", "missing", "out/secret", "/", folder]) {
      fs.symlinkSync(target, `${folder}/in`);
      for (const below of ["in", "in/secret", "in/nothing"]) {
        const given = `${folder}/${below}`;
        expect(await outcome(admit(given))).toBe(outside(given));
      }
      fs.rmSync(`${folder}/in`);
    }
  });

  test.each(["entries", "details"])(
    "are not left when a directory becomes a link before its %s are read",
    async (what) => {
      // Too large to be read at once: it is opened again for its entries.
      const names = Array.from({ length: 1500 }, (_, index) => `in/d/e/${"n".repeat(100)}${index}`);
      const folder = makeTree("in/d/e/f", "out/e/f", "out/e/SECRET", ...names);
      fs.writeFileSync(`${folder}/out/e/f`, "12345");
      const swap = (when: string) => {
        if (when === what) {
          fs.renameSync(`${folder}/in/d`, `${folder}/in/moved`);
          fs.symlinkSync("../out", `${folder}/in/d`);
        }
      };
      const disk = localDisk() as Required<FileSystem>;
      const fileSystem: FileSystem = {
        ...disk,
        readDirectory(...asked) {
          const read = disk.readDirectory(...asked);
          swap("entries");
          return read;
        },
        readDetails(...asked) {
          swap("details");
          return disk.readDetails(...asked);
        },
      };
      const args = { dir_path: `${folder}/in/d/e`, details: true };
      const page = await callListDir(args, { fileSystem, roots: [`${folder}/in`] });
      expect(fs.existsSync(`${folder}/in/moved`)).toBe(true);
      expect(page).not.toMatch(/SECRET|\[5,/);
    },
  );

  test.each([
    ["EACCES", outside("/a/x")],
    ["ETIMEDOUT", "ETIMEDOUT"],
  ])("of which one fails with %s at the start are looked for again, until it is found", async (code, meanwhile) => {
    const targets: Record<string, string> = { "/a": code };
    const asked: string[] = [];
    const realPath = async (given: string) => {
      asked.push(given);
      const [top = ""] = /^\/[^/]*/.exec(given) ?? [];
      const target = targets[top] ?? top;
      if (!target.startsWith("/")) {
        throw Object.assign(new Error(target), { code: target });
      }
      return given.replace(top, target);
    };
    const admit = policyOf({ roots: ["/a", "/b"] }, { ...memory([]), realPath });
    expect(await outcome(admit("/a/x"))).toBe(meanwhile);
    // A call in the other root does not ask for this one: it may not answer for a while.
    const before = asked.filter((given) => given === "/a").length;
    expect(await outcome(admit("/b/x"))).toBe("/b/x");
    expect(asked.filter((given) => given === "/a")).toHaveLength(before);
    targets["/a"] = "/real";
    expect(await outcome(admit("/a/x"))).toBe("/real/x");
    // A link that is made later moves no root.
    targets["/a"] = "/evil";
    expect(await outcome(admit("/real/x"))).toBe("/real/x");
    expect(asked.filter((given) => given === "/b")).toHaveLength(1);
  });
});

describe("deny rules", () => {
  function tree() {
    const root = makeTree("a/", "a/.env", "a/ok", "secret/", "secret/key", "z");
    fs.symlinkSync("secret", `${root}/link`);
    fs.symlinkSync("secret/missing", `${root}/deep`);
    return root;
  }

  test("refuse what is denied, and what leads there, whether or not something is there", async () => {
    const root = tree();
    for (const deny of [[`${root}/secret`], ["secret"], ["secret/"], ["**/SECRET"]]) {
      const admit = policyOf({ deny });
      for (const name of ["secret", "secret/", "secret/missing", "a/../secret", "link", "link/x", "deep", "Secret/x"]) {
        expect(await outcome(admit(`${root}/${name}`))).toBe(blocked(`${root}/${name}`));
      }
      expect(await outcome(admit(`${root}/link/..`))).toBe(root);
      expect(await admit(root)).toMatchObject({ ruleFiles: { isConfined: true } });
    }
  });

  test("that lead to the top deny all that is there", async () => {
    const root = tree();
    fs.symlinkSync("/", `${root}/top`);
    for (const rule of [`${root}/top`, `${root}/top/`]) {
      expect(await outcome(policyOf({ deny: [rule] })(root))).toBe(blocked(root));
      expect((await policyOf({ deny: [rule] })("/")).denied.matches("etc", true)).toBe(true);
    }
  });

  test("hide what is denied in a directory, by the path as given and by the real one", async () => {
    const root = tree();
    fs.symlinkSync("a", `${root}/as-a`);
    fs.mkdirSync(`${root}/a/sub`);
    const isDenied = async (deny: string[], given: string, name: string) =>
      (await policyOf({ deny })(`${root}/${given}`)).denied.matches(name, false);
    for (const given of ["a", "as-a"]) {
      for (const rule of [`${root}/a/ok`, `${root}/as-a/OK`, "ok", "*/ok"]) {
        expect(await isDenied([rule], given, "ok")).toBe(true);
        expect(await isDenied([rule], given, "other")).toBe(false);
      }
    }
    // By the path as given alone: a rule for any depth is not followed.
    expect(await isDenied(["as-a/ok"], "as-a", "ok")).toBe(true);
    const { denied } = await policyOf({ deny: [`${root}/a/sub/x`, `${root}/as-a/sub/y`] })(`${root}/as-a`);
    const below = denied.enter("sub");
    const areDenied = ["x", "y", "z"].map((name) => below.matches(name, false));
    expect(areDenied).toEqual([true, true, false]);
  });

  test("block every listing until it is known where they lead", async () => {
    let code: string | undefined = "ETIMEDOUT";
    const realPath = (given: string) => {
      if (given === "/link" && code !== undefined) {
        throw Object.assign(new Error(code), { code });
      }
      return given.replace("/link", "/secret");
    };
    const admit = policyOf({ deny: ["/link"] }, { ...memory([]), realPath });
    for (code of ["ETIMEDOUT", "EMFILE"]) {
      expect(await outcome(admit("/secret"))).toBe(
        "failed to read directory: /secret can't be listed at the moment: " +
          "a deny rule's path could not be resolved; try again later",
      );
    }
    code = undefined;
    expect(await outcome(admit("/secret"))).toBe(blocked("/secret"));
    expect(await outcome(admit("/other"))).toBe("/other");
    // A path that can't be followed at all hides nothing else.
    code = "EACCES";
    expect(await outcome(policyOf({ deny: ["/link"] }, { ...memory([]), realPath })("/other"))).toBe("/other");
  });
});

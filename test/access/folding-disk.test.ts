// On a disk that finds an entry by any spelling, spelling a name differently than the directory does must not get past a rule.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { AccessError, AccessPolicy, type AccessOptions } from "../../src/access/access-policy.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { readAll } from "../support/file-system-suite.ts";
import { foldingDisk } from "../support/folding-disk.ts";
import type { Skip } from "../support/needs.ts";

describe("a disk that folds names", () => {
  const mounted = foldingDisk("folding disk", (folder) => {
    for (const directory of ["Secret directory/Deep", "Cafe\u0301/Deep", "open"]) {
      fs.mkdirSync(`${folder}/tree/${directory}`, { recursive: true });
    }
    fs.symlinkSync("SECRET DIRECTORY", `${folder}/tree/Link`);
  });
  const rootOf = (skip: Skip) => `${mounted(skip)}/tree`;

  /** The names in a directory, or why they are not told. */
  async function list(path: string, options: AccessOptions): Promise<readonly string[] | string> {
    const fileSystem = localDisk();
    const policy = new AccessPolicy({ fileSystem, workingDirectory: () => "/", warn() {}, ...options });
    try {
      const { realPath, denied } = await policy.admit(path, () => "it", {});
      const entries = await readAll(fileSystem, realPath);
      return entries.filter((entry) => denied.judge(entry) !== "denied").map((entry) => entry.name);
    } catch (error) {
      return error instanceof AccessError ? error.message : ((error as NodeJS.ErrnoException).code ?? String(error));
    }
  }

  test("is listed by any spelling", async ({ skip }) => {
    const root = rootOf(skip);
    for (const options of [{}, { roots: [root] }, { deny: ["none"] }]) {
      for (const spelling of ["Cafe\u0301", "CAF\u00c9", "caf\u00e9", "Link", "LINK"]) {
        expect(await list(`${root}/${spelling}`, options)).toEqual(["Deep"]);
      }
      expect(await list(`${root}/nothing`, options)).toBe("ENOENT");
    }
  });

  test("hides what is denied under any spelling, and tells nothing of it", async ({ skip }) => {
    const root = rootOf(skip);
    const blocked = "access denied: reading this path is blocked by policy: it";
    for (const deny of [["**/Secret*"], ["secret*"], [`${root}/SECRET*`], ["Cafe\u0301", "SECRET Directory"]]) {
      for (const name of [
        "Secret directory",
        "SECRET DIRECTORY",
        "secret directory/Deep",
        "Link",
        "secret directory/no",
      ]) {
        expect(await list(`${root}/${name}`, { deny })).toBe(blocked);
      }
      expect(await list(root, { deny })).not.toContain("Secret directory");
    }
    expect(await list(`${root}/CAF\u00c9`, { deny: ["Cafe\u0301"] })).toBe(blocked);
  });

  test("leads nowhere by a name that is not listed: a short name, or one with dots at its end", async ({ skip }) => {
    const root = rootOf(skip);
    expect(fs.existsSync(`${root}/SECRET~1/Deep`)).toBe(true);
    for (const options of [{ deny: ["Secret directory"] }, { roots: [root] }]) {
      for (const name of ["SECRET~1", "SECRET~1/Deep", "SECRET~1/no", "Secret directory./Deep", "open "]) {
        expect(await list(`${root}/${name}`, options)).toBe("ENOENT");
      }
    }
  });
});

test("where names are told apart, a root is found by its own name alone, and nothing tells of its neighbours", async () => {
  const folder = fs.mkdtempSync(`${process.env["DIRLEAF_TEST_BASE"]}/apart-`);
  fs.mkdirSync(`${folder}/Root/a`, { recursive: true });
  const fileSystem = localDisk();
  const roots = [`${folder}/Root`];
  const policy = new AccessPolicy({ fileSystem, roots, workingDirectory: () => "/", warn() {} });
  const refused = () => expect(policy.admit(`${folder}/ROOT`, () => "it", {})).rejects.toThrow(/it is outside/);
  await refused();
  fs.mkdirSync(`${folder}/ROOT`);
  await refused();
  fs.rmdirSync(`${folder}/ROOT`);
  fs.symlinkSync("Root", `${folder}/ROOT`);
  await refused();
});

// The compiled code of the command that is kept in the user's cache folder: it changes no answer, and only code of ours is run.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { commandFile } from "../support/started-command.ts";

/** Lists a small directory in a process of its own, with this as the user's cache folder. */
function list(cache: string, variables: Readonly<Record<string, string>> = {}) {
  const root = makeTree("a");
  const env = { PATH: process.env["PATH"], XDG_CACHE_HOME: cache, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandFile(), root], { env, encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `Absolute path: ${root}\na\n`, stderr: "" });
}

/** The files in our part of the cache, and when each was written. */
function kept(cache: string): Record<string, number> {
  const folder = path.join(cache, "dirleaf");
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return Object.fromEntries(names.map((name) => [name, fs.statSync(path.join(folder, name)).mtimeMs]));
}

test("is written once, only for its owner, and used from then on", () => {
  const cache = temporaryFolder();
  list(cache);
  const written = kept(cache);
  expect(Object.keys(written)).toEqual([expect.stringMatching(/^start-[\w-]+\.cjs-list-v[\d.]+-\w+$/)]);
  list(cache);
  expect(kept(cache)).toEqual(written);
  const { mode } = fs.statSync(path.join(cache, "dirleaf"));
  expect(mode & 0o077).toBe(0);
});

test("is written again if it can't be used", () => {
  for (const spoil of [
    (file: string) => fs.writeFileSync(file, "no code"),
    (file: string) => fs.truncateSync(file, 5000),
  ]) {
    const cache = temporaryFolder();
    list(cache);
    const [name = ""] = Object.keys(kept(cache));
    const file = path.join(cache, "dirleaf", name);
    const { size } = fs.statSync(file);
    spoil(file);
    list(cache);
    expect(fs.statSync(file).size).toBeGreaterThan(size / 2);
  }
});

test("is not needed: what can't be read is compiled", () => {
  const cache = temporaryFolder();
  list(cache);
  const [name = ""] = Object.keys(kept(cache));
  const file = path.join(cache, "dirleaf", name);
  fs.rmSync(file);
  fs.mkdirSync(file);
  list(cache);
  expect(fs.readdirSync(file)).toEqual([]);
});

test("is removed when it is old", () => {
  const cache = temporaryFolder();
  fs.mkdirSync(path.join(cache, "dirleaf"), { mode: 0o700 });
  for (const [name, days] of [
    ["recent", 29],
    ["old", 31],
  ] as const) {
    const file = path.join(cache, "dirleaf", name);
    const then = Date.now() / 1000 - days * 86_400;
    fs.writeFileSync(file, "");
    fs.utimesSync(file, then, then);
  }
  list(cache);
  expect(Object.keys(kept(cache))).toEqual(["recent", expect.stringMatching(/^start-/)]);
});

test("takes part in modules that are loaded on demand", () => {
  const cache = temporaryFolder();
  const root = makeTree("a");
  const env = { PATH: process.env["PATH"], XDG_CACHE_HOME: cache };
  const input = JSON.stringify({ dir_path: root });
  for (let run = 0; run < 2; run += 1) {
    const options = { env, input, encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync(process.execPath, [commandFile(), "call", "list_dir", "-"], options);
    expect({ stdout, stderr }).toEqual({ stdout: `Absolute path: ${root}\na\n`, stderr: "" });
  }
});

describe("is not kept", () => {
  test("if the user has no cache folder", () => {
    const cache = path.join(temporaryFolder(), "none");
    list(cache);
    expect(fs.existsSync(cache)).toBe(false);
  });

  test("if the user does not want it", () => {
    const cache = temporaryFolder();
    list(cache, { NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(kept(cache)).toEqual({});
  });

  test.each([0o777, 0o1777])("where others can write: mode %o", (mode) => {
    const cache = temporaryFolder();
    fs.mkdirSync(path.join(cache, "dirleaf"));
    fs.chmodSync(path.join(cache, "dirleaf"), mode);
    list(cache);
    expect(kept(cache)).toEqual({});
  });

  test("where others can put something else in its place", () => {
    const cache = temporaryFolder();
    fs.chmodSync(cache, 0o777);
    list(cache);
    expect(kept(cache)).toEqual({});
  });

  test("in another user's cache folder, which a process of root may have inherited", ({ skip }) => {
    skip(process.getuid?.() !== 0, "only root can give a directory to somebody else");
    const cache = temporaryFolder();
    fs.chownSync(cache, 65_534, 65_534);
    list(cache);
    expect(kept(cache)).toEqual({});
  });

  test("behind a link, which may lead anywhere", () => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    fs.symlinkSync(elsewhere, path.join(cache, "dirleaf"));
    list(cache);
    expect(fs.readdirSync(elsewhere)).toEqual([]);
  });
});

// A path that does not exist is answered with the nearest that does, by both tools.
import fs from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";
import { unordered } from "../support/model-tree.ts";

const FAILED = "error: failed to read directory: ";

/** What both tools answer for a path in a root, which is `ROOT` in the answer. They must answer alike. */
async function ask(root: string, path: string, options: ToolRouterOptions = {}): Promise<string> {
  const given = `${root}/${path}`;
  const answer = await callListDir({ dir_path: given }, options);
  expect(await callListDirectory({ path: given }, options)).toBe(answer);
  expect(answer.startsWith(FAILED)).toBe(true);
  return answer.slice(FAILED.length).replaceAll(root, "ROOT");
}

describe.each([
  ["without roots", () => ({})],
  ["with roots and deny rules", (root: string) => ({ roots: [root], deny: ["**/nothing-of-this-name"] })],
])("%s", (_, optionsFor) => {
  test.each([
    ["a slip of the hand", "scr", "scr does not exist, but ROOT does; did you mean ROOT/src?"],
    ["two slips in four letters", "kafx", "kafx does not exist, but ROOT does; list that to see what is there"],
    ["other case", "SRC", "SRC does not exist, but ROOT does; did you mean ROOT/src?"],
    ["nothing near", "zzz", "zzz does not exist, but ROOT does; list that to see what is there"],
    ["nothing near, further up", "zzz/a/b", "zzz/a/b does not exist, but ROOT does; list that to see what is there"],
    ["the first of several", "SRC/lib", "SRC/lib does not exist, but ROOT does; did you mean ROOT/src/lib?"],
    ["through a link", "latest/liB", "latest/liB does not exist, but ROOT/latest does; did you mean ROOT/latest/lib?"],
    ["a link that leads nowhere", "brokem", "brokem does not exist, but ROOT does; did you mean ROOT/brokes?"],
    ["files are not offered", "README.mdd", "README.mdd does not exist, but ROOT does; list that to see what is there"],
    ["a link itself", "broken", "broken is a link, but its target does not exist; list ROOT instead"],
    [
      "below such a link",
      "broken/a",
      "broken/a does not exist: ROOT/broken is a link, but its target does not exist; list ROOT instead",
    ],
    ["a file", "README.md", "README.md is not a directory; list ROOT instead"],
    ["below a file", "src/a/b/c", "src/a/b/c does not exist: ROOT/src/a is not a directory; list ROOT/src instead"],
    ["an odd name", "two lines", 'two lines does not exist, but ROOT does; did you mean ROOT/"two\\nlines"?'],
    ["another normalisation", "cafe\u0301", "cafe\u0301 does not exist, but ROOT does; did you mean ROOT/caf\u00e9?"],
    [
      "in an odd name",
      '"two\\nlines"/IN',
      '"two\\nlines"/IN does not exist, but ROOT/"two\\nlines" does; did you mean ROOT/"two\\nlines"/in?',
    ],
  ])("%s", async (_name, path, expected) => {
    const root = makeTree(
      "src/",
      "src/lib/",
      "src/a",
      "my dir/",
      "README.md",
      "brokes/",
      "caf\u00e9/",
      "two\nlines/",
      "two\nlines/in/",
    );
    fs.symlinkSync("src", `${root}/latest`);
    fs.symlinkSync("nowhere", `${root}/broken`);
    expect(await ask(root, path, optionsFor(root))).toBe(`ROOT/${expected}`);
  });
});

test.each([
  ["abcabbc", ["abcaab/", "abcabc/"], "abcabc"],
  ["aab3", ["aab2/", "aab1/"], "aab1"],
  ["aab3/in", ["aab1/", "aab2/in/"], "aab1"],
  ["aab3/in", ["aab2/in/"], "aab2/in"],
])("suggests the nearest, then the first in byte order: %s in %j", async (asked, names, meant) => {
  const fileSystem = unordered(memory(names.map((name) => `/top/${name}`)));
  expect(await callListDir({ dir_path: `/top/${asked}` }, { fileSystem })).toMatch(`; did you mean /top/${meant}?`);
});

test("a directory above it that can't be read is named, without advice to list it", async () => {
  const root = makeTree("closed/", "closed/src/");
  fs.chmodSync(root, 0o755);
  fs.chmodSync(`${root}/closed`, 0o711);
  onTestFinished(() => fs.chmodSync(`${root}/closed`, 0o755));
  for (const options of [{ fileSystem: localDisk() }, { roots: [root] }]) {
    const answer = await asUnprivileged(() => ask(root, "closed/SRC/x", options));
    expect(answer).toBe("ROOT/closed/SRC/x does not exist, but ROOT/closed does; check the spelling");
  }
});

test("a long path is given whole or not at all, within the bound", async () => {
  const name = "n".repeat(200);
  const fileSystem = memory([`/${name}/${name}/src/`]);
  const given = `/${name}/${name}/SRC`;
  const told = await callListDir({ dir_path: given }, { fileSystem });
  expect(told).toBe(
    `${FAILED}${given.slice(0, 200)}… (406 characters) does not exist, but /${name}/${name} does; did you mean /${name}/${name}/src?`,
  );
  for (const [maxOutputBytes, end] of [
    [1200, `; did you mean /${name}/${name}/src?`],
    [400, "; check the spelling"],
  ] as const) {
    const answer = await callListDir({ dir_path: given }, { fileSystem, maxOutputBytes });
    expect(Buffer.byteLength(answer) - "error: ".length).toBeLessThanOrEqual(maxOutputBytes);
    expect(answer.endsWith(end)).toBe(true);
  }
});

test("the library suggests it, too; the profiles codex-* do not", async () => {
  const root = makeTree("src/");
  const told = `failed to read directory: ${root}/SRC does not exist, but ${root} does; did you mean ${root}/src?`;
  await expect(listDir({ dirPath: `${root}/SRC` })).rejects.toThrow(told);
  const original = await callListDir({ dir_path: `${root}/SRC` }, { profile: "codex-sorted" });
  expect(original).not.toMatch(/did you mean|, but /);
});

test("looks only at directories near the end of the path", async () => {
  const tree = memory(["/top/in/src/"]);
  const touched: string[] = [];
  const fileSystem: FileSystem = {
    ...tree,
    readDirectory(directory, options) {
      touched.push(String(directory));
      return tree.readDirectory(directory, options);
    },
  };
  await callListDir({ dir_path: "/top/in/x/y" }, { fileSystem });
  expect(touched).toEqual(["/top/in/x/y", "/top/in/x", "/top/in"]);
  touched.length = 0;
  const answer = await callListDir({ dir_path: `/top/in${"/x".repeat(5000)}` }, { fileSystem });
  expect(answer).toMatch(/ does not exist; check the spelling$/);
  expect(touched.length).toBeLessThan(70);
});

test("a path or a cursor that is too long, or has a name that is, is refused in every profile", async () => {
  const fileSystem = memory(["/r/a"]);
  const refusal =
    /^error: failed to read directory: the path \S+ (?:\(\d+ characters\) )?is too long for this file system; check it$/;
  for (const long of ["x".repeat(1001), `${"x/".repeat(50_001)}`, `"${"x".repeat(1001)}"`]) {
    for (const profile of ["leaf", "codex-sorted", "codex-breadth"] as const) {
      expect(await callListDir({ dir_path: `/r/${long}` }, { fileSystem, profile })).toMatch(refusal);
    }
    for (const profile of ["leaf", "hyper"] as const) {
      const options = { fileSystem, profile, experimentalSupportedTools: ["list_directory"] };
      expect(await callTool("list_directory", { path: `/r/${long}` }, options)).toMatch(refusal);
    }
    expect(await callListDir({ dir_path: "/r", after: long }, { fileSystem })).toMatch(refusal);
  }
  // A name of 1,000 characters may be written with more, in quotes.
  const odd = "\u202e".repeat(1000);
  const page = await callListDir(
    { dir_path: `/r/"${"\\u202e".repeat(1000)}"` },
    { fileSystem: memory([`/r/${odd}/x`]) },
  );
  expect(page).toMatch(/\nx$/);
  expect(await callListDir({ dir_path: "/r", after: `"${"\\u202e".repeat(1000)}"/` }, { fileSystem })).toMatch(
    /\[nothing after/,
  );
});

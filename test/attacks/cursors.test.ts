// Cursors that name something a caller may not see: the page does not reveal whether it exists, or what it is.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { callListDir } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

const AROUND = ["a/", "a/x", "secret-x", "secret.d/", "secret.d/y", "secret0", "z"];

/** What the hidden name may be, the most telling ones first. */
const HIDDEN: Record<string, (root: string) => void> = {
  nothing: () => {},
  "a directory": (root) => fs.mkdirSync(`${root}/secret/in/deep`, { recursive: true }),
  "a file": (root) => fs.writeFileSync(`${root}/secret`, ""),
  "an empty directory": (root) => fs.mkdirSync(`${root}/secret`),
  "a link": (root) => fs.symlinkSync("a", `${root}/secret`),
  "a closed directory": (root) => fs.mkdirSync(`${root}/secret`, { mode: 0 }),
};

const WAYS: Record<string, (root: string) => { options?: object; args?: object }> = {
  "a deny rule": (root) => ({ options: { roots: [root], deny: ["**/secret"] } }),
  "a deny rule by its path": (root) => ({ options: { deny: [`${root}/secret`] } }),
  "a deny rule for directories": (root) => ({ options: { roots: [root], deny: ["**/secret", "**/secret/"] } }),
  exclude: () => ({ args: { exclude: "secret" } }),
  "an ignore file": (root) => {
    fs.writeFileSync(`${root}/.gitignore`, "/secret\n");
    return { args: { gitignore: "omit", exclude: ".gitignore" } };
  },
};

describe.each(Object.keys(WAYS))("an entry that is hidden by %s", (way) => {
  test.each([
    "secret",
    "secret/",
    "secret@",
    "secret?",
    "secret/in",
    "secret/in/",
    "secret/in/deep/x",
    "seCret/in/",
    '"secret"',
  ])("makes no difference after the cursor %s", async (after) => {
    const pages = new Map<string, string>();
    for (const [what, make] of Object.entries(HIDDEN)) {
      const root = makeTree(...AROUND);
      make(root);
      const { options = {}, args = {} } = WAYS[way]?.(root) ?? {};
      const page = await callListDir({ dir_path: root, depth: 9, ...args, after }, options);
      pages.set(what, page.replaceAll(root, ""));
    }
    const nothing = pages.get("nothing");
    expect(nothing).toContain("z");
    expect(Object.fromEntries(pages)).toEqual(Object.fromEntries(Object.keys(HIDDEN).map((what) => [what, nothing])));
  });
});

test("a cursor leads through no link, without roots either", async () => {
  const folder = makeTree("in/a", "in/z", "out/sub/hidden", "out/sub/b");
  fs.symlinkSync("../out", `${folder}/in/link`);
  for (const after of ["link/", "link/sub/", "link/sub/a", "link/sub/b/x"]) {
    const page = await callListDir({ dir_path: `${folder}/in`, depth: 9, after }, { roots: "any" });
    expect(page).toBe(`Absolute path: ${folder}/in\n…\nz`);
  }
});

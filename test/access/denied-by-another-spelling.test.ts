// What is denied stays hidden, whatever else leads to it.
import fs from "node:fs";
import { expect, test } from "vitest";

import { callListDir } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

test("a lone surrogate does not stand for U+FFFD", async () => {
  const folder = makeTree("\ufffdx/hidden", "z");
  const options = { deny: ["\ufffdx"] };
  expect(await callListDir({ dir_path: `${folder}/\ud800x` }, options)).toContain("access denied");
  expect(await callListDir({ dir_path: folder, after: "\ud800x/" }, options)).not.toContain("hidden");
});

test("an ignore file that is denied by the given path is not read", async () => {
  const folder = makeTree("real/hit");
  fs.writeFileSync(`${folder}/real/.gitignore`, "hit\n");
  fs.symlinkSync("real", `${folder}/link`);
  const page = await callListDir({ dir_path: `${folder}/link` }, { deny: ["link/.gitignore"] });
  expect(page).toBe(`Absolute path: ${folder}/link\nhit`);
});

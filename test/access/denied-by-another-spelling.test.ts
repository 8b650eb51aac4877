// What is denied stays hidden, whatever else leads to it.
import fs from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";

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

test.runIf(process.platform === "linux")("a name that the disk finds but does not list leads to nothing", async () => {
  const folder = makeTree("Secret/keys/hidden", "dots./x~1/seen", "z");
  const options = { deny: ["secret"] };
  const { lstatSync, openSync } = fs;
  // As FAT does.
  const long = (file: fs.PathLike) => file.toString().replace(/Secret\.|SECRET~1/, "Secret");
  const found = [
    vi.spyOn(fs, "lstatSync").mockImplementation(((file: string, of?: object) => lstatSync(long(file), of)) as never),
    vi.spyOn(fs, "openSync").mockImplementation((file, flags) => openSync(long(file), flags)),
  ];
  onTestFinished(() => found.forEach((each) => each.mockRestore()));
  for (const name of ["Secret.", "SECRET~1"]) {
    const missing = await callListDir({ dir_path: `${folder}/missing/keys` }, options);
    const answer = await callListDir({ dir_path: `${folder}/${name}/keys` }, options);
    expect(answer).toBe(missing.replaceAll("missing", name));
    for (const after of [`${name}/`, `${name}/keys/`, `${name}/keys/a`]) {
      expect(await callListDir({ dir_path: folder, depth: 9, after }, options)).not.toContain("hidden");
    }
  }
  expect(await callListDir({ dir_path: `${folder}/dots./x~1` }, options)).toContain("seen");
  expect(await callListDir({ dir_path: folder, depth: 9, after: "dots./x~1/" }, options)).toContain("seen");
});

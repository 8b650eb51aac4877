// What an entry tells beyond its name: of itself, in whole milliseconds, and nothing where it can't be looked at.
import fs from "node:fs";
import { expect, test } from "vitest";

import { readDetails } from "../../../src/backends/disk/read-details.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

test("a file tells its size and a time in whole milliseconds, a directory no size", () => {
  const root = makeFiles(temporaryFolder(), { file: "12345", "dir/x": "" });
  for (const name of ["file", "dir"]) {
    fs.utimesSync(`${root}/${name}`, 1_700_000_000.1239, 1_700_000_000.1239);
  }
  expect(readDetails(toByteString(`${root}/file`))).toEqual({ size: 5, modifiedMs: 1_700_000_000_123 });
  expect(readDetails(toByteString(`${root}/dir`))).toEqual({ modifiedMs: 1_700_000_000_123 });
});

test("a link tells where it leads, byte by byte, and nothing of what is there", () => {
  const root = makeFiles(temporaryFolder(), { file: "12345" });
  fs.symlinkSync("file", `${root}/link`);
  fs.symlinkSync(Buffer.from("no\xff\xfetext", "latin1"), `${root}/odd`);
  const modifiedMs = Math.floor(fs.lstatSync(`${root}/link`).mtimeMs);
  expect(readDetails(toByteString(`${root}/link`))).toEqual({ modifiedMs, target: "file" });
  expect(readDetails(toByteString(`${root}/odd`))).toMatchObject({ target: "no\xff\xfetext" });
});

test("what is gone, below a file, or longer than a disk allows tells nothing, and fails nobody", () => {
  const root = makeFiles(temporaryFolder(), { file: "" });
  for (const name of ["gone", "file/x", "x".repeat(300)]) {
    expect(readDetails(`${root}/${name}` as ByteString)).toBeUndefined();
  }
});

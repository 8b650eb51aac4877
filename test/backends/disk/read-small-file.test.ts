// Reads one file of the disk: it asks about what it opened, and reads what it asked about.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";

import { readSmallFile } from "../../../src/backends/disk/disk-files.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { asUnprivileged } from "../../support/as-unprivileged.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

function read(location: string, mayRead?: (realPath: ByteString) => boolean, maxBytes = 10): string | undefined {
  const bytes = readSmallFile(toByteString(location), { maxBytes, mayRead });
  return bytes && Buffer.from(bytes).toString();
}

test("the question about a file has its real path, and is only asked if the file exists", () => {
  const folder = makeFiles(temporaryFolder(), {
    [toByteString("in/é/file")]: "text",
    "link@": "in/é",
    "file@": "in/é/file",
    "in/long": "-".repeat(11),
  });
  const asked: string[] = [];
  const mayRead = (realPath: ByteString) => asked.push(realPath) > 0;
  expect(read(`${folder}/in/é/file`, mayRead)).toBe("text");
  expect(read(`${folder}/link/../é/../../link/file`, mayRead)).toBe("text");
  expect(asked).toEqual([`${folder}/in/é/file`, `${folder}/in/é/file`].map(toByteString));
  for (const none of ["in", "file", "missing", "in/long", "in/long/x"]) {
    expect(read(`${folder}/${none}`, mayRead)).toBeUndefined();
  }
  expect(asked).toHaveLength(2);
});

test("a followed link is a file if it leads to one", () => {
  const folder = makeFiles(temporaryFolder(), {
    file: "text",
    "link@": "file",
    "second@": "link",
    "circle@": "circle",
    "nowhere@": "missing",
    "directory@": ".",
    "device@": "/dev/zero",
  });
  execFileSync("mkfifo", [`${folder}/pipe`]);
  fs.symlinkSync("pipe", `${folder}/linked-pipe`);
  const follow = (name: string) =>
    readSmallFile(toByteString(`${folder}/${name}`), { maxBytes: 10, followsLinks: true })?.toString();
  expect(["file", "link", "second"].map(follow)).toEqual(["text", "text", "text"]);
  expect(["circle", "nowhere", "directory", "device", "linked-pipe"].map(follow)).toEqual(Array(5).fill(undefined));
  expect(read(`${folder}/link`)).toBeUndefined();
});

test("a file that may not be read counts as missing", async () => {
  const folder = makeFiles(temporaryFolder(), { file: "text", closed: "text" });
  expect(read(`${folder}/file`, () => false)).toBeUndefined();
  expect(read(`${folder}/file`)).toBe("text");
  fs.chmodSync(folder, 0o755);
  fs.chmodSync(`${folder}/closed`, 0o000);
  await asUnprivileged(async () => {
    expect(read(`${folder}/closed`)).toBeUndefined();
  });
});

test("what was asked about is what is read, whatever is at its path by then", () => {
  const folder = makeFiles(temporaryFolder(), { "in/file": "inside", "out/file": "outside" });
  const asked: string[] = [];
  const swap = (realPath: ByteString) => {
    asked.push(realPath);
    fs.renameSync(`${folder}/in`, `${folder}/moved`);
    fs.symlinkSync("out", `${folder}/in`);
    return true;
  };
  expect(read(`${folder}/in/file`, swap)).toBe("inside");
  // Now that the link is there, the question is about the file it leads to.
  expect(read(`${folder}/in/file`, (realPath) => asked.push(realPath) > 0)).toBe("outside");
  expect(asked).toEqual([`${folder}/in/file`, `${folder}/out/file`]);
});

test("no descriptor stays open, whatever the answer", () => {
  const folder = makeFiles(temporaryFolder(), { file: "text" });
  const open = () => fs.readdirSync("/proc/self/fd").length;
  const before = open();
  read(`${folder}/file`, () => true);
  read(`${folder}/file`, () => false);
  read(`${folder}/file`, undefined, 1);
  const failing = () => {
    throw new Error("defect");
  };
  expect(() => read(`${folder}/file`, failing)).toThrow("defect");
  expect(open()).toBe(before);
});

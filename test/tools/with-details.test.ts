import fs from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";

import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { makeEntries, makeTree, temporaryFolder } from "../support/make-tree.ts";

const SECOND = 1_700_000_000;

function detailedTree(): string {
  const root = temporaryFolder();
  makeEntries(root, [
    { path: "a/file", kind: "file" },
    { path: "a/link", kind: "symlink", target: "../nowhere\n" },
    { path: "pipe", kind: "fifo" },
  ]);
  fs.writeFileSync(path.join(root, "a/file"), "12345");
  fs.utimesSync(path.join(root, "a/file"), SECOND, SECOND);
  fs.lutimesSync(path.join(root, "a/link"), SECOND, SECOND);
  fs.symlinkSync(Buffer.from([0x62, 0xff]), path.join(root, "odd"));
  return root;
}

async function details(options: ListDirOptions) {
  const { entries } = await listDir({ details: true, ...options });
  return Object.fromEntries(entries.map(({ path: name, kind: _kind, depth: _depth, ...rest }) => [name, rest]));
}

describe("details", () => {
  test.each(["plain", "sandboxed", "watched"])("of files, links and others on the disk: %s", async (how) => {
    const root = detailedTree();
    const found = await details({
      dirPath: root,
      ...(how === "sandboxed" && { roots: [root] }),
      ...(how === "watched" && { onProgress: () => {} }),
    });
    const modifiedMs = SECOND * 1000;
    expect(found["a/file"]).toEqual({ size: 5, modifiedMs });
    expect(found["a/link"]).toEqual({ modifiedMs, target: "../nowhere\n" });
    expect(found["odd"]).toMatchObject({ target: "b\ufffd" });
    expect(Object.keys(found["pipe"] ?? {})).toEqual(["modifiedMs"]);
    expect(Object.keys(found["a"] ?? {})).toEqual(["modifiedMs"]);
  });

  test("are read for the entries of the page only", async () => {
    const root = makeTree("a", "b", "c", "d");
    const looked = vi.spyOn(fs, "lstatSync");
    await details({ dirPath: root, limit: 2 });
    const names = looked.mock.calls.map(([location]) => path.basename(String(location)));
    looked.mockRestore();
    expect(names.filter((name) => /^[a-d]$/.test(name))).toEqual(["a", "b"]);
  });
});

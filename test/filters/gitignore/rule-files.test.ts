// Which rule files count if a listing has bounds. `test/sandbox/ignore-files.test.ts` tries to get around that.
import { describe, expect, test } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { memory } from "../../../src/backends/memory.ts";
import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { FileSystem } from "../../../src/core/file-system.ts";
import { normalPath, RuleFiles, type NamedBy } from "../../../src/filters/gitignore/rule-files.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

function makeBounded(fileSystem: FileSystem = localDisk()) {
  const folder = makeFiles(temporaryFolder(), {
    "in/file": "in",
    "in/denied": "denied",
    "out/file": "out",
    "out/denied": "denied",
    "in/to-out@": "../out",
    "in/to-in@": ".",
    "in/linked@": "file",
    "linked@": "out/file",
    "to-out@": "out",
    "to-in@": "in",
  });
  const bounds = {
    isInside: (path: ByteString) => path.startsWith(`${folder}/in/`) || path === `${folder}/in`,
    isDenied: (path: ByteString) => path.endsWith("/denied"),
  };
  const files = new RuleFiles({ fileSystem, bounds });
  const read = async (path: string, namedBy: NamedBy) => {
    const file = await files.read(toByteString(`${folder}/${path}`), namedBy, 100);
    return file && `${Buffer.from(file.bytes).toString()}${file.isInside ? ", inside" : ""}`;
  };
  return { folder, files, read };
}

/** The local disk as a careless author might write it: it never calls `mayRead`. */
function careless(): FileSystem {
  const disk = localDisk();
  return { ...disk, readFile: async (path, { maxBytes }) => disk.readFile?.(path, { maxBytes }) };
}

describe.each([
  ["that asks", localDisk],
  ["that does not ask", careless],
])("in bounds, with a file system %s", (_, makeFileSystem) => {
  test.each<[path: string, byTree: string | undefined, byPlace: string | undefined]>([
    ["in/file", "in, inside", "in, inside"],
    ["in/to-in/file", "in, inside", "in, inside"],
    ["in/missing", undefined, undefined],
    ["in/linked", undefined, undefined],
    ["linked", undefined, undefined],
    ["in/denied", undefined, undefined],
    ["in/to-in/denied", undefined, undefined],
    // Anybody may have made a link that leads out of the bounds.
    ["in/to-out/file", undefined, undefined],
    // A path outside the bounds is not even looked for.
    ["to-in/file", undefined, "in, inside"],
    ["out/file", undefined, "out"],
    ["to-out/file", undefined, undefined],
    ["out/denied", undefined, undefined],
  ])("%s is read as %j if the tree names it, as %j in its place", async (path, byTree, byPlace) => {
    const { read } = makeBounded(makeFileSystem());
    expect(await read(path, "tree")).toBe(byTree);
    expect(await read(path, "place")).toBe(byPlace);
    expect(await read(path, "user")).toBe(byPlace);
  });

  test("the links to a user's directory are resolved, unless its path is inside", async () => {
    const { folder, files } = makeBounded(makeFileSystem());
    expect(await files.userDirectory(`${folder}/to-out`)).toBe(`${folder}/out`);
    expect(await files.userDirectory(`${folder}/in/to-out`)).toBe(`${folder}/in/to-out`);
    expect(await files.userDirectory(`${folder}/missing`)).toBe(`${folder}/missing`);
  });
});

test("a path outside the bounds is not even looked for", async () => {
  const asked: string[] = [];
  const fileSystem: FileSystem = {
    ...memory([]),
    async readFile(path) {
      asked.push(path);
      return undefined;
    },
  };
  const { folder, read } = makeBounded(fileSystem);
  await read("out/file", "tree");
  await read("in/denied", "tree");
  expect(asked).toEqual([]);
  await read("in/file", "tree");
  await read("out/file", "place");
  expect(asked).toEqual([`${folder}/in/file`, `${folder}/out/file`]);
});

test("without bounds every file is read, and none counts as inside", async () => {
  const folder = makeFiles(temporaryFolder(), { "a/file": "text", "link@": "a" });
  const files = new RuleFiles({ fileSystem: localDisk(), bounds: undefined });
  for (const namedBy of ["tree", "place"] as const) {
    const path = toByteString(`${folder}/link/file`);
    const file = await files.read(path, namedBy, 100);
    expect([Buffer.from(file?.bytes ?? []).toString(), file?.isInside]).toEqual(["text", false]);
    expect(await files.read(path, namedBy, 3)).toBeUndefined();
  }
  expect(await files.userDirectory(`${folder}/link`)).toBe(`${folder}/link`);
});

describe("a path", () => {
  test.each([
    ["/", ""],
    ["/a/b", "/a/b"],
    ["//a/./b/../c/", "/a/c"],
    ["/../a", "/a"],
    ["/a\\b", "/a\\b"],
    ["C:\\a\\.\\b", "C:/a/b"],
    ["C:/a/..", "C:"],
    // A share keeps its backslashes: `//server` would be `/server` the second time.
    ["\\\\server\\share\\a\\..\\b", "\\\\server\\share/b"],
    ["\\\\server\\share\\..\\..", "\\\\server\\share"],
    ["\\\\?\\C:\\a\\b", "C:/a/b"],
    ["\\\\?\\UNC\\server\\share\\a", "\\\\server\\share/a"],
  ])("%j has the normal form %j, once and again", (written, normal) => {
    expect(normalPath(written)).toBe(normal);
    expect(normalPath(normal)).toBe(normal);
  });
});

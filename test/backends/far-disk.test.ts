// What lies on mounts that may stop answering, as the disk reads it through other processes.
import path from "node:path";
import { expect, test } from "vitest";

import { localDisk } from "../../src/backends/local-disk.ts";
import { toByteString, toText, type ByteString } from "../../src/core/byte-string.ts";
import { mountFolder } from "../support/far-tree.ts";
import { makeFiles } from "../support/make-files.ts";
import { makeFolder } from "../support/make-tree.ts";

test("a file is asked about by its real path before it is read, and reached through no link then", async ({ skip }) => {
  const source = makeFiles(makeFolder(), { "in/file": "text", "link@": "in", "in/to-file@": "file", "out@": "/etc" });
  const mount = await mountFolder(skip, source);
  const disk = localDisk();
  const asked: string[] = [];
  const read = async (below: string, isAllowed: boolean) => {
    const mayRead = (realPath: ByteString) => {
      asked.push(path.relative(mount.point, toText(realPath)));
      return isAllowed;
    };
    const bytes = await disk.readFile?.(toByteString(`${mount.point}/${below}`), { maxBytes: 10, mayRead });
    return bytes && Buffer.from(bytes).toString();
  };
  expect(await read("in/file", true)).toBe("text");
  expect(await read("link/file", true)).toBe("text");
  expect(await read("link/file", false)).toBeUndefined();
  expect(asked).toEqual(["in/file", "in/file", "in/file"]);
  // A link is no file, and what is not there is not asked about.
  expect(await read("in/to-file", true)).toBeUndefined();
  expect(await read("missing/file", true)).toBeUndefined();
  expect(await read("out/hostname", false)).toBeUndefined();
  expect(asked.slice(3)).toEqual(["in/to-file", path.relative(mount.point, "/etc/hostname")]);
});

// A directory that can't be read, with a path too long for an answer, does not cost the answer.
import { expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { callTool } from "../support/call-tool.ts";

const ABOVE = `/r${`/${"n".repeat(250)}`.repeat(140)}`;

function withLockedDirectory(): FileSystem {
  const tree = memory(["/r/ok/file", `${ABOVE}/locked/`]);
  return {
    ...tree,
    readDirectory(directory, options) {
      if (directory.toString().endsWith("/locked")) {
        throw Object.assign(new Error("locked"), { code: "EACCES" });
      }
      return tree.readDirectory(directory, options);
    },
  };
}

test("a search finds what it can, and counts that directory", async () => {
  const found = await callTool(
    "find_files",
    { dir_path: "/r", words: ["file"] },
    { fileSystem: withLockedDirectory() },
  );
  expect(found).toBe("Absolute path: /r\nok/file\n[not readable: 1 directory]");
});

test("a listing without entries says what is too long", async () => {
  const listed = await callTool("list_dir", { dir_path: "/r", include: "x" }, { fileSystem: withLockedDirectory() });
  expect(listed).toMatch(/^error: no entry was found, and the reason does not fit/);
});

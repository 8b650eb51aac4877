import fs from "node:fs";
import { expect, test } from "vitest";

import { listDir } from "../../src/tools/list-dir.ts";
import { mountFolder } from "../support/remote-tree.ts";
import { makeTree } from "../support/make-tree.ts";

test("library calls share the process that reads a mount that may not answer", async ({ skip }) => {
  const mount = await mountFolder(skip, makeTree("inside"));
  const before = new Set(readers());
  const pages = await Promise.all(Array.from({ length: 20 }, () => listDir({ dirPath: mount.point })));
  expect(pages.map(({ entries }) => entries[0]?.path)).toEqual(Array.from({ length: 20 }, () => "inside"));
  expect(readers().filter((pid) => !before.has(pid))).toHaveLength(1);
});

/** Our child processes that read mounts. */
function readers(): string[] {
  const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  return children.filter(
    (pid) => pid !== "" && fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("remoteProgram"),
  );
}

import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { renderSize } from "../../src/text/entry-label.ts";
import { makeEntries, temporaryFolder } from "../support/make-tree.ts";
import { shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

test("sizes are short, and never wider than their column", () => {
  const sizes = [undefined, 0, 1023, 1024, 1536, 10_188, 10_189, 1_047_552, 1_048_063, 1_048_064, 5 * 2 ** 30, 2 ** 53];
  expect(sizes.map(renderSize)).toEqual([
    undefined,
    "0",
    "1023",
    "1.0K",
    "1.5K",
    "9.9K",
    "10K",
    "1023K",
    "1023K",
    "1.0M",
    "5.0G",
    "8.0P",
  ]);
  for (let size = 1; size < 2 ** 60; size = Math.ceil(size * 1.01)) {
    expect(renderSize(size)?.length).toBeLessThanOrEqual(5);
  }
});

describe("dirleaf --long", () => {
  test("shows size and time before the name and the target after it, in any locale and time zone", () => {
    const root = temporaryFolder();
    makeEntries(root, [
      { path: "dir/file", kind: "file" },
      { path: "dir/\u65e5\u672c", kind: "symlink", target: "x\x1b[31m\n" },
      { path: "pipe", kind: "fifo" },
    ]);
    fs.writeFileSync(path.join(root, "dir/file"), "x".repeat(2000));
    for (const name of ["dir/file", "dir/\u65e5\u672c", "pipe", "dir"]) {
      fs.lutimesSync(path.join(root, name), 1_700_000_000, 1_700_000_000);
    }
    const env = { TZ: "Asia/Tokyo", LC_ALL: "ar_EG.UTF-8" };
    const { status, stdout } = cli.run(["--long", root], { env });
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual([
      `Absolute path: ${root}`,
      "    -  2023-11-14T22:13:20Z  dir/",
      " 2.0K  2023-11-14T22:13:20Z    file",
      '    -  2023-11-14T22:13:20Z    \u65e5\u672c@ -> "x\\x1b[31m\\n"',
      "    -  2023-11-14T22:13:20Z  pipe?",
      "",
    ]);
  });
});

// Deny rules and paths without a drive, on a disk with drives.
import { expect, test } from "vitest";

import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { windowsMemory } from "../support/windows-memory.ts";

const fileSystem = windowsMemory([
  "C:\\repo\\Secret\\key",
  "C:\\repo\\open\\x",
  "D:\\repo\\Secret\\key",
  "D:\\repo\\y",
]);

test.each(["/repo/Secret", "\\repo\\secret"])("the rule %s applies on every drive", async (rule) => {
  for (const drive of ["C:", "D:"]) {
    const options = { fileSystem, deny: [rule], workingDirectory: "C:\\" };
    expect(await callListDir({ dir_path: `${drive}\\repo` }, options)).not.toContain("Secret");
    expect(await callListDir({ dir_path: `${drive}\\repo\\Secret` }, options)).toMatch(/^error: access denied/);
  }
});

test("a rule without a slash after its drive is refused: it would deny nothing", async () => {
  const options = { fileSystem, deny: ["C:repo"], workingDirectory: "C:\\" };
  await expect(callListDir({ dir_path: "C:\\repo" }, options)).rejects.toThrow("has no slash after its drive");
});

test("a path without a drive is on the drive that relative paths are taken from", async () => {
  const options = { fileSystem, workingDirectory: "D:\\repo" };
  const listing = "Absolute path: D:\\repo\nSecret/\n  key\ny";
  expect(await callListDir({ dir_path: "\\repo" }, options)).toBe(listing);
  expect(JSON.parse(await callListDirectory({ path: "/repo" }, options))).toMatchObject({ directory: "D:\\repo" });
});

// Where git looks for the user's own files, by the environment of its process.
import { expect, test } from "vitest";

import { readGitEnvironment } from "../../../src/filters/gitignore/git-environment.ts";

const HOME = "C:\\own";
const DRIVE = { HOMEDRIVE: "H:", HOMEPATH: "\\me" };
const USERPROFILE = "C:\\Users\\me";

test.each([
  [{ HOME, ...DRIVE, USERPROFILE }, HOME],
  [{ ...DRIVE, USERPROFILE }, "H:\\me"],
  [{ HOMEDRIVE: "X:", HOMEPATH: "\\gone", USERPROFILE }, USERPROFILE],
  [{ HOMEDRIVE: "H:", USERPROFILE }, USERPROFILE],
  [{ USERPROFILE }, USERPROFILE],
  [{}, undefined],
])("on Windows the home of %j is %j", (variables, home) => {
  const system = { isWindows: true, mayExist: (directory: string) => directory === "H:\\me" };
  expect(readGitEnvironment({ ...variables, XDG_CONFIG_HOME: "C:\\x" }, system)).toEqual({
    home,
    xdgConfigHome: "C:\\x",
  });
});

test("elsewhere only HOME counts", () => {
  const system = { isWindows: false, mayExist: () => true };
  expect(readGitEnvironment({ ...DRIVE, USERPROFILE }, system).home).toBeUndefined();
  expect(readGitEnvironment({ HOME: "/home/me", USERPROFILE }, system).home).toBe("/home/me");
});

// A path that is not absolute here is refused with what to write instead.
import { describe, expect, onTestFinished, test } from "vitest";

import { listDir } from "../../src/listing/list-dir.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

const REFUSED = "error: dir_path must be an absolute path";

/** Sets the home directory for the rest of a test. */
function setHome(home: string): void {
  const before = process.env["HOME"];
  process.env["HOME"] = home;
  onTestFinished(() => {
    process.env["HOME"] = before;
  });
}

describe("list_dir names the absolute path that a relative one means", () => {
  test("if that directory exists", async () => {
    const root = makeTree("src/", "src/lib/", "file", "~/", "C:/", "link@");
    const options = { workingDirectory: root };
    for (const [given, meant] of [
      ["src", `${root}/src`],
      ["./src/lib/", `${root}/src/lib`],
      [".", root],
      ["src/../link", `${root}/link`],
      ["~", `${root}/~`],
      ["C:/", `${root}/C:`],
    ]) {
      expect(await callListDir({ dir_path: given }, options)).toBe(`${REFUSED}; did you mean ${meant}?`);
    }
    for (const given of ["", "SRC", "file", "file/x", "a\0b", "x".repeat(200_000), "x".repeat(5000)]) {
      expect(await callListDir({ dir_path: given }, options)).toBe(REFUSED);
    }
  });

  test("after the arguments that are checked before it", async () => {
    const options = { workingDirectory: makeTree("src/") };
    expect(await callListDir({ dir_path: "src", depth: 0 }, options)).toBe("error: depth must be greater than zero");
    expect(await callListDir({ dir_path: "src", order: "breadth", after: "x" }, options)).toContain("did you mean");
  });

  test("within the bound, and for programs", async () => {
    const name = "n".repeat(250);
    const root = makeTree(`${name}/`);
    expect(await callListDir({ dir_path: name }, { workingDirectory: root, maxOutputBytes: 256 })).toBe(REFUSED);
    await expect(listDir({ dirPath: name, workingDirectory: root })).rejects.toThrow(`; did you mean ${root}/${name}?`);
    await expect(listDir({ dirPath: 7 as never })).rejects.toThrow(/^dir_path must be an absolute path$/);
  });

  test("not if the call was cancelled", async () => {
    const signal = AbortSignal.abort();
    const listed = listDir({ dirPath: "src", workingDirectory: makeTree("src/"), signal });
    await expect(listed).rejects.toThrow(/^the listing was cancelled/);
  });
});

describe("both tools say what to write instead of", () => {
  const NO_HOME = "~ stands for nothing here: write the whole path";
  const NO_DRIVES = "there are no drives here: write a path that begins with /";
  const NO_URLS = "write the path alone, without file://";

  test.each([
    ["~", "did you mean HOME?"],
    ["~/", "did you mean HOME?"],
    ["~/src", "did you mean HOME/src?"],
    ["~/nope", NO_HOME],
    ["~somebody/src", NO_HOME],
    ["file://HOME/src", "did you mean HOME/src?"],
    ["file://HOME/my%20dir", "did you mean HOME/my dir?"],
    ["FILE://localhostHOME/src/", "did you mean HOME/src/?"],
    ["file:///nope", NO_URLS],
    ["file://host/share", NO_URLS],
    ["file:///a%00b", NO_URLS],
    ["C:\\x", NO_DRIVES],
    ["c:/x", NO_DRIVES],
    ["D:", NO_DRIVES],
    ['"HOME/src"', "did you mean HOME/src?"],
    ["'HOME/nope'", "write the path without quotes around it"],
  ])("%s", async (given, advice) => {
    const home = makeTree("src/", "my dir/");
    setHome(home);
    const options = { workingDirectory: makeTree("a/") };
    const path = given.replace("HOME", home);
    const expected = advice.replace("HOME", home);
    expect(await callListDir({ dir_path: path }, options)).toBe(`${REFUSED}; ${expected}`);
    const answer = await callListDirectory({ path }, options);
    expect(answer.startsWith("error: failed to read directory: ")).toBe(true);
    expect(answer.endsWith(` does not exist; ${expected}`)).toBe(true);
  });

  test("~, where the working directory is outside the roots", async () => {
    const home = makeTree("src/");
    setHome(home);
    const [outside, elsewhere] = [makeTree("a/"), makeTree("b/")];
    const call = (root: string) => callListDirectory({ path: "~/src" }, { workingDirectory: outside, roots: [root] });
    const refusal = (root: string) =>
      `error: access denied: ${outside}/~/src is outside the directories that may be listed: ${root}`;
    expect(await call(home)).toBe(`${refusal(home)}; did you mean ${home}/src?`);
    expect(await call(elsewhere)).toBe(`${refusal(elsewhere)}; ${NO_HOME}`);
  });
});

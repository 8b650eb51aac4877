// A relative path is taken from the directory that is meant; what is no path here is refused with what to write instead.
import { describe, expect, onTestFinished, test } from "vitest";

import { listDir } from "../../src/listing/list-dir.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { fakeStore } from "../support/fake-store.ts";
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

describe("a relative path", () => {
  const lists = (path: string) => `Absolute path: ${path}\na`;

  test.each(["list_dir", "map_dir"])(
    "is taken from the working directory, and shown as an absolute one: %s",
    async (tool) => {
      const root = makeTree("src/", "src/a", "src/lib/", "src/lib/a", "C:/", "C:/a", "x y/", "x y/a");
      const ask = (path: string) => callTool(tool, { dir_path: path, exclude: "lib" }, { workingDirectory: root });
      for (const [given, meant] of [
        ["src", "src"],
        ["./src/.//", "src"],
        ["src/lib", "src/lib"],
        ["src/lib/../lib", "src/lib/../lib"],
        ["C:/", "C:"],
        ["x y", "x y"],
      ]) {
        expect(await ask(given as string)).toBe(lists(`${root}/${meant}`));
      }
      expect((await ask(".")).startsWith(`Absolute path: ${root}\n`)).toBe(true);
      expect((await ask("./")).startsWith(`Absolute path: ${root}\n`)).toBe(true);
      expect(await ask("srk")).toContain(`${root}/srk does not exist, but ${root} does; did you mean ${root}/src?`);
      expect(await ask("a\0b")).toContain("NUL character");
      expect(await ask("")).toBe(REFUSED);
    },
  );

  test("is taken from the only root, and that may be in a store", async () => {
    const root = makeTree("src/", "src/a");
    expect(await callListDir({ dir_path: "src" }, { roots: [root] })).toBe(lists(`${root}/src`));
    expect(await callListDir({ dir_path: "." }, { roots: [`${root}/src/`] })).toBe(lists(`${root}/src`));
    expect(JSON.parse(await callListDirectory({ path: "src" }, { roots: [root] }))).toMatchObject({
      directory: `${root}/src`,
      files: ["a"],
    });
    const stores = { s3: s3({ client: fakeStore(["src/a"]).client }) };
    expect(await callListDir({ dir_path: "src" }, { roots: ["s3://bucket"], stores })).toBe(lists("s3://bucket/src"));
    expect(await callListDirectory({ path: "src" }, { roots: ["s3://bucket"], stores })).toContain("s3://bucket/src");
  });

  test("is taken from the process's directory where nobody says anything", async () => {
    expect((await callListDir({ dir_path: "test/vectors" })).split("\n")).toEqual([
      `Absolute path: ${process.cwd()}/test/vectors`,
      "list_dir.jsonl",
      "list_directory.jsonl",
    ]);
  });

  test("that may lead into several roots is refused, with the first that exists and may be listed", async () => {
    const [one, other] = [makeTree("a/", "secret/"), makeTree("src/", "src/a", "secret/")];
    const options = { roots: [one, other], deny: ["secret"] };
    for (const [tool, field] of [
      ["list_dir", "dir_path"],
      ["map_dir", "dir_path"],
      ["list_directory", "path"],
    ] as const) {
      const ask = (path: string, more = {}) => callTool(tool, { [field]: path }, { ...options, ...more });
      const refused = `error: ${field} must be an absolute path`;
      expect(await ask("src")).toBe(`${refused}; did you mean ${other}/src?`);
      expect(await ask("./src/")).toBe(`${refused}; did you mean ${other}/src?`);
      expect(await ask("nope")).toBe(refused);
      expect(await ask("secret")).toBe(refused);
      expect(await ask("src", { workingDirectory: other })).toContain(`${other}/src`);
    }
  });

  test("is refused after the arguments that are checked before it", async () => {
    const options = { roots: [makeTree("src/"), makeTree("x/")] };
    expect(await callListDir({ dir_path: "src", depth: 0 }, options)).toBe("error: depth must be greater than zero");
    expect(await callListDir({ dir_path: "src", order: "breadth", after: "x" }, options)).toContain("did you mean");
  });

  test("keeps within the bound, and programs may give one, too", async () => {
    const name = "n".repeat(250);
    const root = makeTree(`${name}/`);
    const options = { roots: [root, makeTree("x/")], maxOutputBytes: 256 };
    expect(await callListDir({ dir_path: name }, options)).toBe(REFUSED);
    expect(await listDir({ dirPath: name, workingDirectory: root })).toMatchObject({ root: `${root}/${name}` });
    await expect(listDir({ dirPath: 7 as never })).rejects.toThrow(/^dir_path must be an absolute path$/);
  });

  test("is none in the profiles of the original", async () => {
    const options = { workingDirectory: makeTree("src/"), profile: "codex-sorted" } as const;
    expect(await callListDir({ dir_path: "src" }, options)).toBe(REFUSED);
  });

  test("is not looked for if the call was cancelled", async () => {
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
    const listed = await callListDir({ dir_path: path }, options);
    const isRefused = /^(?:~|file:)/i.test(given);
    for (const answer of [await callListDirectory({ path }, options), ...(isRefused ? [] : [listed])]) {
      expect(answer.startsWith("error: failed to read directory: ")).toBe(true);
      expect(answer.endsWith(` does not exist; ${expected}`)).toBe(true);
    }
    if (isRefused) {
      expect(listed).toBe(`${REFUSED}; ${expected}`);
    }
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

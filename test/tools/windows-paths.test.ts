// Windows paths, in memory: `e2e/windows` has the same on a disk. Here the code that reads paths and rules runs on every system.
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDir, callListDirectory, callTool } from "../support/call-tool.ts";
import { windowsMemory } from "../support/windows-memory.ts";

const tree = windowsMemory([
  "C:\\t2\\Secret\\deep\\key",
  "C:\\t2\\open\\x",
  "D:\\t2\\Secret\\key",
  "\\\\server\\share\\t2\\Secret\\key",
  "C:\\t4\\zero\u200bwidth\\in",
  "C:\\t5\\[a]\\Secret\\key",
]);

const list = (dirPath: string, options: ToolRouterOptions = {}) =>
  callListDir({ dir_path: dirPath, gitignore: "off" }, { fileSystem: tree, workingDirectory: "C:\\t2", ...options });

const OPEN = "open/\n  x";

describe("a deny rule", () => {
  test.each([
    "C:\\t2\\Secret",
    "c:/t2/Secret",
    "c:\\T2/secret\\",
    "\\t2\\Secret",
    "/t2/Secret",
    "/*/Secret",
    "\\\\?\\C:\\t2\\Secret",
    "**\\secret",
    "t2\\Secret",
    "t2/Secret",
    ".\\Secret",
    "..\\t2\\Secret",
    "./Secret",
  ])("is read with both separators, and its drive without case: %j", async (rule) => {
    const deny = [rule];
    expect(await list("C:\\t2", { deny })).toBe(`Absolute path: C:\\t2\n${OPEN}`);
    for (const path of ["C:\\t2\\Secret", "c:/t2/SECRET/nope", "\\\\?\\C:\\t2\\Secret\\deep"]) {
      expect(await list(path, { deny })).toBe(`error: access denied: reading this path is blocked by policy: ${path}`);
    }
  });

  test("without a drive applies on every drive", async () => {
    for (const path of ["C:\\t2\\Secret", "D:\\t2\\Secret"]) {
      expect(await list(path, { deny: ["/t2/Secret"] })).toContain("blocked by policy");
    }
    expect(await list("D:\\t2\\Secret", { deny: ["C:/t2/Secret"] })).toContain("key");
  });
});

describe("a path", () => {
  test("is accepted as the header shows it, in quotes", async () => {
    const header = '"C:\\\\t4\\\\zero\\u200bwidth"';
    expect(await list("C:\\t4\\zero\u200bwidth")).toBe(`Absolute path: ${header}\nin`);
    for (const roots of [undefined, ["C:\\t4"]]) {
      for (const path of [header, 'C:\\t4\\"zero\\u200bwidth"', 'C:/t4/"zero\\u200bwidth"']) {
        expect(await list(path, { roots })).toBe(`Absolute path: ${path}\nin`);
      }
    }
    for (const path of ['"zero\\u200bwidth"', '.\\"zero\\u200bwidth"\\', './"zero\\u200bwidth"']) {
      expect(await list(path, { workingDirectory: "C:\\t4" })).toMatch(/\nin$/);
    }
    expect(await list(header, { roots: ["C:\\t2"] })).toContain("is outside");
    expect(JSON.parse(await callListDirectory({ path: header }, { fileSystem: tree }))).toMatchObject({
      files: ["in"],
    });
    expect(await callTool("map_dir", { dir_path: header, gitignore: "off" }, { fileSystem: tree })).toContain("\nin");
    expect(await list('"C:\\\\t4\\\\nope"')).toContain("does not exist, but C:/t4 does");
    expect(await list('"t4"')).toContain("does not exist");
    expect(await list("open")).toBe("Absolute path: C:\\t2/open\nx");
    expect(await list(".\\open\\")).toBe("Absolute path: C:\\t2/open\nx");
  });
});

test("the top of a drive is a directory to start from", async () => {
  const options = { fileSystem: windowsMemory(["C:\\a"]), workingDirectory: "C:\\" };
  for (const call of [{}, { dir_path: "." }]) {
    expect(await callListDir(call, options)).toBe("Absolute path: C:\\\na");
  }
});

describe("ignore files", () => {
  const repository = (top: string) => [
    { path: `${top}\\.git\\HEAD`, content: "ref: refs/heads/main\n" },
    { path: `${top}\\.gitignore`, content: "*.log\r\nbuild/\r\n" },
    `${top}\\sub\\a.log`,
    `${top}\\sub\\build\\x`,
    `${top}\\sub\\b`,
  ];

  test.each(["C:\\r", "\\\\server\\share\\r", "\\\\?\\C:\\r", "\\\\server\\share"])("apply below %j", async (top) => {
    const fileSystem = windowsMemory(repository(top));
    for (const roots of [undefined, [`${top}\\sub`]]) {
      const text = await callListDir({ dir_path: `${top}\\sub`, gitignore: "omit" }, { fileSystem, roots });
      expect(text).toBe(`Absolute path: ${top}\\sub\nb`);
    }
  });

  test("of the user are found without HOME", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ["HOME", "HOMEDRIVE", "HOMEPATH", "XDG_CONFIG_HOME"]) {
      vi.stubEnv(name, undefined);
    }
    vi.stubEnv("USERPROFILE", "C:\\Users\\me");
    const fileSystem = windowsMemory([
      { path: "C:\\Users\\me\\.gitconfig", content: "[core]\n\texcludesFile = ~/ignored\n" },
      { path: "C:\\Users\\me\\ignored", content: "*.log\n" },
      "C:\\r\\a.log",
      "C:\\r\\b",
    ]);
    const text = await callListDir({ dir_path: "C:\\r", gitignore: "omit" }, { fileSystem });
    expect(text).toBe("Absolute path: C:\\r\nb");
  });
});

test("a rule without a slash after its drive is refused: it would deny nothing", async () => {
  await expect(list("C:\\t2", { deny: ["C:t2"] })).rejects.toThrow("has no slash after its drive");
});

test("a path without a drive is on the drive that relative paths are taken from", async () => {
  const options = { workingDirectory: "D:\\t2" };
  expect(await list("\\t2", options)).toBe("Absolute path: D:\\t2\nSecret/\n  key");
});

test.each(["C:\\t2\\Secret\\deep", "c:/t2/secret/DEEP", "Secret\\deep", "C:\\t2\\Secret\\d*"])(
  "a guess is a path with both separators: %j",
  async (guess) => {
    const options = { fileSystem: tree, workingDirectory: "C:\\t2" };
    const answer = await callTool("find_files", { dir_path: "C:\\t2", words: [guess], gitignore: "off" }, options);
    expect(answer).toBe("Absolute path: C:\\t2\nSecret/deep/key");
  },
);

// What is denied stays hidden, whatever else leads to it.
import fs from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { memory } from "../../src/disk/memory.ts";
import { readError } from "../../src/core/problem.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { callListDir, callTool } from "../support/call-tool.ts";
import { folderWith, setHome } from "../support/filtered-tree.ts";
import { makeTree } from "../support/make-tree.ts";

test("a lone surrogate does not stand for U+FFFD", async () => {
  const folder = makeTree("\ufffdx/hidden", "z");
  const options = { deny: ["\ufffdx"] };
  expect(await callListDir({ dir_path: `${folder}/\ud800x` }, options)).toContain("access denied");
  expect(await callListDir({ dir_path: folder, after: "\ud800x/" }, options)).not.toContain("hidden");
});

test("a rule file that is denied by the path with a link in it is not read, in and above the listed directory", async () => {
  const folder = folderWith({
    "real/.git/HEAD": "x",
    "real/.git/info/exclude": "by-git\n",
    "real/.gitignore": "by-rule\n",
    "real/below/by-git": "",
    "real/below/by-rule": "",
    "real/below/by-user": "",
    "home/.config/git/ignore": "by-user\n",
    "link@": "real",
    "user@": "home",
  });
  setHome(`${folder}/user`);
  const ignored = async (directory: string, ...deny: readonly string[]) => {
    const page = await callListDir({ dir_path: `${folder}/${directory}` }, { roots: [`${folder}/link`], deny });
    return ["git", "rule", "user"].filter((who) => page.includes(`by-${who} [ignored]`));
  };
  for (const directory of ["link", "link/below"]) {
    expect(await ignored(directory, "nothing")).toEqual(["git", "rule", "user"]);
    expect(await ignored(directory, "link/.gitignore")).toEqual(["git", "user"]);
    expect(await ignored(directory, "link/.git/info")).toEqual(["rule", "user"]);
    expect(await ignored(directory, "user/.config")).toEqual(["git", "rule"]);
  }
  // By the other path nothing is denied, even for a router that keeps rules.
  const router = createToolRouter({ roots: "any", deny: ["link/.gitignore"] });
  for (const [directory, mark] of Object.entries({ real: " [ignored]", link: "" })) {
    expect(await callTool("list_dir", { dir_path: `${folder}/${directory}/below` }, router)).toMatch(
      new RegExp(`by-rule${mark.replace("[", "\\[")}$`, "m"),
    );
  }
});

test("what is denied only by the path as given is refused, whether or not something is there", async () => {
  const folder = makeTree("real/secret/x/");
  fs.symlinkSync("real", `${folder}/link`);
  const options = { roots: [`${folder}/link`], deny: ["link/secret"] };
  for (const name of ["", "/x", "/nope"]) {
    expect(await callListDir({ dir_path: `${folder}/link/secret${name}` }, options)).toContain("blocked by policy");
  }
});

test("that a link leads to what is denied outside the roots is not told", async () => {
  const folder = makeTree("in/", "secret/");
  fs.symlinkSync("../secret", `${folder}/in/link`);
  const options = { roots: [`${folder}/in`], deny: ["secret"] };
  expect(await callListDir({ dir_path: `${folder}/in/link` }, options)).toContain("is outside");
});

test("what is denied by the real path is not opened", async () => {
  const folder = makeTree("real/open/x/", "real/secret/x/");
  fs.symlinkSync("real", `${folder}/link`);
  const router = createToolRouter({ roots: [`${folder}/link`], deny: [`${folder}/real/secret`] });
  const list = (name: string) => callTool("list_dir", { dir_path: `${folder}/link/${name}/x` }, router);
  // Where the rule leads is found out when the tools are set up.
  await list("open");
  const opened = vi.spyOn(fs, "openSync");
  onTestFinished(() => opened.mockRestore());
  expect(await list("open")).toContain("[empty]");
  expect(await list("secret")).toContain("blocked by policy");
  expect(opened.mock.calls.join("\n")).toMatch(/\bopen\b/);
  expect(opened.mock.calls.join("\n")).not.toMatch(/\bsecret\b/);
});

test("progress tells nothing of what is denied", async () => {
  const told: object[] = [];
  const onProgress = (progress: object) => told.push(progress);
  await listDir({ dirPath: makeTree("a", "b.key", "c.key", "d.key"), deny: ["*.key"], onProgress });
  expect(told.at(-1)).toEqual({ directories: 1, entries: 1 });
});

test("a name that the disk lists without its dot leads to nothing", async () => {
  const folder = makeTree("Secret/hidden", "z");
  const disk = localDisk();
  const listed = (location: string) => location.replace("Secret.", "Secret");
  // As Windows does.
  const fileSystem: FileSystem = {
    ...disk,
    async realPath(location, _options, check) {
      check?.(location);
      check?.(listed(location));
      return listed(location);
    },
    readDirectory: (directory, read) => disk.readDirectory(listed(String(directory)), read),
  };
  const options = { deny: ["secret"], fileSystem };
  const page = await callListDir({ dir_path: folder, depth: 9, after: "Secret./" }, options);
  expect(page).not.toContain("hidden");
  expect(page).toContain("z");
});

test.runIf(process.platform === "linux")("a name that the disk finds but does not list leads to nothing", async () => {
  const folder = makeTree("Secret/keys/hidden", "dots./x~1/seen", "z");
  const options = { deny: ["secret"] };
  const { lstatSync, openSync } = fs;
  // As FAT does.
  const long = (file: fs.PathLike) => file.toString().replace(/Secret\.|SECRET~1/, "Secret");
  const found = [
    vi.spyOn(fs, "lstatSync").mockImplementation(((file: string, of?: object) => lstatSync(long(file), of)) as never),
    vi.spyOn(fs, "openSync").mockImplementation((file, flags) => openSync(long(file), flags)),
  ];
  onTestFinished(() => found.forEach((each) => each.mockRestore()));
  for (const name of ["Secret.", "SECRET~1"]) {
    const missing = await callListDir({ dir_path: `${folder}/missing/keys` }, options);
    const answer = await callListDir({ dir_path: `${folder}/${name}/keys` }, options);
    expect(answer).toBe(missing.replaceAll("missing", name));
    for (const after of [`${name}/`, `${name}/keys/`, `${name}/keys/a`]) {
      expect(await callListDir({ dir_path: folder, depth: 9, after }, options)).not.toContain("hidden");
    }
  }
  expect(await callListDir({ dir_path: `${folder}/dots./x~1` }, options)).toContain("seen");
  expect(await callListDir({ dir_path: folder, depth: 9, after: "dots./x~1/" }, options)).toContain("seen");
});

describe("a deny rule with a component that nobody sees", () => {
  const HIDDEN = ["\u200b", "\u3164", "\ufe0f", "\u200b\u200b"];

  test.each(HIDDEN)("denies that and nothing else", async (name) => {
    const fileSystem = memory([`/r/${name}/key`, "/r/open/x", `/r/open/${name}`, `/r/a${name}`, `/r/.${name}/dot`]);
    const list = async (deny: string, directory = "/r") =>
      callListDir({ dir_path: directory, depth: 3 }, { fileSystem, deny: [deny] });
    for (const rule of [name, `**/${name}`, `/r/${name}`, `${name}/key`]) {
      const page = await list(rule);
      expect(page).not.toContain("key");
      expect(page).toMatch(/^open\/$/m);
      expect(page).toMatch(/^"a.*"$/m);
    }
    expect(await list(`/r/${name}`, `/r/${name}`)).toContain("blocked by policy");
    expect(await list(`*${name}`)).not.toContain("key");
    expect(await list(`*${name}`)).toMatch(/^open\/\n {2}x$/m);
  });

  test.each([
    ["\\\\\u200b", "\\\u200b"],
    ["\\\\\u00e9\\\u200b", "\\E\u0301"],
    ["\\*\u200b", "*"],
    ["a\\\u200bb", "A\u200bb"],
  ])("may be escaped: %j denies %j", async (rule, name) => {
    const fileSystem = memory([`/r/${name}/key`, "/r/open"]);
    expect(await callListDir({ dir_path: "/r" }, { fileSystem, deny: [rule] })).toBe("Absolute path: /r\nopen");
  });

  test("denies by the real path, too", async () => {
    const root = makeTree("\u3164/", "\u3164/secret/", "\u3164/secret/key", "\u3164/open");
    fs.symlinkSync("\u3164/secret", `${root}/link`);
    const options = { roots: [root], deny: [`${root}/link`] };
    expect(await callListDir({ dir_path: `${root}/\u3164` }, options)).toBe(`Absolute path: ${root}/"\\u3164"\nopen`);
    expect(await callListDir({ dir_path: `${root}/\u3164/secret` }, options)).toContain("blocked by policy");
  });
});

test("a rule with a wildcard also denies names that it matches letter by letter", async () => {
  const fileSystem = memory(["/r/key\u0301.pem", "/r/KEY\u0301.pub", "/r/ke", "/r/k\u00e9y"]);
  expect(await callListDir({ dir_path: "/r" }, { fileSystem, deny: ["key*"] })).toBe("Absolute path: /r\nke\nk\u00e9y");
});

test("each path in thousands of rules is followed once, and none again after a failure", async () => {
  const folder = makeTree("open/", "data/");
  const disk = localDisk() as Required<FileSystem>;
  const followed: string[] = [];
  let fails = true;
  const fileSystem: FileSystem = {
    ...disk,
    realPath: (path, ...more) => {
      followed.push(path);
      return fails && path.endsWith("/last")
        ? Promise.reject(readError("ETIMEDOUT", ""))
        : disk.realPath(path, ...more);
    },
  };
  const deny = Array.from({ length: 500 }, (_, index) => `${folder}/data/missing/${index}`);
  const router = createToolRouter({ fileSystem, roots: "any", deny: [...deny, `${folder}/last`] });
  const list = () => callTool("list_dir", { dir_path: `${folder}/open` }, router);
  expect(await list()).toContain("try again later");
  fails = false;
  expect(await list()).toContain("[empty]");
  const counts = [...deny, `${folder}/data/missing`, `${folder}/data`].map((path) =>
    followed.filter((each) => each === path),
  );
  expect(counts.filter(({ length }) => length !== 1)).toEqual([]);
});

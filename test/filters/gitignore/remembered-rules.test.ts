// What the rules came to is remembered from one listing to the next, and no change of a file goes unnoticed: git tells after each.
import fs from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import type { ByteString } from "../../../src/core/byte-string.ts";
import type { FileSystem } from "../../../src/core/file-system.ts";
import * as rules from "../../../src/filters/gitignore/ignore-rules.ts";
import { rememberedRules } from "../../../src/filters/gitignore/rule-files.ts";
import { callListDirectory } from "../../support/call-tool.ts";
import { ignoredByGit } from "../../support/git.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"];

function makeRepository(): string {
  const files = Object.fromEntries(NAMES.map((name) => [`top/sub/${name}`, ""]));
  const folder = makeFiles(temporaryFolder(), { ...files, "top/.git/": "", "home/x": "", "xdg/x": "" });
  vi.stubEnv("HOME", `${folder}/home`);
  vi.stubEnv("XDG_CONFIG_HOME", `${folder}/xdg`);
  // As if the files had been there for a while: only then are they remembered.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  return folder;
}

/** Records what is asked of the disk. */
function recording(): { fileSystem: FileSystem; asked: string[] } {
  const disk = localDisk();
  const asked: string[] = [];
  const readFile: FileSystem["readFile"] = (path, options) => {
    asked.push(path);
    return disk.readFile?.(path, options);
  };
  const areSame: FileSystem["areSame"] = (before) => {
    asked.push(...before.map(({ path }) => path));
    return disk.areSame?.(before) === true;
  };
  return { fileSystem: { ...disk, readFile, areSame }, asked };
}

async function list(path: string, options: Parameters<typeof callListDirectory>[1]): Promise<string[]> {
  const answer = await callListDirectory({ path, gitignore: "omit" }, options);
  return (JSON.parse(answer) as { files: string[] }).files;
}

function listByGit(folder: string): string[] {
  const variables = { HOME: `${folder}/home`, XDG_CONFIG_HOME: `${folder}/xdg` };
  const ignored = ignoredByGit(`${folder}/top/sub`, NAMES, variables);
  return NAMES.filter((name) => !ignored.has(name as never));
}

type Change = (folder: string) => void;

const write =
  (path: string, text: string): Change =>
  (folder) =>
    void makeFiles(folder, { [path]: text });
const remove =
  (path: string): Change =>
  (folder) =>
    fs.rmSync(`${folder}/${path}`, { recursive: true });

const CHANGES: readonly [name: string, change: Change][] = [
  ["nothing", () => {}],
  ["a file above the root", write("top/.gitignore", "a\n")],
  ["the same file, as long as before", write("top/.gitignore", "b\n")],
  ["the root's own file", write("top/sub/.gitignore", "!b\nc\n")],
  ["info/exclude", write("top/.git/info/exclude", "d\n")],
  ["the user's default file", write("xdg/git/ignore", "e\n")],
  ["the user's second configuration", write("xdg/git/config", "[core]\nexcludesFile = ~/f\n")],
  ["the file that it names", write("home/f", "f\n")],
  ["the user's first configuration", write("home/.gitconfig", "[core]\nexcludesFile = ~/g\n")],
  ["the file that this names", write("home/g", "g\n")],
  ["the repository's configuration", write("top/.git/config", "[core]\nexcludesFile = h\n")],
  ["the file that the repository names", write("top/h", "h\n")],
  [
    "a link in the place of a file",
    (folder) => {
      fs.renameSync(`${folder}/top/.gitignore`, `${folder}/top/moved`);
      fs.symlinkSync("moved", `${folder}/top/.gitignore`);
    },
  ],
  ["the root's own file again", remove("top/sub/.gitignore")],
  ["another repository around the root", (folder) => void makeFiles(folder, { "top/sub/.git/": "" })],
  ["no repository around the root any more", remove("top/sub/.git/HEAD")],
  ["the file that the repository names again", remove("top/h")],
];

describe.each([["without roots"], ["with the repository as root"]])("%s", (bounds) => {
  test("every change is seen by the next listing", async () => {
    const folder = makeRepository();
    const options = { fileSystem: localDisk(), ...(bounds !== "without roots" && { roots: [`${folder}/top`] }) };
    for (const [name, change] of CHANGES) {
      change(folder);
      const expected = [name, listByGit(folder)];
      expect([name, await list(`${folder}/top/sub`, options)]).toEqual(expected);
      expect([name, await list(`${folder}/top/sub`, options)]).toEqual(expected);
    }
    fs.rmSync(`${folder}/top/.git/HEAD`);
    expect(await list(`${folder}/top/sub`, options)).toEqual(NAMES.filter((name) => name !== "g"));
  });
});

test("the next listing asks what the first one asked, and reads no rules", async () => {
  const folder = makeRepository();
  makeFiles(folder, { "top/.gitignore": "a\n", "top/sub/.gitignore": "b\n", "xdg/git/ignore": "c\n" });
  const { fileSystem, asked } = recording();
  const expected = NAMES.slice(3);
  const parsed = vi.spyOn(rules, "readIgnoreRules");
  onTestFinished(() => parsed.mockRestore());
  expect(await list(`${folder}/top/sub`, { fileSystem })).toEqual(expected);
  const first = asked.splice(0);
  expect(parsed).toHaveBeenCalled();
  parsed.mockClear();
  expect(await list(`${folder}/top/sub`, { fileSystem })).toEqual(expected);
  expect(asked).toEqual(first);
  expect(parsed).not.toHaveBeenCalled();
});

test("within roots, rules that did not change open nothing and throw nothing", async ({ skip }) => {
  if (process.platform !== "linux") {
    skip();
  }
  const folder = makeRepository();
  makeFiles(folder, { "top/.gitignore": "a\n", "top/sub/deep/.gitignore": "b\n", "xdg/git/ignore": "c\n" });
  const options = { fileSystem: localDisk(), roots: [`${folder}/top`] };
  const opens = vi.spyOn(fs, "openSync");
  const readLinks = vi.spyOn(fs, "readlinkSync");
  onTestFinished(() => {
    opens.mockRestore();
    readLinks.mockRestore();
  });
  const countCalls = async (gitignore: string) => {
    opens.mockClear();
    readLinks.mockClear();
    await callListDirectory({ path: `${folder}/top/sub`, recursive: true, gitignore }, options);
    expect(opens.mock.results.filter(({ type }) => type === "throw")).toEqual([]);
    // The table of mounts is read every few milliseconds.
    const others = opens.mock.calls.filter(([path]) => path !== "/proc/self/mountinfo");
    return others.length + readLinks.mock.calls.length;
  };
  const without = await countCalls("off");
  expect(await countCalls("collapse")).toBeGreaterThan(without);
  expect(await countCalls("collapse")).toBe(without);
});

test("other bounds have other answers", async () => {
  const folder = makeRepository();
  makeFiles(folder, { "top/.gitignore": "a\n", "top/.git/config": "[core]\nexcludesFile = h\n", "top/h": "h\n" });
  const fileSystem = localDisk();
  const list1 = (options: object) => list(`${folder}/top/sub`, { fileSystem, ...options });
  for (let round = 0; round < 2; round += 1) {
    expect(await list1({})).toEqual(NAMES.slice(1, -1));
    // What the configuration names is outside this root, and the file above it is where git puts it.
    expect(await list1({ roots: [`${folder}/top/sub`] })).toEqual(NAMES.slice(1));
    expect(await list1({ roots: [`${folder}/top`] })).toEqual(NAMES.slice(1, -1));
    expect(await list1({ roots: [`${folder}/top`], deny: ["**/.gitignore"] })).toEqual(NAMES.slice(0, -1));
  }
});

test("no more is remembered than agreed", async () => {
  const bytesOf = new Map<string, Uint8Array>();
  let found = 0;
  const ask = async (key: string, size: number) => {
    const bytes = new Uint8Array(size - "/file".length);
    const readFile = () => bytesOf.get(key) ?? bytes;
    const areSame: FileSystem["areSame"] = (before) => before.every((file) => file.found === readFile());
    const fileSystem: FileSystem = { ...localDisk(), readFile, areSame };
    bytesOf.set(key, bytesOf.get(key) ?? bytes);
    found = 0;
    await rememberedRules(key, { fileSystem, bounds: undefined }, async (files) => {
      found += 1;
      await files.read("/file" as ByteString, "place", size);
      return { layers: [], ignoresCase: false, index: undefined, isIgnored: false };
    });
    return found === 0;
  };
  // Too large by itself.
  expect([await ask("large", 65_537), await ask("large", 65_537)]).toEqual([false, false]);
  // Too large together: the one that was not used for longest is forgotten.
  expect([await ask("one", 30_000), await ask("two", 30_000), await ask("one", 30_000)]).toEqual([false, false, true]);
  expect([await ask("three", 30_000), await ask("one", 30_000), await ask("two", 30_000)]).toEqual([
    false,
    true,
    false,
  ]);
  // Too many.
  for (let index = 0; index < 64; index += 1) {
    await ask(`small ${index}`, 10);
  }
  expect([await ask("small 0", 10), await ask("two", 30_000), await ask("small 1", 10)]).toEqual([true, false, false]);
});

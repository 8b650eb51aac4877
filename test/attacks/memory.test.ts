// A directory of a million names: a call takes at most 250 MiB more than one for ten names. Each call has a process of its own, which
// tells at its end how much memory it had.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import { bundleLibrary } from "../../scripts/bundle.mjs";
import { inDepth, isQuick } from "../support/deep.ts";
import { makeHugeFolder, makeManyFiles, numbered } from "../support/many-files.ts";
import { makeFolder } from "../support/make-tree.ts";
import { commandFile } from "../support/started-command.ts";
import { watchedServer } from "../support/watched-server.ts";

const MOST_KIB = 250 * 1024;

const TELL = `data:text/javascript,process.on("exit",()=>process.stderr.write(process.resourceUsage().maxRSS+"\\n"))`;

let few: string;
let many: string;

beforeAll(() => {
  const folder = makeHugeFolder();
  [few, many] = [`${folder}/few`, `${folder}/many`];
  fs.mkdirSync(few);
  fs.mkdirSync(many);
  makeManyFiles(few, numbered(10, "some-name-of-usual-length-"));
  makeManyFiles(many, numbered(inDepth(20_000, 1_000_000), "some-name-of-usual-length-"));
});

/** The answer, and the most memory that its process had, in KiB. */
function call(tool: string, args: object): { answer: string; kib: number } {
  const words = ["--max-old-space-size=256", "--import", TELL, commandFile(), "call", tool, JSON.stringify(args)];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 1e8 });
  return { answer: stdout, kib: Number(stderr.trim().split("\n").at(-1)) };
}

describe("a million names take little more than ten", () => {
  test.each<[string, object, RegExp]>([
    ["list_dir", {}, /More than 25 entries found/],
    ["list_dir", { order: "tree", after: "some-name-of-usual-length-5" }, /More than 25 entries found/],
    ["list_dir", { include: "*9" }, /More than 25 entries found/],
    ["map_dir", {}, /some-name/],
    ["find_files", { words: ["name"] }, /some-name/],
    ["find_files", { words: ["name", "length 77", "*99*"], include: "*9" }, /some-name|timed out/],
    ["find_files", { newest: true }, /some-name|timed out/],
    ["list_directory", {}, /"truncated":true/],
  ])("%s %j", (tool, args, expected) => {
    const field = tool === "list_directory" ? "path" : "dir_path";
    const small = call(tool, { [field]: few, ...args });
    const large = call(tool, { [field]: many, ...args });
    expect(large.answer).toMatch(expected);
    expect(small.kib).toBeGreaterThan(10_000);
    expect(large.kib - small.kib).toBeLessThan(MOST_KIB);
  });
});

test("600,000 names that are not UTF-8 stay within the bound of a million, too", () => {
  const odd = makeHugeFolder();
  makeManyFiles(odd, numbered(inDepth(20_000, 600_000), "\xff-name-of-usual-length-"), "latin1");
  const large = call("list_dir", { dir_path: odd });
  expect(large.answer).toMatch(/More than 25 entries found/);
  expect(large.kib - call("list_dir", { dir_path: few }).kib).toBeLessThan(MOST_KIB);
});

/** A folder with many directories in it. */
function makeDirectories(above: string, names: readonly string[]): string {
  const folder = makeHugeFolder();
  fs.mkdirSync(`${folder}/${above}`, { recursive: true });
  names.forEach((name) => fs.mkdirSync(`${folder}/${above}/${name}`));
  return folder;
}

/** A folder with files in a directory that fits all words; each file's own name fits a few. */
function makeFilesThatFit(words: readonly string[], count: number): string {
  const folder = makeHugeFolder();
  const directory = `${folder}/${words.slice(0, 32).join("-")}/${words.slice(32).join("-")}`;
  fs.mkdirSync(directory, { recursive: true });
  const partOf = (file: number, at: number): string =>
    `${words[(file * (7 + 2 * at) + at) % 64]}${"x".repeat((file + at) % 3)}`;
  const parts = [...Array(10).keys()];
  const names = Array.from({ length: count }, (_, file) => `${parts.map((at) => partOf(file, at)).join("-")}-${file}`);
  makeManyFiles(directory, names);
  return folder;
}

describe("a search keeps little", () => {
  const words = numbered(64, "w");
  const letters = [..."abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμ"];
  const phrases = letters.slice(0, 33).map((_, at) => [...letters.slice(at), ...letters].slice(0, 99).join(" "));

  test.each<[string, () => string, readonly string[]]>([
    [
      "150,000 below one that fits 64",
      () => makeDirectories(words.join("-"), numbered(inDepth(20, 150_000), "d")),
      words,
    ],
    ["5,000 that fit 33 phrases", () => makeDirectories("", numbered(inDepth(20, 5000), letters.join("-"))), phrases],
    ["60,000 that fit 64, each some of them best", () => makeFilesThatFit(words, inDepth(100, 60_000)), words],
  ])("%s guesses", (_, make, guesses) => {
    const large = call("find_files", { dir_path: make(), words: guesses });
    expect(large.answer).toMatch(/^Absolute path: .*\n\S/);
    expect(large.kib - call("find_files", { dir_path: few, words: ["name"] }).kib).toBeLessThan(MOST_KIB);
  });
});

test("eight searches of 60,000 directories at once are answered in a small heap", async () => {
  const root = makeHugeFolder();
  for (const above of numbered(60, "x")) {
    for (const name of numbered(inDepth(20, 1000), "y")) {
      fs.mkdirSync(`${root}/${above}/${name}`, { recursive: true });
    }
  }
  const server = await watchedServer(root, ["--max-old-space-size=256"]);
  const globs = Array.from({ length: 64 }, (_, index) => `x*/y*/z${index}*q`);
  const calls = [globs, ["x", "y"], ["y1*", "x2*"], [], ["**/y*"], ["x0*/y0*"], ["absent file", "y 1"], globs];
  const answers = await Promise.all(calls.map((words) => server.call("find_files", { dir_path: root, words })));
  server.close();
  answers.forEach((answer) => expect(answer).toMatch(/^Absolute path: /));
});

describe.skipIf(isQuick())("trees that are larger than the heap if all of their names or paths are kept", () => {
  let library: string;
  beforeAll(async () => {
    library = makeFolder();
    await bundleLibrary(library);
    fs.symlinkSync(path.join(import.meta.dirname, "../../node_modules"), `${library}/node_modules`, "junction");
  });

  test.each([
    ["wide", 200, "map_dir", {}, "d000[0-1]*/ (20, 399,980 below)"],
    ["wide", 50, "find_files", { words: ["name"] }, "more: name 99"],
    ["chain", 2500, "map_dir", { include: "*none*" }, "[no entry matches the filters]"],
    ["chain", 2500, "list_dir", { include: "*none*" }, "[no entry matches the filters]"],
  ])("%s, %d directories: %s %j", (shape, count, tool, args, expected) => {
    const program = path.join(import.meta.dirname, "../support/made-up-tree.mjs");
    const words = ["--max-old-space-size=150", program, `${library}/index.js`, shape, String(count), tool];
    const { stdout } = spawnSync(process.execPath, [...words, JSON.stringify(args)], { encoding: "utf8" });
    expect(stdout).toContain(expected);
  });
});

// Calls that try to keep a server busy, sent to the real server while its event loop is watched. None may block it for more
// than 50 ms of processor time, so that other calls go on and signals arrive.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/disk/local-disk.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { inDepth } from "../support/deep.ts";
import { makeFolder } from "../support/make-tree.ts";
import { makeHugeFolder, makeManyFiles, numbered } from "../support/many-files.ts";
import { mountFolder } from "../support/remote-tree.ts";
import { watchedServer, type WatchedServer } from "../support/watched-server.ts";

const LONGEST_HOLD_MS = 50;

type Profile = "leaf" | "codex-sorted" | "codex-breadth";

let base: string;
/** Where the huge directories are. */
let hugeBase: string;
const servers = new Map<Profile, WatchedServer>();

beforeAll(async () => {
  base = makeFolder();
  hugeBase = makeHugeFolder();
  for (const profile of ["leaf", "codex-sorted", "codex-breadth"] as const) {
    const server = await watchedServer(base, ["--profile", profile, hugeBase]);
    servers.set(profile, server);
    // One-time work of the program does not count against a call.
    const filters = profile === "leaf" ? { include: "*.{a,b}", gitignore: "collapse" } : {};
    await server.call("list_dir", { dir_path: base, ...filters });
  }
});

afterAll(() => {
  servers.forEach((server) => server.close());
  // A path in one of the trees is longer than Node can remove.
  execFileSync("rm", ["-rf", base, hugeBase]);
});

/** The other acceptable answer: that time ran out, which depends on the machine. */
const TOO_SLOW = /found nothing within|did not answer in time|\[timed out after \d+ directories/;

/**
 * Sends calls to the server, all at once. Fails if the first answer is not the expected one, or if the event loop was blocked
 * too long three times in a row. Node collects garbage and compiles at any time, but a call's own work happens every time.
 */
async function expectNoHold(
  tool: string,
  calls: readonly object[],
  expected: RegExp,
  profile: Profile = "leaf",
): Promise<void> {
  const server = servers.get(profile) as WatchedServer;
  const holds: number[] = [];
  do {
    await server.longestHold();
    const [answer = ""] = await Promise.all(calls.map((args) => server.call(tool, args)));
    holds.push(await server.longestHold());
    if (!TOO_SLOW.test(answer)) {
      expect(answer).toMatch(expected);
    }
  } while (Math.min(...holds) >= LONGEST_HOLD_MS && holds.length < 3);
  expect(Math.min(...holds)).toBeLessThan(LONGEST_HOLD_MS);
}

function makeDirectory(...names: readonly string[]): string {
  return makeDirectoryIn(base, names);
}

function makeDirectoryIn(place: string, names: readonly string[] = []): string {
  const folder = fs.mkdtempSync(path.join(place, "tree-"));
  for (const name of names) {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  }
  return folder;
}

/** Nested directories, too deep for the longest possible path, each with a file. Returns the folder that contains the first. */
function makeChain(depth: number): string {
  const folder = makeDirectory();
  const back = process.cwd();
  process.chdir(folder);
  for (let level = 0; level < depth; level += 1) {
    fs.mkdirSync("a");
    fs.writeFileSync("b", "");
    process.chdir("a");
  }
  process.chdir(back);
  return folder;
}

/** Names that match hostile rules almost to their end, at every position. */
const LONG_NAMES = Array.from(
  { length: inDepth(10, 1000) },
  (_, index) => `${String(index).padStart(4, "0")}${"a".repeat(240)}`,
);

function times(count: number, glob: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => glob(index));
}

describe("globs", () => {
  let folder: string;
  /** For what takes milliseconds for each name: without a pause, that is a second for these. */
  let few: string;
  beforeAll(() => {
    folder = makeDirectory();
    makeManyFiles(folder, LONG_NAMES);
    few = makeDirectory();
    makeManyFiles(few, LONG_NAMES.slice(0, 200));
  });

  /** Fails if globs that match nothing there hold the event loop. */
  async function expectPauses(directory: string, globs: readonly string[]): Promise<void> {
    await expectNoHold("list_dir", [{ dir_path: directory, exclude: globs }], /^Absolute path/);
    await expectNoHold("list_dir", [{ dir_path: directory, include: globs, exclude: globs }], /no entry matches/);
  }

  test.each(["include", "exclude"])("%s: thousands of long ones from braces are refused", async (option) => {
    const globs = times(100, (index) => `${"{a,b}".repeat(8)}${index}${"*x".repeat(450)}`);
    await expectNoHold("list_dir", [{ dir_path: folder, [option]: globs }], /stand for too much/);
  });

  test.each<[string, string[]]>([
    ["words between stars", times(100, (index) => `*aaaaab*${index}*`)],
    ["many stars", times(30, (index) => `*a${"*a".repeat(450)}${index}`)],
    ["many alternatives", ["{a,b,c,d}{a,b,c,d}{a,b,c,d}*{1..4}", "{1..100000}*a{1..1000}*"]],
    ["braces in braces", [`${"{".repeat(49)}a,b${"}".repeat(49)}`, "{a},".repeat(249), `{a}${"}".repeat(900)},z}`]],
    ["classes that may be open", times(30, (index) => `${"[^]]".repeat(240)}${index}`)],
    ["commas and escapes", times(30, (index) => `${"a,\\.".repeat(240)}${index}`)],
    ["long paths", times(30, (index) => `${"**/a*/".repeat(160)}${index}`)],
  ])("as many %s as are allowed", async (_, globs) => {
    await expectPauses(folder, globs);
  });

  test.each<[string, string[]]>([
    ["classes between stars", times(31, (index) => `*${"[ab]".repeat(60)}${index}*`)],
    ["named classes between stars", times(9, (index) => `*${"[[:alpha:]]".repeat(25)}${index}*`)],
  ])("as many %s as are allowed", async (_, globs) => {
    await expectPauses(few, globs);
  });

  test.each<[string, string[]]>([
    ["many parts", times(64, (index) => `aab${index}-`.repeat(60).slice(0, 190) + index)],
    ["many pieces", times(64, (index) => `aab${index}/`.repeat(60).slice(0, 190) + index)],
  ])("as many words of a search as are allowed, of %s", async (_, words) => {
    await expectNoHold("find_files", [{ dir_path: few, words }], /nothing matches/);
  });

  test("as many words of a search as are allowed, of many alternatives", async () => {
    const words = times(64, (index) => `${"{a,b}".repeat(7)}*aaaaab*${index}`);
    await expectNoHold("find_files", [{ dir_path: folder, words }], /nothing matches/);
  });

  test("for names of wide characters", async () => {
    const wide = makeDirectory();
    makeManyFiles(wide, numbered(inDepth(10, 200), "\u{1f600}".repeat(60)));
    const include = times(31, (index) => `*${"[\u{1f600}ab]".repeat(30)}${index}x*`);
    await expectNoHold("list_dir", [{ dir_path: wide, include }], /no entry matches/);
  });
});

describe("ignore files", () => {
  const fill = (line: string, bytes: number) => line.repeat(Math.floor(bytes / line.length));
  const SIZE = 128 * 1024;

  test.each([
    ["slow rules", `*${"?".repeat(30)}b*\n`.repeat(57)],
    ["words between stars", "*aaaaab*\n".repeat(320)],
    ["more rules than are allowed", fill("a\n", SIZE)],
    ["as many rules as are allowed", "ab\n".repeat(29_000)],
    ["classes", fill("[!a]\n", SIZE)],
    ["named classes", fill("[[:alpha:]]\n", SIZE)],
    ["paths", fill("**/a/**/b/**/c\n", SIZE)],
    ["long lines", fill(`${"a/".repeat(2047)}\n`, SIZE)],
    ["one long line", "[!a]".repeat(32_000)],
  ])("of %s, in every directory", async (_, rules) => {
    const folder = makeDirectory("d/a/b", "d/e");
    makeManyFiles(`${folder}/d`, LONG_NAMES);
    for (const directory of ["d/", "", "d/a/", "d/a/b/", "d/e/"].slice(0, inDepth(1, 5))) {
      fs.writeFileSync(`${folder}/${directory}.gitignore`, rules);
    }
    const call = { dir_path: folder, gitignore: "collapse", depth: 9, limit: 2000 };
    await expectNoHold("list_dir", [call], /^Absolute path/);
  });

  test.each([
    ["spaces", `[core]\nexcludesfile = a${" ".repeat(64_000)}`],
    ["a long value", `[core]\nexcludesfile = ${"a".repeat(64_000)}`],
    ["many lines", `[core]\n${"a = b\n".repeat(10_000)}`],
    ["a megabyte", `[core]\nexcludesfile = a${" ".repeat(2 ** 20)}`],
  ])("named by configurations of %s", async (_, config) => {
    const repositories = numbered(9, "r");
    const folder = makeDirectory(...repositories.map((name) => `${name}/.git`));
    for (const name of repositories) {
      fs.writeFileSync(`${folder}/${name}/.git/HEAD`, "ref: refs/heads/main\n");
      fs.writeFileSync(`${folder}/${name}/.git/config`, config);
    }
    await expectNoHold("list_dir", [{ dir_path: folder, gitignore: "omit", depth: 3 }], /^Absolute path/);
  });

  test("high above a deep directory", async () => {
    const depth = inDepth(200, 1500);
    const deep = `${makeChain(depth)}${"/a".repeat(depth)}`;
    await expectNoHold("list_dir", [{ dir_path: deep, gitignore: "collapse" }], /^Absolute path/);
  });

  test("high above a deep directory, on a machine with a mount that may stop answering", async ({ skip }) => {
    await mountFolder(skip, makeFolder());
    const depth = inDepth(200, 1500);
    const deep = `${makeChain(depth)}${"/a".repeat(depth)}`;
    await expectNoHold("list_dir", [{ dir_path: deep, gitignore: "collapse" }], /^Absolute path/);
  });

  test("with rules for every level of a deep tree", async () => {
    const folder = makeChain(inDepth(100, 2000));
    fs.writeFileSync(`${folder}/.gitignore`, fill(`**/${"a/b/a/a/".repeat(3)}c\n`, SIZE));
    const call = { dir_path: folder, gitignore: "omit", depth: 1e6, include: "x" };
    await expectNoHold("list_dir", [call], /no entry matches/);
  });
});

/** How long a piece of work in this process blocks the event loop, the least of three times. */
async function longestHoldOf(work: () => Promise<unknown>): Promise<number> {
  const ownTimes = `/proc/self/task/${process.pid}/schedstat`;
  const computed = () => Number(fs.readFileSync(ownTimes, "utf8").split(" ", 1)[0]) / 1e6;
  const holds: number[] = [];
  do {
    let [longest, last] = [0, computed()];
    const tick = (): void => {
      const now = computed();
      [longest, last] = [Math.max(longest, now - last), now];
    };
    const ticking = setInterval(tick, 1);
    await work();
    tick();
    clearInterval(ticking);
    holds.push(longest);
  } while (holds.length < 3);
  return Math.min(...holds);
}

describe.runIf(process.platform === "linux")("a deep place that a program lists without roots", () => {
  const depth = inDepth(200, 1500);
  interface Case {
    readonly hasMount?: true;
    readonly isLinked?: true;
    readonly isMissing?: true;
    readonly gitignore?: "off";
  }
  test.for<[string, Case]>([
    ["", {}],
    [", through a link", { isLinked: true }],
    [", on a machine with a mount that may stop answering", { hasMount: true }],
    [", through a link, on such a machine", { hasMount: true, isLinked: true }],
    [", without ignore files, on such a machine", { hasMount: true, gitignore: "off" }],
    [", by a name that is not there, on such a machine", { hasMount: true, isMissing: true }],
  ])("is listed%s", async ([, { hasMount, isLinked, isMissing, ...options }], { skip }) => {
    if (hasMount === true) {
      await mountFolder(skip, makeFolder());
    }
    const folder = makeChain(depth);
    fs.symlinkSync("a", `${folder}/link`);
    const place = `${folder}/${isLinked === true ? "link" : "a"}${"/a".repeat(depth - 1)}`;
    const list = (dirPath: string) => listDir({ dirPath, fileSystem: localDisk(), ...options });
    await list(folder);
    const hold = await longestHoldOf(async () => {
      await (isMissing === true ? expect(list(`${place}/c`)).rejects.toThrow("does not exist") : list(place));
    });
    expect(hold).toBeLessThan(LONGEST_HOLD_MS);
  });
});

describe("a deep tree", () => {
  /** A page, or an error that its context is too large for an answer. */
  const SHOWN = /^Absolute path|^the path above entry/;
  const depth = inDepth(150, 2900);
  let folder: string;
  beforeAll(() => {
    folder = makeChain(depth);
  });

  test.each([
    ["a cursor to its end", { after: "a/".repeat(depth) }, SHOWN],
    ["a cursor half way down", { after: "a/".repeat(depth / 2) }, SHOWN],
    ["a cursor and ignore files", { after: "a/".repeat(depth), gitignore: "collapse" }, SHOWN],
    ["a cursor that is far too long", { after: "a/".repeat(1_000_000) }, /too long/],
    ["a cursor that is one long name", { after: "a".repeat(2_000_000) }, /too long/],
    ["a search", { include: "nothing" }, /no entry matches/],
    ["a search in order tree", { include: "nothing", order: "tree" }, /no entry matches/],
    ["an offset", { offset: depth, order: "tree" }, SHOWN],
  ])("and %s", async (_, args, answer) => {
    const call = { dir_path: folder, depth: 1e6, ...args };
    await expectNoHold("list_dir", [call, call, call], answer);
  });

  test("and pages that are ready at the same time, and take long to write", async () => {
    const call = { dir_path: folder, depth: 1e6, offset: depth, order: "tree" };
    await expectNoHold(
      "list_dir",
      Array.from({ length: inDepth(3, 8) }, () => call),
      SHOWN,
    );
  });

  test("and list_directory, recursive", async () => {
    const call = { path: folder, recursive: true };
    await expectNoHold("list_directory", [call, { ...call, include: "nothing" }], /"count"/);
  });

  test.each([
    ["many names", `/${"a/".repeat(1_000_000)}`],
    ["many names in quotes", `/${'"a"/'.repeat(300_000)}`],
    ["slashes", "/".repeat(2_000_000)],
    ["one name", `/${"é".repeat(1_000_000)}`],
  ])("and a path of %s", async (_, long) => {
    await expectNoHold("list_dir", [{ dir_path: long }], /too long/);
    await expectNoHold("list_directory", [{ path: long }], /too long/);
  });
});

describe("a huge directory", () => {
  const count = inDepth(6000, 100_000);
  let folder: string;
  beforeAll(() => {
    folder = makeDirectoryIn(hugeBase, ["flat", "mixed/b", "mixed/name 15-", "wide"]);
    makeManyFiles(`${folder}/flat`, numbered(count, "name "));
    makeManyFiles(`${folder}/mixed`, numbered(count, "name "));
    for (const name of numbered(inDepth(800, 20_000), "d")) {
      fs.mkdirSync(`${folder}/wide/${name}`);
    }
  });

  const many = (call: object) => Array.from({ length: inDepth(3, 8) }, () => call);

  describe.each(["flat", "mixed"])("%s", (directory) => {
    test.each([
      { offset: 1e9 },
      { offset: count - 10 },
      { offset: count / 2 },
      { offset: 1e9, order: "tree" },
      { offset: count / 2, order: "tree" },
      { after: "name 5", offset: 1000 },
      { include: "*5", offset: 1e9 },
    ])("and %j", async (args) => {
      const call = { dir_path: `${folder}/${directory}`, ...args };
      const expected = args.offset === 1e9 ? /^offset exceeds/ : /^Absolute path/;
      await expectNoHold("list_dir", many(call), expected);
    });

    test.each(["codex-sorted", "codex-breadth"] as const)("and an offset, %s", async (profile) => {
      const call = { dir_path: `${folder}/${directory}`, offset: count / 2 };
      await expectNoHold("list_dir", many(call), /^Absolute path/, profile);
      await expectNoHold("list_dir", many({ ...call, offset: 1e9 }), /^offset exceeds/, profile);
    });
  });

  test.each([
    [{ include: "nothing" }, /no entry matches/],
    [{ include: "nothing", order: "tree" }, /no entry matches/],
    [{ include: "d*7/x", offset: 100 }, /no entry matches/],
    [{ offset: 1e9, order: "tree" }, /^offset exceeds/],
  ])("of directories, and %j", async (args, answer) => {
    await expectNoHold("list_dir", [{ dir_path: `${folder}/wide`, depth: 3, ...args }], answer);
  });

  test("beside a path that does not exist", async () => {
    const wide = makeDirectoryIn(hugeBase);
    for (const name of numbered(inDepth(2000, 25_000), "%C3%89".repeat(40))) {
      fs.symlinkSync(".", `${wide}/${name}`);
    }
    const missing = `${wide}/${"é".repeat(42)}`;
    await expectNoHold("list_dir", many({ dir_path: missing }), /does not exist, but/);
    await expectNoHold("list_directory", many({ path: `${folder}/wide/D${"1".repeat(9)}` }), /does not exist, but/);
  });

  test("and list_directory, recursive", async () => {
    const call = { path: folder, recursive: true };
    await expectNoHold("list_directory", [call, { ...call, include: "nothing" }], /"count":1000/);
  });
});

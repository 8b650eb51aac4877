// Calls that try to fill a server's memory, sent to a real one with little of it: it answers all of them.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeHugeFolder, makeManyFiles, numbered } from "../support/many-files.ts";
import { watchedServer, type WatchedServer } from "../support/watched-server.ts";

/** The limit for Node's long-lived objects. A server that has not listed anything yet uses a fifth of it. */
const HEAP = "--max-old-space-size=96";

const COUNT = inDepth(5000, 200_000);

let base: string;
let server: WatchedServer;

beforeAll(async () => {
  base = makeHugeFolder();
  for (const directory of ["flat", "mixed/b", "mixed/name 15-", "wide", "chain", "long"]) {
    fs.mkdirSync(path.join(base, directory), { recursive: true });
  }
  makeManyFiles(`${base}/flat`, numbered(COUNT, "name "));
  makeManyFiles(`${base}/mixed`, numbered(COUNT, "name "));
  for (const name of numbered(COUNT / 10, "d")) {
    fs.mkdirSync(`${base}/wide/${name}`);
  }
  makeDeepTree(`${base}/chain`, inDepth(50, 2500));
  makeLongChain(`${base}/long`);
  server = await watchedServer(base, [], [HEAP]);
});

afterAll(() => {
  server.close();
  execFileSync("rm", ["-rf", base]);
});

/** Nested directories, with files that sort after them, and with rules that mean something different at every level. */
function makeDeepTree(folder: string, depth: number): void {
  fs.writeFileSync(`${folder}/.gitignore`, `**/${"a/b/".repeat(10)}c\n`.repeat(2000));
  const origin = `${base}/origin`;
  fs.writeFileSync(origin, "");
  const back = process.cwd();
  process.chdir(folder);
  for (let level = 0; level < depth; level += 1) {
    // No two levels have the same names above them.
    const name = (level * level) % 7 < 3 ? "a" : "b";
    numbered(20, "f").forEach((file) => fs.linkSync(origin, file));
    fs.mkdirSync(name);
    process.chdir(name);
  }
  process.chdir(back);
}

/** As many of these as a cursor can name. All the paths on the way to the last take many times as much as its own. */
const LONG_NAMES = Array<string>(inDepth(20, 390)).fill("n".repeat(250));

function makeLongChain(folder: string): void {
  const back = process.cwd();
  process.chdir(folder);
  for (const name of LONG_NAMES) {
    fs.mkdirSync(name);
    process.chdir(name);
  }
  process.chdir(back);
}

/** With little memory and a busy machine, a call may run out of time. */
const TOO_SLOW = /found nothing within|did not answer in time|\[timed out after \d+ directories/;

describe("many at once", () => {
  test.each<[string, object, RegExp]>([
    ["flat", { offset: 1e9 }, /^offset exceeds/],
    ["flat", { offset: COUNT - 30 }, /^Absolute path/],
    ["flat", { offset: COUNT / 2, order: "tree" }, /^Absolute path/],
    ["mixed", { offset: 1e9 }, /^offset exceeds/],
    ["mixed", { offset: COUNT / 2, limit: 2000 }, /^Absolute path/],
    ["mixed", { offset: 1e9, order: "tree" }, /^offset exceeds/],
    ["wide", { include: "nothing", depth: 9 }, /no entry matches/],
    ["wide", { include: "nothing", depth: 9, order: "tree" }, /no entry matches/],
    ["chain", { include: "nothing", depth: 1e6, order: "tree", gitignore: "omit" }, /no entry matches/],
    ["chain", { include: numberedGlobs(), depth: 1e6, order: "tree" }, /no entry matches/],
    ["chain", { limit: 2000, depth: 1e6, order: "tree" }, /^Absolute path/],
  ])("%s, %j", async (directory, args, answer) => {
    await expectAnswers({ dir_path: `${base}/${directory}`, ...args }, answer);
  });

  test("a cursor to the end of a long path", async () => {
    await expectAnswers({ dir_path: `${base}/long`, after: `${LONG_NAMES.join("/")}/`, depth: 1e6 }, /nothing after/);
  });

  async function expectAnswers(call: object, answer: RegExp): Promise<void> {
    const answers = await Promise.all(Array.from({ length: inDepth(2, 8) }, () => server.call("list_dir", call)));
    for (const text of answers.filter((answered) => !TOO_SLOW.test(answered))) {
      expect(text).toMatch(answer);
    }
  }
});

/** As many patterns as are allowed, each with its own state at every level. */
function numberedGlobs(): string[] {
  return Array.from({ length: 4 }, (_, index) => `**/{a,b}/{a,b}/{a,b}/{a,b}/{a,b}/{a,b}/{a,b}/{a,b}/x${index}`).slice(
    0,
    3,
  );
}

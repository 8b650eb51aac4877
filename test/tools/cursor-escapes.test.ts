// Cursors that lead out of the directory that is listed, or around a deny rule: the names in a cursor are never looked up as a path.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { callListDir } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

describe("a cursor", () => {
  const outside = '../ ../out/ ../out/a ".."/out/ "../out"/ "../out"/a a/../../out/ ./../out/';
  const denied = 'a/denied/ a/denied/a "a/denied"/ "a/../a/denied"/ link/in/ link/in/a "link/in"/';
  test.each(`${outside} ${denied}`.split(" "))("does not lead elsewhere: %s", async (after) => {
    const folder = makeTree("r/a/denied/secret", "r/z", "out/in/secret");
    fs.symlinkSync("../out", `${folder}/r/link`);
    const args = { dir_path: `${folder}/r`, depth: 9, after };
    const page = await callListDir(args, { roots: [`${folder}/r`], deny: ["**/denied"] });
    const [, ...lines] = page.split("\n");
    expect(lines).toContain("z");
    expect(lines.join("\n")).not.toMatch(/secret|out|denied|\.\./);
  });

  test("may hold a NUL", async () => {
    const folder = makeTree("r/z");
    const after = '"\\x00"/';
    expect(await callListDir({ dir_path: `${folder}/r`, after })).toBe(`Absolute path: ${folder}/r\n…\nz`);
  });
});

describe("a cursor below a missing directory", () => {
  test.each(["x/", "missing/x", "x/missing/", "in/x/"])("is answered alike, whatever its length: %s", async (after) => {
    const root = makeTree("in/a");
    for (const directory of [root, `${root}/missing`]) {
      const answers = new Set<string>();
      for (const name of ["x", "x".repeat(256), "x".repeat(1000), `${"x/".repeat(49_990)}x`]) {
        const args = { dir_path: directory, depth: 1e9, after: after.replace("x", name) };
        answers.add((await callListDir(args)).replace(/\[nothing after .*\]/, "[nothing]"));
      }
      expect(answers.size).toBe(1);
    }
  });
});

describe("the time that arguments take", () => {
  test("ends at the deadline even if rule files are looked for in every directory above, and other work runs meanwhile", async () => {
    const path = "y/".repeat(20_000);
    const options = { fileSystem: memory(["/repo/a"]), workingDirectory: "/repo", deadlineMs: 500 };
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const [start, before] = [performance.now(), process.cpuUsage()];
    await callListDir({ dir_path: path, after: path }, options);
    clearImmediate(timer);
    const { user, system } = process.cpuUsage(before);
    expect(performance.now() - start).toBeLessThan(8000);
    // A turn in every 100 ms of this process's own time, of which a busy machine gives it little.
    expect((user + system) / 1000 / turns).toBeLessThan(100);
  });
});

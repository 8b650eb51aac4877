// `dirleaf map`: the tool's bytes in a pipe, colours on a terminal, and the library's object as JSON.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { mapDir } from "../../src/tools/map-dir.ts";
import { renderMap } from "../../src/text/map-text.ts";
import { callTool } from "../support/call-tool.ts";
import { onlyInDepth } from "../support/needs.ts";
import { makeTree } from "../support/make-tree.ts";
import { COLOUR, runCli, runInWindow, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

function tree(): string {
  const walks = Array.from({ length: 40 }, (_, index) => `lib/walk-${index}.ts`);
  const root = makeTree(
    "docs/",
    "docs/a b",
    "docs/c*",
    "link@",
    "plain",
    ".dot",
    "src/deep/end@",
    "src/deep/x",
    ...walks,
  );
  fs.writeFileSync(path.join(root, "docs/\x1b[31m"), "");
  return root;
}

describe("dirleaf map", () => {
  test.each([
    [[], {}],
    [["--budget", "60"], { budget: 60 }],
    [["--budget=60", "--fold", "l*"], { budget: 60, fold: "l*" }],
    [["--include", "*.ts", "--include", "x", "--exclude", "walk-1*"], { include: ["*.ts", "x"], exclude: ["walk-1*"] }],
    [["--no-hidden", "--gitignore", "off"], { hidden: false, gitignore: "off" }],
    [["--include", "nothing-like-it"], { include: ["nothing-like-it"] }],
  ])("prints the tool's bytes: %j", async (words, fields) => {
    const cwd = tree();
    const answer = await callTool("map_dir", { dir_path: cwd, ...fields });
    expect(await runCli(["map", cwd, ...words])).toEqual({ status: 0, stdout: `${answer}\n`, stderr: "" });
    // The command may come after its options, and the directory may be the working directory.
    expect((await runCli([...words, "map"], { cwd })).stdout).toBe(`${answer}\n`);
  });

  test("locale and terminal do not change what a pipe gets", () => {
    const cwd = tree();
    const plain = cli.run(["map"], { cwd, env: { LC_ALL: "C", TERM: "dumb" } });
    expect(
      cli.run(["map"], { cwd, env: { LC_ALL: "tr_TR.UTF-8", LANG: "de_DE", TERM: "xterm", COLUMNS: "20" } }),
    ).toEqual(plain);
    expect(plain.stdout).not.toMatch(COLOUR);
  });

  test.for([[], ["--budget", "60"], ["--fold", "l*"]])(
    "colours and wraps words on a terminal, and changes nothing else: %j",
    async (how, { skip }) => {
      const cwd = tree();
      const { text, status } = await runInWindow(skip, ["map", ...how], { cwd });
      const { stdout } = await runCli(["map", ...how], { cwd });
      expect(status).toBe(0);
      expect(text).toMatch(COLOUR);
      const plain = text.replaceAll(COLOUR, "");
      expect(plain.split(/\s+/)).toEqual(stdout.replace("Absolute path: ", "").split(/\s+/));
      expect((await runInWindow(skip, ["map", ...how, "--color", "never"], { cwd })).text).toBe(plain);
    },
  );

  test("wraps to the width of the window, wide letters too", async ({ skip }) => {
    const cwd = makeTree(...Array.from({ length: 9 }, (_, index) => `${index}-日本語`));
    for (const [columns, rows] of [
      [14, 9],
      [30, 3],
      [100, 1],
    ] as const) {
      const { text } = await runInWindow(skip, ["map", "--budget", "500"], { cwd, rows: 80, columns });
      const [, ...lines] = text.trimEnd().split("\n");
      expect(lines).toHaveLength(rows);
      expect(Math.max(...lines.map((line) => line.length + (line.match(/[日本語]/g)?.length ?? 0)))).toBeLessThan(
        columns,
      );
    }
  });

  test("fits the window if no budget is given, and fills a larger one further", async ({ skip }) => {
    const names = Array.from({ length: 40 }, (_, index) => `part-${index % 8}/level/name-of-file-${index}.ts`);
    const cwd = makeTree(...names);
    const rowsIn = async (rows: number, ...words: string[]) => {
      const { text } = await runInWindow(skip, ["map", ...words], { cwd, rows, columns: 300 });
      return text.trimEnd().split("\n").length;
    };
    const whole = await rowsIn(10, "--budget", "5000");
    expect(whole).toBeGreaterThan(10);
    expect(await rowsIn(10)).toBeLessThan(10);
    expect(await rowsIn(80)).toBe(whole);
    // The last row is the shell's: the whole map is one line too long, though the window is wide enough for many more tokens.
    expect(await rowsIn(whole)).toBeLessThan(whole);
  });

  // It makes ten thousand directories.
  test("counts as many directories for people as a search reads, for a model only 10,000", async ({ skip }) => {
    onlyInDepth(skip);
    const cwd = makeTree(...Array.from({ length: 10_001 }, (_, index) => `${index % 100}/${index}/x`));
    const read = async (...words: string[]) => (await runCli(["map", cwd, ...words])).stdout.replaceAll(COLOUR, "");
    expect(await read()).toMatch(/\d\+/);
    expect(await read("--color", "always")).not.toMatch(/\d\+/);
  });

  test("prints what mapDir gives with --json", async () => {
    const cwd = tree();
    const { status, stdout } = await runCli(["map", "--json", "--budget", "80"], { cwd });
    const map = await mapDir({ dirPath: cwd, budget: 80 });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(map);
    expect(renderMap(JSON.parse(stdout))).toBe(renderMap(map));
    expect(stdout).not.toContain("\x1b");
  });

  test("maps several directories, in a pipe as if each were asked for alone", async () => {
    const cwd = makeTree("a/1", "b/2");
    const one = async (...words: string[]) => (await runCli(["map", ...words], { cwd })).stdout;
    for (const options of [[], ["--color", "always"]]) {
      expect(await one("a", "b", ...options)).toBe(`${await one("a", ...options)}\n${await one("b", ...options)}`);
    }
    expect(await one("a", "b", "--json")).toBe((await one("a", "--json")) + (await one("b", "--json")));
    const { status, stdout, stderr } = await runCli(["map", "absent", "b"], { cwd });
    expect({ status, stdout }).toEqual({ status: 1, stdout: await one("b") });
    expect(stderr).toContain("absent does not exist");
  });
});

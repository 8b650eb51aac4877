// `dirleaf --json`, and the pages of a terminal.
import fs from "node:fs";
import { expect, test } from "vitest";

import { listDir } from "../../src/tools/list-dir.ts";
import { renderListing } from "../../src/text/listing.ts";
import { numbered } from "../support/many-files.ts";
import { makeTree } from "../support/make-tree.ts";
import { runCli, runInWindow } from "../support/run-cli.ts";

test("prints the library's page as one line", async () => {
  const cwd = makeTree("a/", "a/b/", "a/b/x", "c@", "d");
  const { stdout } = await runCli(["--json", "--limit", "3", "--order", "tree"], { cwd });
  expect(stdout).toMatch(/^\{[^\n]*\}\n$/);
  expect(JSON.parse(stdout)).toEqual(await listDir({ dirPath: cwd, limit: 3, order: "tree" }));
  const joined = { dirPath: cwd, order: "tree", after: "a/b/", depth: 3 } as const;
  const later = (await runCli(["--json", "--after", "a/b/", "--depth", "3"], { cwd })).stdout;
  expect(JSON.parse(later)).toEqual(await listDir(joined));
  expect(later).toContain('"context":true,"joined":true');
  const detailed = JSON.parse((await runCli(["--json", "--details"], { cwd })).stdout) as unknown;
  expect(detailed).toEqual(await listDir({ dirPath: cwd, details: true }));
});

test("--all prints everything as one page in order tree, whatever its size", async ({ skip }) => {
  const cwd = makeTree(".a/b/c/d", "e/", ...numbered(2100, "f/"));
  const page = await listDir({ dirPath: cwd, order: "tree", limit: Infinity, depth: Infinity });
  expect((await runCli(["--all"], { cwd })).stdout).toBe(`${renderListing(page)}\n`);
  expect(JSON.parse((await runCli(["--all", "--json"], { cwd })).stdout)).toEqual(page);
  const shallow = await runInWindow(skip, ["--all", "--depth", "2"], { cwd, rows: 9, env: { NO_COLOR: "1" } });
  expect(shallow.text.split("\n")).toHaveLength(page.entries.length);
});

test("--all shows the directories above what is found, once, and says what a listing says at its end", async () => {
  const cwd = makeTree("a/b/x.ts", "a/b/y", "a/c/d/x.ts", "e/", "z.ts");
  const all = async (...words: string[]) => (await runCli(["--all", ...words], { cwd })).stdout.split("\n").slice(1);
  expect(await all("--include", "*.ts")).toEqual([
    "a/",
    "  b/",
    "    x.ts",
    "  c/",
    "    d/",
    "      x.ts",
    "z.ts",
    "",
  ]);
  expect(await all("--include", "q")).toEqual([
    "[no entry matches the filters; a glob matches whole names: try *q*]",
    "",
  ]);
  expect((await runCli(["--all", `${cwd}/e`])).stdout).toBe(`Absolute path: ${cwd}/e\n[empty]\n`);
  expect((await runCli(["--all", "--paths", `${cwd}/q`])).stderr).toContain("does not exist");
});

test.for([
  [8, 1],
  [12, 3],
  [12, 7],
  [30, 2],
] as const)(
  "%i rows of a terminal hold the first page, and together the pages show every file once",
  async ([rows, width], { skip }) => {
    const directoryOf = (index: number): string =>
      index <= width ? "" : `${directoryOf(index - width)}d${index % width}/`;
    const files = Array.from({ length: 40 }, (_, index) => `${directoryOf(index % 23)}f${index}.`);
    const cwd = makeTree(...files);
    let shown = "";
    for (
      let offset: string | undefined = "1";
      offset !== undefined;
      [, offset] = /--offset (\d+)\n$/.exec(shown) ?? []
    ) {
      const words = offset === "1" ? ["--no-hidden"] : ["--offset", offset];
      const { text } = await runInWindow(skip, words, { cwd, rows, columns: 99, env: { NO_COLOR: "1" } });
      // Later pages also name the directories above their entries.
      expect(offset !== "1" || text.split("\n").length <= rows).toBe(true);
      shown += text;
    }
    expect(shown.match(/f\d+\./g)?.toSorted()).toEqual(
      files.map((file) => file.slice(file.lastIndexOf("f"))).toSorted(),
    );
  },
);

test("without options a terminal shows the map that fits the window, and with any of a listing's a listing", async ({
  skip,
}) => {
  const cwd = makeTree("a/b/c", "a/b/d", "e@", ".f", ...numbered(99, "g/h-"));
  const window = { cwd, rows: 12, columns: 60 };
  const shown = async (...words: string[]) => (await runInWindow(skip, words, window)).text;
  expect(await shown()).toBe(await shown("map"));
  expect(await shown("a", "g")).toBe(await shown("map", "a", "g"));
  expect(await shown("--color", "never")).toBe(await shown("map", "--color", "never"));
  for (const words of [["-a"], ["-L1"], ["--exclude", "x"], ["--gitignore", "off"], ["--details"]]) {
    expect(await shown(...words, "--color", "never")).toMatch(/^├─ a\/$/m);
  }
  // Printed as it is read: nobody knows yet what follows.
  expect(await shown("--all", "--color", "never")).toMatch(/^\/.*\n\.f\na\/\n  b\/\n    c\n/);
  expect((await runCli(["a"], { cwd })).stdout).toBe(`Absolute path: ${cwd}/a\nb/\n  c\n  d\n`);
});

test.for([
  [["-n", "1"], "More than 1 entries found; continue with --offset 2"],
  [["-n", "1", "--order", "tree"], "More than 1 entries found; continue with --after='-a b/'"],
  [["-n", "2", "--order", "tree", "--all"], "More than 2 entries found; continue with --after='-a b/it'\\''s'"],
  [["--include", "deep"], "[ignored directories were not searched; --gitignore off searches them]"],
  [["find", "deep"], "[ignored directories were not searched; --gitignore off searches them]"],
  [["map", "--include", "it"], "[no entry matches the filters; a glob matches whole names: try --include '*it*']"],
] as const)("a terminal is told what to type next: %j", async ([words, last], { skip }) => {
  const cwd = makeTree(".git/config", "-a b/it's", "out/deep");
  fs.writeFileSync(`${cwd}/.gitignore`, "out\n");
  const { text } = await runInWindow(skip, words, { cwd, env: { NO_COLOR: "1" } });
  expect(text.split("\n")).toContain(last);
});

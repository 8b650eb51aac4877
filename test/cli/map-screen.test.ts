// A map in a window: words that wrap, in colours.
import { expect, test } from "vitest";

import { renderMapScreen } from "../../src/cli/map-command.ts";
import { readLsColors, widthOf } from "../../src/cli/coloured-line.ts";
import { mapDir } from "../../src/tools/map-dir.ts";
import type { DirectoryMap } from "../../src/text/map-text.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { makeEntries, temporaryFolder, toEntries } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { runCli, runInWindow, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

const MAP: DirectoryMap = {
  root: "/x",
  files: [
    { name: "LICENSE", kind: "file" },
    { name: "README.md", kind: "file" },
    { name: "link", kind: "symlink" },
  ],
  folds: [{ glob: "walk-*", count: 40 }],
  closed: [
    { name: "docs", count: 25 },
    { name: "gone", problem: "no longer exists" },
    { name: "node_modules", ignored: true },
    { name: "odd name", count: 0 },
    { name: "test", count: 1204, partial: true },
  ],
  open: [
    {
      name: "src",
      files: [{ name: "index.ts", kind: "file" }],
      folds: [],
      closed: [{ name: "backends", count: 100 }],
      open: [],
    },
  ],
};

function screenOf(columns: number | undefined, isColoured = false): string[] {
  return renderMapScreen(MAP, { columns, isColoured, colourOf: readLsColors("di=35:*.md=33") });
}

test("names and closed directories wrap to the width of the window", () => {
  expect(screenOf(60)).toEqual([
    "Absolute path: /x",
    "LICENSE README.md link@ walk-* (40)",
    "docs/ (25) gone/ [no longer exists] node_modules/ [ignored]",
    '"odd name"/ (0) test/ (1,204+)',
    "src/",
    "  index.ts",
    "  backends/ (100)",
  ]);
  expect(screenOf(24).slice(0, 6)).toEqual([
    "Absolute path: /x",
    "LICENSE README.md link@",
    "walk-* (40)",
    "docs/ (25)",
    "gone/ [no longer exists]",
    "node_modules/ [ignored]",
  ]);
  for (let columns = 12; columns < 90; columns += 1) {
    const lines = screenOf(columns).slice(1);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  }
});

test("has the colours of a listing", () => {
  const lines = screenOf(60, true);
  expect(lines[1]).toBe("LICENSE \x1b[33mREADME.md\x1b[0m \x1b[36mlink@\x1b[0m \x1b[2mwalk-* (40)\x1b[0m");
  expect(lines[2]).toContain("\x1b[35mdocs/\x1b[0m \x1b[2m(25)\x1b[0m \x1b[35mgone/\x1b[0m");
  expect(lines[2]).toContain("\x1b[31m[no longer exists]\x1b[0m");
});

test("is shown in a terminal, and a pipe gets what a model does", async ({ skip }) => {
  needProgram(skip, "script");
  const cwd = temporaryFolder();
  const wide = Array.from({ length: 60 }, (_, index) => `日本語/${index}/file`);
  makeEntries(cwd, toEntries(["plain", "small/one", "small/two", ...wide]));
  // Room for four words after the first line, however long that is.
  const budget = Math.ceil(estimateTokens(`Absolute path: ${cwd}\n`)) + 22;
  const script = `stty rows 20 cols 40; "$NODE" "$DIRLEAF" -m --budget ${budget} 2>/dev/null`;
  const { text } = await cli.inTerminal(script, { cwd, env: { NO_COLOR: "1" } });
  const lines = text.trimEnd().split("\n");
  const look = { columns: 40, isColoured: false, colourOf: readLsColors(undefined) };
  expect(lines).toEqual(renderMapScreen(await mapDir({ dirPath: cwd, budget }), look));
  expect(lines.join("\n")).toContain("日本語/ (120)");
  expect((await runCli(["map", "--budget", String(budget)], { cwd })).stdout).toContain("日本語/ (120)");
});

test("fits the window if no budget is given, and fills a larger one further", async ({ skip }) => {
  const names = Array.from({ length: 40 }, (_, index) => `part-${index % 8}/level/name-of-file-${index}.ts`);
  const cwd = temporaryFolder();
  makeEntries(cwd, toEntries(names));
  const rowsIn = async (rows: number, ...words: string[]) => {
    const { text } = await runInWindow(skip, ["map", ...words], { cwd, rows, columns: 300 });
    return text.trimEnd().split("\n").length;
  };
  const whole = await rowsIn(10, "--budget", "5000");
  const [small, large] = [await rowsIn(10), await rowsIn(80)];
  expect(whole).toBeGreaterThan(10);
  expect(small).toBeLessThan(10);
  expect(large).toBe(whole);
});

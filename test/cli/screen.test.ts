// A listing in a window: a real pseudo-terminal of a known size.
import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";

import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
import { needProgram } from "../support/needs.ts";
import { runCli, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

beforeEach(({ skip }) => {
  needProgram(skip, "script");
});

interface WindowOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * What commands print in a window of this size, one text for each. `dirleaf` stands for the command, without its standard error:
 * on a slow machine it would show progress there.
 */
async function inWindow(
  rows: number,
  columns: number,
  commands: readonly string[],
  { cwd, env }: WindowOptions,
): Promise<string[]> {
  const script = [`dirleaf() { "$NODE" "$DIRLEAF" "$@" 2>/dev/null; }; stty rows ${rows} cols ${columns}`, ...commands];
  const { text } = await cli.inTerminal(script.join("; echo @@@; "), { cwd, env: { NO_COLOR: "1", ...env } });
  return text.split("@@@\n").slice(1);
}

/** Lines after the first one. */
function linesOf(text: string | undefined): string[] {
  return (text ?? "").trimEnd().split("\n").slice(1);
}

/** A column for a letter, two for those of the tests that are wide. */
function columnsOf(line: string): number {
  return [...line].reduce((sum, letter) => sum + (/[日本語漢字😀]/u.test(letter) ? 2 : 1), 0);
}

describe("a page", () => {
  test("fills the window, and its last line says how to go on", async () => {
    const cwd = temporaryFolder();
    makeManyFiles(cwd, numbered(100, "f"));
    const [page, whole, tall, given] = await inWindow(
      12,
      300,
      [
        "dirleaf",
        "mkdir .x; touch .x/1 .x/2 .x/3 .x/4 .x/5; dirleaf .x",
        "rm -r .x; stty rows 80; dirleaf",
        "dirleaf -n 3",
      ],
      { cwd },
    );
    // The first line, `…`, the last line, and a line for the shell's prompt.
    expect(linesOf(page)).toHaveLength(10);
    expect(linesOf(page).slice(-3)).toEqual([
      "├─ f15",
      "└─ …",
      "More than 8 entries found; continue with: dirleaf -L 1 --offset 9",
    ]);
    expect(linesOf(whole)).toEqual(["├─ 1", "├─ 2", "├─ 3", "├─ 4", "└─ 5"]);
    expect(linesOf(tall)).toHaveLength(78);
    expect(linesOf(given).slice(2)).toEqual([
      "├─ f10",
      "└─ …",
      "More than 3 entries found; continue with: dirleaf -n 3 --offset 4",
    ]);
  });

  test("shows as many whole levels as fit the window, and says how to see more", async () => {
    const cwd = makeTree("a/b/c/1", "a/d", "e/f", "g", ...numbered(9, "a/b/c/file-"));
    const commands = ["dirleaf", "stty rows 6; dirleaf -a -- .", "stty rows 5; dirleaf", "stty rows 60; dirleaf"];
    const [three, one, none, all] = await inWindow(10, 300, commands, { cwd });
    expect(linesOf(three)).toEqual([
      "├─ a/",
      "│  ├─ b/",
      "│  │  └─ c/",
      "│  └─ d",
      "├─ e/",
      "│  └─ f",
      "└─ g",
      "More below level 3; continue with: dirleaf -L 4",
    ]);
    expect(linesOf(one)).toEqual(["├─ a/", "├─ e/", "└─ g", "More below level 1; continue with: dirleaf -a -L 2 -- ."]);
    expect(linesOf(none).at(-1)).toMatch(/^More than \d entr(?:y|ies) found; continue with: dirleaf -L 1 --offset \d$/);
    expect(linesOf(all)).toHaveLength(17);
    // A level that is asked for begins where it fits, and goes on page by page.
    const [deep] = await inWindow(6, 300, ["dirleaf -L 2"], { cwd });
    expect(linesOf(deep).at(-1)).toMatch(/^More than \d entries found; continue with: dirleaf -L 2 --offset \d$/);
  });

  test("connects an entry with those below it", async () => {
    const cwd = makeTree("a/b/c", "a/d", "e/f", "e/g/", "h");
    const [page, tree] = await inWindow(40, 60, ["dirleaf -L 3", "dirleaf -L 3 --order tree -n 3"], { cwd });
    expect(linesOf(page)).toEqual([
      "├─ a/",
      "│  ├─ b/",
      "│  │  └─ c",
      "│  └─ d",
      "├─ e/",
      "│  ├─ f",
      "│  └─ g/ [empty]",
      "└─ h",
    ]);
    expect(linesOf(tree).slice(0, 3)).toEqual(["└─ a/", "   └─ b/", "      └─ c"]);
  });

  test("leaves dot names out, but not in a pipe, with -a or with --all", async () => {
    const cwd = makeTree(".env", ".git/config", "b/c", "b/.d");
    const [page, all, everything] = await inWindow(40, 300, ["dirleaf", "dirleaf -a", "dirleaf --all"], { cwd });
    expect(linesOf(page)).toEqual(["└─ b/", "   └─ c"]);
    expect(linesOf(all)).toContain("├─ .env");
    expect(linesOf(everything)).toContain(".env");
    expect(linesOf((await runCli([], { cwd })).stdout)).toContain(".env");
  });

  test("cuts lines to the window, and is complete in a pipe", async () => {
    const name = "日本語漢字-日本語漢字-日本語漢字.txt";
    const cwd = makeTree(`dir/${name}`, "dir/😀😀😀😀😀😀😀😀😀😀😀", "long-name-of-a-file-that-does-not-fit", "short");
    for (const columns of [12, 33]) {
      const pages = await inWindow(30, columns, ["dirleaf", "dirleaf -l", "dirleaf --all", "dirleaf --all -l"], {
        cwd,
      });
      for (const page of pages) {
        const lines = linesOf(page);
        expect(lines).toHaveLength(5);
        expect(lines.filter((line) => columnsOf(line) > columns)).toEqual([]);
        expect(lines.filter((line) => line.endsWith("…")).length).toBeGreaterThanOrEqual(2);
        expect(page).toMatch(/(?:^|─| )short\n$/m);
      }
    }
    const [cut, piped] = await inWindow(30, 20, ["dirleaf", "dirleaf | cat"], { cwd });
    expect(linesOf(cut)).toContain("│  ├─ 日本語漢字-日…");
    expect(linesOf(piped)).toContain(`  ${name}`);
  });
});

describe("several operands", () => {
  test("are shown below each other, and share the window", async () => {
    const cwd = makeTree("a/1", "b/x@");
    makeManyFiles(path.join(cwd, "b"), numbered(100, "f"));
    const commands = ["dirleaf a b -I x", "dirleaf a absent; echo $?", "dirleaf b b b b b"];
    const [shown, failed, many] = await inWindow(24, 300, commands, { cwd });
    const lines = (shown ?? "").trimEnd().split("\n");
    expect(lines.slice(0, 4)).toEqual([`${cwd}/a`, "└─ 1", "", `${cwd}/b`]);
    expect(lines.at(-1)).toMatch(/^More than \d+ entries found; continue with: dirleaf b -I x -L 1 --offset \d+$/);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(failed?.endsWith("\n└─ 1\n1\n")).toBe(true);
    // Too many for the window: each is still worth reading.
    const counts = [...(many ?? "").matchAll(/^More than (\d+) /gm)].map(([, count]) => Number(count));
    expect(counts).toEqual([6, 5, 5, 5, 5]);
  });
});

describe("--long on a terminal", () => {
  function sizedTree(): string {
    const cwd = makeTree("d/", "d/s", "d/t", "big", "new", "old", "link@");
    fs.writeFileSync(path.join(cwd, "big"), "x".repeat(5000));
    fs.writeFileSync(path.join(cwd, "d/t"), "x".repeat(7));
    for (const [index, name] of ["old", "link", "d", "d/s", "d/t", "big", "new"].entries()) {
      fs.lutimesSync(path.join(cwd, name), 1_700_000_000 + index * 60, 1_700_000_000 + index * 60);
    }
    return cwd;
  }

  test("shows sizes and local time", async () => {
    const cwd = sizedTree();
    const env = { TZ: "Asia/Tokyo" };
    const commands = ["dirleaf -l", "stty cols 40; dirleaf -l"];
    const [page, narrow] = await inWindow(30, 80, commands, { cwd, env });
    expect(linesOf(page)).toEqual([
      " 4.9K  2023-11-15 07:18  ├─ big",
      "    -  2023-11-15 07:15  ├─ d/",
      "    0  2023-11-15 07:16  │  ├─ s",
      "    7  2023-11-15 07:17  │  └─ t",
      "    -  2023-11-15 07:14  ├─ link@ -> .",
      "    0  2023-11-15 07:19  ├─ new",
      "    0  2023-11-15 07:13  └─ old",
    ]);
    expect(linesOf(narrow)[0]).toBe(" 4.9K  ├─ big");
  });

  test("--sort orders each directory, and a page is chosen in that order", async () => {
    const cwd = sizedTree();
    const names = (text: string | undefined) => linesOf(text).map((line) => line.replace(/^.*?([├└─│].*)$/, "$1"));
    const commands = ["dirleaf -l --sort size", "dirleaf -l --sort time", "dirleaf -l --sort=size -L1 -n 2"];
    const pages = ["dirleaf -l --sort time -n 3 --offset 4", "dirleaf -l --sort time --order tree -n 4 --offset 2"];
    const [size, time, part, levels, tree] = await inWindow(30, 300, [...commands, ...pages], { cwd });
    expect(names(size)).toEqual(["├─ big", "├─ new", "├─ old", "├─ d/", "│  ├─ t", "│  └─ s", "└─ link@ -> ."]);
    expect(names(time)).toEqual(["├─ new", "├─ big", "├─ d/", "│  ├─ t", "│  └─ s", "├─ link@ -> .", "└─ old"]);
    expect(names(part)).toEqual([
      "├─ big",
      "└─ new",
      "More than 2 entries found; continue with: dirleaf -l --sort=size -L1 -n 2 --offset 3",
    ]);
    // Below `d/`, which is on the page before.
    expect(names(levels).slice(0, -1)).toEqual(["├─ d/", "│  └─ t", "├─ link@ -> .", "└─ old"]);
    expect(names(tree).slice(0, -1)).toEqual(["├─ big", "└─ d/", "├─ t", "└─ s"]);
    const { stdout } = await runCli(["-l", "--sort", "size"], { cwd });
    expect(linesOf(stdout).map((line) => line.slice(29))).toEqual([
      "big",
      "new",
      "old",
      "d/",
      "  t",
      "  s",
      "link@ -> .",
    ]);
  });
});

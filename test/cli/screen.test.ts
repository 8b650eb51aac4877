// A listing in a window: a real pseudo-terminal of a known size.
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
        "dirleaf --no-hidden",
        "mkdir .x; touch .x/1 .x/2 .x/3 .x/4 .x/5; dirleaf --no-hidden .x",
        "rm -r .x; stty rows 80; dirleaf --no-hidden",
        "dirleaf -n 3",
      ],
      { cwd },
    );
    // The first line, `…`, the last line, and a line for the shell's prompt.
    expect(linesOf(page)).toHaveLength(10);
    expect(linesOf(page).slice(-3)).toEqual(["├─ f15", "└─ …", "More than 8 entries found; continue with --offset 9"]);
    expect(linesOf(whole)).toEqual(["├─ 1", "├─ 2", "├─ 3", "├─ 4", "└─ 5"]);
    expect(linesOf(tall)).toHaveLength(78);
    expect(linesOf(given).slice(2)).toEqual(["├─ f10", "└─ …", "More than 3 entries found; continue with --offset 4"]);
  });

  test("shows level by level what fits the window, and says how to see more", async () => {
    const cwd = makeTree("a/b/c/1", "a/d", "e/f", "g", ...numbered(9, "a/b/c/file-"));
    const commands = [
      "dirleaf -a",
      "stty rows 6; dirleaf -a -- .",
      "stty rows 5; dirleaf -a",
      "stty rows 60; dirleaf -a",
    ];
    const [three, one, none, all] = await inWindow(10, 300, commands, { cwd });
    expect(linesOf(three)).toEqual([
      "├─ a/",
      "│  ├─ b/",
      "│  └─ d",
      "├─ e/",
      "│  └─ f",
      "└─ g",
      "More than 6 entries found; continue with --offset 7",
    ]);
    expect(linesOf(one)).toEqual(["├─ a/", "├─ e/", "└─ …", "More than 2 entries found; continue with --offset 3"]);
    expect(linesOf(none).at(-1)).toMatch(/^More than \d entries found; continue with --offset \d$/);
    expect(linesOf(all)).toHaveLength(17);
    // Further pages go on from there, whatever their levels.
    const [rest] = await inWindow(10, 300, ["dirleaf --offset 8 --exclude 'file-*'"], { cwd });
    expect(linesOf(rest)).toEqual(["└─ a/b/c/", "   └─ 1"]);
    // A level that is asked for begins where it fits, and goes on page by page.
    const [deep] = await inWindow(6, 300, ["dirleaf -L 2"], { cwd });
    expect(linesOf(deep).at(-1)).toMatch(/^More than \d entries found; continue with --offset \d$/);
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
    const [page, all, everything] = await inWindow(
      40,
      300,
      ["dirleaf --gitignore off", "dirleaf -a", "dirleaf --all"],
      {
        cwd,
      },
    );
    expect(linesOf(page)).toEqual(["└─ b/", "   └─ c"]);
    expect(linesOf(all)).toContain("├─ .env");
    expect(linesOf(everything)).toContain(".env");
    expect(linesOf((await runCli([], { cwd })).stdout)).toContain(".env");
  });

  test("cuts lines to the window, and is complete in a pipe", async () => {
    const name = "日本語漢字-日本語漢字-日本語漢字.txt";
    const cwd = makeTree(`dir/${name}`, "dir/😀😀😀😀😀😀😀😀😀😀😀", "long-name-of-a-file-that-does-not-fit", "short");
    for (const columns of [12, 33]) {
      const pages = await inWindow(30, columns, ["dirleaf -a", "dirleaf --all"], {
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
    const [cut, piped] = await inWindow(30, 20, ["dirleaf -a", "dirleaf | cat"], { cwd });
    expect(linesOf(cut)).toContain("│  ├─ 日本語漢字-日…");
    expect(linesOf(piped)).toContain(`  ${name}`);
  });
});

describe("several operands", () => {
  test("are shown below each other, and share the window", async () => {
    const cwd = makeTree("a/1", "b/x@");
    makeManyFiles(path.join(cwd, "b"), numbered(100, "f"));
    const commands = ["dirleaf a b -I x", "dirleaf -a a absent; echo $?", "dirleaf -a b b b b b"];
    const [shown, failed, many] = await inWindow(24, 300, commands, { cwd });
    const lines = (shown ?? "").trimEnd().split("\n");
    expect(lines.slice(0, 4)).toEqual([`${cwd}/a`, "└─ 1", "", `${cwd}/b`]);
    expect(lines.at(-1)).toMatch(/^More than \d+ entries found; continue with --offset \d+$/);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(failed?.endsWith("\n└─ 1\n1\n")).toBe(true);
    // Too many for the window: each is still worth reading.
    const counts = [...(many ?? "").matchAll(/^More than (\d+) /gm)].map(([, count]) => Number(count));
    expect(counts).toEqual([6, 5, 5, 5, 5]);
  });
});

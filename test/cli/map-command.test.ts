// `dirleaf map`: the tool's bytes in a pipe, colours on a terminal, and the library's object as JSON.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { paintMap } from "../../src/cli/terminal/render-map-screen.ts";
import { mapDir } from "../../src/listing/map-dir.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { callTool } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { runCli, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

// oxlint-disable-next-line no-control-regex
const COLOUR = /\x1b\[[\d;]*m/g;

/** The count of a closed directory that stands alone on its line, with its bar and its share. */
const BAR = / {2,}(\(\d+\)) {2}[█▏▎▍▌▋▊▉]+ +<?\d+%$/gm;

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

/** Colours around the words of a painted text: `<34 src/>`. */
function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\x1b\[([\d;]+)m(.*?)\x1b\[0m/g, "<$1 $2>");
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

  test.for(["", "--budget 60", "--fold 'l*'"])(
    "colours words on a terminal, has bars there, and changes nothing else: %s",
    async (how, { skip }) => {
      needProgram(skip, "script");
      const cwd = tree();
      const { text, status } = await cli.inTerminal(`"$NODE" "$DIRLEAF" map ${how} 2>/dev/null`, { cwd });
      const { stdout } = await runCli(["map", ...how.replaceAll("'", "").split(" ").filter(Boolean)], { cwd });
      expect(status).toBe(0);
      expect(text).toMatch(COLOUR);
      const plain = text.replaceAll(COLOUR, "");
      expect(plain.replaceAll(BAR, " $1").split(/\s+/)).toEqual(stdout.split(/\s+/));
      expect((await cli.inTerminal(`"$NODE" "$DIRLEAF" map ${how} --color never 2>/dev/null`, { cwd })).text).toBe(
        plain,
      );
    },
  );

  test("colours every kind of word", () => {
    const map = [
      "Absolute path: /x (3)/y*/",
      "[only w*]",
      '"(3 a)b" "(3)" [a-f]*.ts (1,204+) "[ignored]" "a*"@ end* (4) link@ pipe? "two words" x"y',
      'closed/ (9) gone/ [no longer exists] node_modules/ [ignored] "odd name"/b/ (12) raw/ [unreadable: EIO]',
      'packages/"a b"/src/',
      "  index.ts walk-*/ (3)",
    ];
    expect(shown(paintMap(map.join("\n"))).split("\n")).toEqual([
      "Absolute path: /x (3)/y*/",
      "<2 [only w*]>",
      '"(3 a)b" "(3)" <2 [a-f]*.ts> <2 (1,204+)> "[ignored]" <36 "a*"@> <2 end*> <2 (4)> <36 link@> <33 pipe?> "two words" x"y',
      "<1;34 closed/> <2 (9)> <1;34 gone/> <31 [no longer exists]> <1;34 node_modules/> <2 [ignored]> " +
        '<1;34 "odd name"/b/> <2 (12)> <1;34 raw/> <31 [unreadable: EIO]>',
      '<1;34 packages/"a b"/src/>',
      "  index.ts <2 walk-*/> <2 (3)>",
    ]);
    expect(shown(paintMap("Absolute path: /x\n[no entry matches the filters]"))).toBe(
      "Absolute path: /x\n<2 [no entry matches the filters]>",
    );
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

  test("a directory that is called map is listed if it is written as a path, or after --", async () => {
    const cwd = makeTree("map/inside");
    const listing = `Absolute path: ${cwd}/map\ninside\n`;
    expect((await runCli(["./map"], { cwd })).stdout).toBe(listing);
    expect((await runCli(["--", "map"], { cwd })).stdout).toBe(listing);
    expect((await runCli(["map", "map"], { cwd })).stdout).toBe(listing);
    expect((await runCli(["map"], { cwd })).stdout).toBe(`Absolute path: ${cwd}\nmap/\n  inside\n`);
  });

  test("exits with 1 if the call is answered with an error", async () => {
    const cwd = makeTree("a");
    expect(await runCli(["map", "absent"], { cwd })).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(`${cwd}/absent does not exist`),
    });
    expect(await runCli(["map", "--budget", "0"], { cwd })).toEqual({
      status: 1,
      stdout: "",
      stderr: "budget must be greater than zero\n",
    });
    expect(await runCli(["map", "--json", "absent"], { cwd })).toMatchObject({ status: 1, stdout: "" });
  });

  test.each([
    [["map", "--bugdet", "3"], "unknown option '--bugdet'; did you mean '--budget'?"],
    [["map", "--budget", "few"], "--budget must be a whole number, not 'few'"],
    [["map", "--fold"], "--fold needs a value: --fold <glob>"],
    [["map", "--limit", "3"], "--limit is no option of 'dirleaf map'"],
    [["map", "a", "b"], "one directory at a time, not 'a' and 'b'"],
    [["map", ""], "the directory is empty; the working directory is '.'"],
  ])("exits with 2 if the words are wrong: %j", async (words, message) => {
    const { status, stderr } = await runCli(words);
    expect(stderr).toBe(`dirleaf: ${message}\nTry 'dirleaf map --help'.\n`);
    expect(status).toBe(2);
  });

  test("--budget is no option of a listing", async () => {
    expect((await runCli(["--budget", "3"])).stderr).toContain("--budget is no option of a listing");
  });
});

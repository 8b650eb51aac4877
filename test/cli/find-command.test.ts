// `dirleaf find`: the tool's bytes in a pipe, a path on each line of a terminal, and the library's object as JSON.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { findFiles } from "../../src/tools/find-files.ts";
import { callTool } from "../support/call-tool.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { COLOUR, runCli, runInWindow, shippedCli } from "../support/run-cli.ts";

const cli = shippedCli();

/** So long ago that ages don't change while a test runs. */
const DAYS_AGO = new Date(Date.now() - 60 * 3_600_000);

function tree(): string {
  const root = makeTree(
    "apps/web/StaffTable.tsx",
    "auth/course-roles/a.sql",
    "auth/course-roles/b.sql",
    "auth/roles.sql",
    "auth/roles.ts",
    "link@",
    "-dash.txt",
    "service-graph/index.ts",
    "test/roles.test.ts",
  );
  fs.writeFileSync(path.join(root, "auth/roles\x1b[31m"), "");
  // Without the kinds, Node would follow the link, which leads back here.
  for (const { parentPath, name } of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    fs.lutimesSync(path.join(parentPath, name), DAYS_AGO, DAYS_AGO);
  }
  return root;
}

/** Colours around the words of a painted text: `<34 src/>`. */
function shown(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\x1b\[([\d;]+)m(.*?)\x1b\[0m/g, "<$1 $2>");
}

describe("dirleaf find", () => {
  test.each([
    [["staff", "roles"], { words: ["staff", "roles"] }],
    [["staff roles", "absent", "--budget", "40"], { words: ["staff roles", "absent"], budget: 40 }],
    [["*.sql", "--exclude=b.*", "--include", "*.sql"], { words: ["*.sql"], exclude: ["b.*"], include: ["*.sql"] }],
    [["--newest"], { newest: true }],
    [[], {}],
    [["[]"], {}],
    [["roles", "--newest", "--modified-within", "3d"], { words: ["roles"], newest: true, modified_within: "3d" }],
    [["roles", "--modified-within=2d"], { words: ["roles"], modified_within: "2d" }],
    [["--no-hidden", "--gitignore", "omit", "--", "-dash"], { words: ["-dash"], hidden: false, gitignore: "omit" }],
  ])("prints the tool's bytes: %j", async (words, fields) => {
    const cwd = tree();
    const answer = await callTool("find_files", { dir_path: cwd, ...fields });
    expect(await runCli(["find", "-C", cwd, ...words])).toMatchObject({ stdout: `${answer}\n`, stderr: "" });
    expect((await runCli(["find", ...words], { cwd })).stdout).toBe(`${answer}\n`);
  });

  test("exits with 1 if nothing is found", async () => {
    const cwd = tree();
    for (const how of [[], ["--json"], ["--color", "always"]]) {
      const status = async (...words: string[]) => (await runCli(["find", ...how, ...words], { cwd })).status;
      expect(await status("roles", "absent")).toBe(0);
      expect(await status("absent")).toBe(1);
      expect(await status("roles", "--modified-within=2d")).toBe(1);
      expect(await status("--include", "no-such-name")).toBe(1);
    }
    expect((await runCli(["find", "a"], { cwd: temporaryFolder() })).status).toBe(1);
    // A directory whose name begins like a line of ours.
    expect((await runCli(["find", "x"], { cwd: makeTree("[empty]a/x") })).status).toBe(0);
  });

  test("prints one path a line on a terminal, directories in their colour", async ({ skip }) => {
    needProgram(skip, "script");
    const cwd = tree();
    const { text, status } = await cli.inTerminal(
      '"$NODE" "$DIRLEAF" 2>/dev/null find staff roles servicegraph absent',
      { cwd },
    );
    expect(status).toBe(0);
    const lines = shown(text).trimEnd().split("\n");
    expect(lines[0]).toBe(cwd);
    expect(lines.at(-1)).toBe("<2 [nothing matches absent]>");
    expect(lines).toEqual(
      expect.arrayContaining(["apps/web/StaffTable.tsx", "<1;34 auth/course-roles/>", "<1;34 service-graph/>"]),
    );
    expect(text).not.toContain("\x1b[31m");
    const { files } = await findFiles({ dirPath: cwd, words: "staff roles servicegraph absent", budget: 1000 });
    expect(lines).toHaveLength(files.length + 2);
    const words = ["find", "--color", "never", "staff", "roles", "servicegraph", "absent"];
    const { text: plain } = await runInWindow(skip, words, { cwd });
    expect(plain).toBe(text.replaceAll(COLOUR, ""));
  });

  test("shows as many as fit in the window, or in the budget that is given", async ({ skip }) => {
    const names = Array.from({ length: 60 }, (_, index) => `some-long-directory-name/role-${index}.ts`);
    const cwd = makeTree(...names);
    const lines = async (rows: number, columns: number, ...words: string[]) => {
      const { text } = await runInWindow(skip, ["find", ...words, "--color", "never"], { cwd, rows, columns });
      return text.trimEnd().split("\n");
    };
    // A line for the header, one for what is left, and one for the shell.
    const ten = await lines(10, 200, "role");
    expect(ten.length).toBe(9);
    expect(ten.at(-1)).toBe("[53 more than fit the window; --budget 400 shows them]");
    expect(await lines(10, 200, "role", "--budget", "400")).toHaveLength(61);
    // What guesses count is what the budget leaves out, whatever the window.
    const [cut, rest] = (await lines(3, 200, "role-1.ts", "name")).slice(-2);
    expect(cut).toMatch(/^\[\d+ more than fit the window; --budget 120 shows them\]$/);
    expect(rest).toMatch(/^\[(\d+) more: name \1\]$/);
    const newest = await lines(10, 200, "--include", "role-1*");
    expect(newest.slice(8)).toEqual(["[4 more than fit the window; --budget 400 shows them]"]);
    // Lines are whole, and take two rows each.
    const narrow = await lines(17, 30, "role");
    expect(narrow.filter((line) => line.includes("role-"))).toHaveLength(6);
  });

  test("leaves a path whole that is wider than the window", async ({ skip }) => {
    const cwd = makeTree("packages/authentication/src/login-form/LoginForm.tsx");
    const words = ["find", "login form", "url", "*.tsx", "--color", "always"];
    const { text } = await runInWindow(skip, words, { cwd, rows: 20, columns: 30 });
    expect(shown(text).trimEnd().split("\n").slice(1)).toEqual([
      "packages/authentication/src/login-form/LoginForm.tsx",
      "<1;34 packages/authentication/src/login-form/>",
      "<2 [nothing matches url]>",
    ]);
  });

  test("prints what findFiles gives with --json", async () => {
    const cwd = tree();
    const { status, stdout } = await runCli(["find", "roles", "absent", "--json", "--newest", "--budget", "50"], {
      cwd,
    });
    const found = await findFiles({ dirPath: cwd, words: ["roles", "absent"], newest: true, budget: 50 });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(found);
    expect(stdout).not.toContain("\x1b");
    expect(stdout.trimEnd()).not.toContain("\n");
  });

  test.each([
    [["--budget", "0"], "--budget must be a whole number from 1, not '0'"],
    [
      ["--modified-within", "2y"],
      '--modified-within must be a whole number and a unit, s, m, h, d or w, such as "2h" or "7d"',
    ],
    [["x".repeat(201)], "the words: a guess of 201 characters is too long; give at most 200"],
    [Array.from({ length: 65 }, (_, index) => `w${index}`), "the words: 65 guesses are too many; give at most 64"],
    [["x", "-C", ""], "-C must not be empty"],
    [["x", "--include", "{a,b}".repeat(20)], expect.stringContaining("--include: ")],
  ])("exits with 2 if the arguments are wrong: %j", async (words, message) => {
    for (const how of [[], ["--json"]]) {
      const { status, stderr } = await runCli(["find", ...how, ...words]);
      const [, told] = /^dirleaf: (.*)\nTry 'dirleaf find --help'\.\n$/.exec(stderr) ?? [];
      expect({ status, told }).toEqual({ status: 2, told: message });
    }
  });
});

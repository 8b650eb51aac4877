// `dirleaf tokens`: what a model would pay for each view of a directory.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { measureReference } from "../../src/cli/tokens-command.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { callTool } from "../support/call-tool.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { numbered } from "../support/many-files.ts";
import { runCli, runInWindow } from "../support/run-cli.ts";

function tree(): string {
  const root = makeTree(
    ".dot",
    "a/b/c/deep",
    "a/b/x",
    "a/z",
    "empty/",
    "last/only/",
    "link@",
    'odd "name"',
    ...numbered(40, "src/file-"),
  );
  fs.writeFileSync(path.join(root, "two\nlines"), "");
  return root;
}

interface Node {
  readonly name: string;
  readonly type: "file" | "directory";
  readonly children?: readonly Node[];
}

/** The code of the reference server, but for the order, which does not change the cost. */
function buildTree(directory: string): Node[] {
  return fs.readdirSync(directory, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    type: entry.isDirectory() ? "directory" : "file",
    ...(entry.isDirectory() && { children: buildTree(path.join(directory, entry.name)) }),
  }));
}

function listLevel(directory: string): string {
  const entries = fs.readdirSync(directory, { withFileTypes: true });
  return entries.map((entry) => `${entry.isDirectory() ? "[DIR]" : "[FILE]"} ${entry.name}`).join("\n");
}

function costOf(text: string): { bytes: number; tokens: number } {
  return { bytes: Buffer.byteLength(text), tokens: Math.round(estimateTokens(text)) };
}

test.each([
  ["a tree", tree],
  ["an empty directory", temporaryFolder],
  ["an empty directory in the end", () => makeTree("a", "b/c/")],
  ["one file, deep", () => makeTree("a/b/c/d/e")],
])("measures the reference server's answers to the byte, for %s", async (_, make) => {
  const dirPath = make();
  expect(await measureReference({ dirPath })).toMatchObject([
    { ...costOf(listLevel(dirPath)), shows: "all entries of one level" },
    { ...costOf(JSON.stringify(buildTree(dirPath), undefined, 2)), shows: "all entries of all levels" },
  ]);
});

test("prints one table, the same in every locale", async () => {
  const cwd = tree();
  const answers = [
    await callTool("map_dir", { dir_path: cwd }),
    await callTool("list_dir", { dir_path: cwd }),
    await callTool("list_directory", { path: cwd }),
    listLevel(cwd),
    JSON.stringify(buildTree(cwd), undefined, 2),
  ];
  const { status, stdout, stderr } = await runCli(["tokens"], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [head, titles, ...lines] = stdout.trimEnd().split("\n");
  expect(lines.splice(3, 1)).toEqual(["as @modelcontextprotocol/server-filesystem answers:"]);
  // The last column is there in a window of 80 columns.
  expect(
    Math.max(
      ...stdout
        .split("\n")
        .slice(1)
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
  expect(head).toBe(`Absolute path: ${cwd}`);
  expect(titles).toMatch(/^ +bytes {2,}~tokens {2}shows$/);
  expect(lines.map((row) => row.split(/ {2,}/))).toEqual(
    [
      ["map_dir", "names and counts of all levels"],
      ["list_dir", "at most 25 entries of two levels"],
      ["list_directory", "at most 100 names of one level, no dot names"],
      ["list_directory", "all entries of one level"],
      ["directory_tree", "all entries of all levels"],
    ].map(([call, shows], index) => {
      const text = answers[index] as string;
      const numbers = [Buffer.byteLength(text), Math.round(estimateTokens(text))];
      return [call, ...numbers.map((number) => number.toLocaleString("en-US")), shows];
    }),
  );
  expect((await runCli(["tokens", cwd])).stdout).toBe(stdout);
});

test("fits into a window, and answers a missing directory as a listing does", async ({ skip }) => {
  const { text } = await runInWindow(skip, ["tokens"], { cwd: tree(), rows: 20, columns: 35 });
  const rows = text.trimEnd().split("\n").slice(1);
  expect(rows).toHaveLength(7);
  expect(rows.filter((row) => [...row].length > 35 || !row.endsWith("…"))).toEqual([]);
  const { status, stdout, stderr } = await runCli(["tokens", "/absent/dir"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^failed to read directory: \/absent\/dir does not exist[^\n]*\n$/);
});

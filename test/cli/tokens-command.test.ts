// `dirleaf tokens`: what a model would pay for each view of a directory.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { callTool } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";
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

test("prints one table, the same in every locale", async () => {
  const cwd = tree();
  const answers = [
    await callTool("map_dir", { dir_path: cwd }),
    await callTool("find_files", { dir_path: cwd }),
    await callTool("list_dir", { dir_path: cwd }),
    await callTool("list_directory", { path: cwd }),
  ];
  const { status, stdout, stderr } = await runCli(["tokens"], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [head, titles, ...lines] = stdout.trimEnd().split("\n");
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
      ["find_files", "the newest files of all levels"],
      ["list_dir", "the first page of the upper levels"],
      ["list_directory", "the first page of one level, no dot names"],
    ].map(([call, shows], index) => {
      const text = answers[index] as string;
      const numbers = [Buffer.byteLength(text), estimateTokens(text)];
      return [call, ...numbers.map((number) => number.toLocaleString("en-US")), shows];
    }),
  );
  expect((await runCli(["tokens", cwd])).stdout).toBe(stdout);
});

test("fits into a window, and answers a missing directory as a listing does", async ({ skip }) => {
  const { text } = await runInWindow(skip, ["tokens"], { cwd: tree(), rows: 20, columns: 35 });
  const rows = text.trimEnd().split("\n").slice(1);
  expect(rows).toHaveLength(5);
  expect(rows.filter((row) => [...row].length > 35 || !row.endsWith("…"))).toEqual([]);
  const { status, stdout, stderr } = await runCli(["tokens", "/absent/dir"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^failed to read directory: \/absent\/dir does not exist[^\n]*\n$/);
});

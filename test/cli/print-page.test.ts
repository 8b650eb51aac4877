// `dirleaf --json`.
import { expect, test } from "vitest";

import { listDir } from "../../src/tools/list-dir.ts";
import { makeTree } from "../support/make-tree.ts";
import { runCli } from "../support/run-cli.ts";

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

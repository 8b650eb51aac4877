// `dirleaf --all`: one tree, at the reader's pace.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import { listDir } from "../../src/tools/list-dir.ts";
import { renderMarks, renderName, type ListDirEntry } from "../../src/text/listing.ts";
import { asUnprivileged } from "../support/as-unprivileged.ts";
import { makeManyFiles, numbered } from "../support/many-files.ts";
import { makeFolder, makeTree, temporaryFolder } from "../support/make-tree.ts";
import { runCli } from "../support/run-cli.ts";

let wide: string;

/** More than three pages, flat and deep, with names that need quotes. */
beforeAll(() => {
  wide = makeFolder();
  for (let index = 0; index < 60; index += 1) {
    const directory = path.join(wide, `d${index}`, "two\nlines");
    fs.mkdirSync(directory, { recursive: true });
    makeManyFiles(
      directory,
      Array.from({ length: 100 }, (_, file) => `f${file}.ts`),
    );
  }
  makeManyFiles(path.join(wide, "d7"), numbered(2000, "g"));
});

/** The line of an entry if every directory above it has a line of its own. */
function renderEntry(entry: ListDirEntry): string {
  return "  ".repeat(entry.depth - 1) + renderName(entry) + renderMarks(entry);
}

async function whole(options: object = {}) {
  return listDir({ dirPath: wide, order: "tree", limit: Infinity, depth: Infinity, ...options });
}

describe("dirleaf --all", () => {
  test.each([
    [[], {}],
    [["--depth", "2"], { depth: 2 }],
    [["--include", "f9*"], { include: ["f9*"] }],
    [["--after", "d7/g500"], { after: "d7/g500" }],
  ])("prints what one listing of everything would: %j", async (args, options) => {
    const { entries } = await whole(options);
    const { status, stdout, stderr } = await runCli(["--all", ...args, wide]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([`Absolute path: ${wide}`, ...entries.map(renderEntry), ""]);
  });

  test("prints a line of JSON for each entry", async () => {
    const { entries } = await whole();
    const lines = (await runCli(["--all", "--json", wide])).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(entries);
  });

  test("handles an empty directory, filters that match nothing, and a missing directory", async () => {
    const cwd = makeTree("a");
    expect((await runCli(["--all", "--include", "x*"], { cwd })).stdout).toBe(
      `Absolute path: ${cwd}\n[no entry matches the filters]\n`,
    );
    expect((await runCli(["--all"], { cwd: temporaryFolder() })).stdout).toMatch(
      /^Absolute path: [^\n]*\n\[empty\]\n$/,
    );
    expect(await runCli(["--all", "missing"], { cwd })).toMatchObject({ status: 1, stdout: "" });
  });

  test("marks a directory that could not be read", async () => {
    const cwd = makeTree("a/locked/");
    fs.chmodSync(cwd, 0o755);
    fs.chmodSync(path.join(cwd, "a/locked"), 0);
    const command = ["--all", "--include", "*.ts"];
    const { stdout } = await asUnprivileged(() => runCli(command, { cwd, inThisProcess: true }));
    const [, , marked, last] = stdout.trimEnd().split("\n");
    expect([marked, last]).toEqual(["  locked/ [permission denied]", "[no entry matches the filters]"]);
  });
});

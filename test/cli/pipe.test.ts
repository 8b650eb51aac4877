// In a pipe the command prints the same bytes as ever. What it is compared with was printed by the command as it was before
// terminals got a view of their own.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { makeEntries, temporaryFolder } from "../support/make-tree.ts";
import { runCli } from "../support/run-cli.ts";

interface Recorded {
  readonly words: readonly string[];
  readonly status: number | null;
  /** `${ROOT}` stands for the folder of the tree. */
  readonly stdout: string;
  readonly stderr: string;
}

const recorded = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, "../data/pipe-answers.json"), "utf8"),
) as Recorded[];

/** A tree with every kind of entry, and names that are quoted or wide. */
function recordedTree(): string {
  const root = temporaryFolder();
  const files = [
    ".dot",
    ".git/HEAD",
    ".gitignore",
    "a/b/c/deep.ts",
    "a/b/wide-日本語.txt",
    "build/out.js",
    "two\nlines",
  ];
  const many = Array.from({ length: 30 }, (_, index) => `src/walk-${index}.ts`);
  makeEntries(root, [
    ...[...files, ...many].map((name) => ({ path: name, kind: "file" as const })),
    { path: "empty", kind: "dir" },
    { path: "link", kind: "symlink", target: "a/b" },
    { path: "pipe", kind: "fifo" },
  ]);
  fs.writeFileSync(path.join(root, ".gitignore"), "build\n");
  fs.writeFileSync(path.join(root, "a/b/c/deep.ts"), "x".repeat(2000));
  for (const name of fs.readdirSync(root, { recursive: true, encoding: "utf8" })) {
    fs.lutimesSync(path.join(root, name), 1_700_000_000, 1_700_000_000);
  }
  return root;
}

/** Sets variables of the environment until the test ends. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  onTestFinished(() => {
    for (const name of Object.keys(variables)) {
      delete process.env[name];
    }
    Object.assign(process.env, before);
  });
}

test("every option prints in a pipe what it always printed, whatever the user's colours and time zone", async () => {
  const root = recordedTree();
  setEnvironment({ LS_COLORS: "di=35:*.ts=31", TZ: "Asia/Tokyo", LC_ALL: "C.UTF-8", COLUMNS: "20", LINES: "5" });
  const answers: Recorded[] = [];
  for (const { words } of recorded) {
    const { status, stdout, stderr } = await runCli(words, { cwd: root });
    const plain = (text: string) => text.replaceAll(root, "${ROOT}");
    answers.push({ words, status, stdout: plain(stdout), stderr: plain(stderr) });
  }
  expect(answers).toEqual(recorded);
});

// `dirleaf web`: one run, from its words to its exit code.
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

import { makeTree } from "../support/make-tree.ts";
import { runCli } from "../support/run-cli.ts";
import { startCommand } from "../support/started-command.ts";

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    return line;
  }
  return "";
}

test("prints an address with a token, serves the page there, and ends by a signal", async () => {
  const root = makeTree("a", "b/");
  const command = startCommand(["web", "--no-open", "--deny", "b", root]);
  const address = await firstLine(command.stdout);
  const [, url, token] = /^(http:\/\/127\.0\.0\.1:\d+\/)#([\w-]{43})$/.exec(address) ?? [];
  command.stdout.resume();
  command.stderr.resume();
  const page = await (await fetch(url as string)).text();
  expect(page).toMatch(/^<!doctype html>[^]*<script>[^]+<\/script>/);
  expect(page).not.toContain(token);
  const headers = {
    Origin: (url as string).slice(0, -1),
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
  };
  // A path that is left out is the named root, wherever the command was started.
  const body = JSON.stringify({ tool: "list_dir", arguments: "{}", profile: "leaf" });
  const answer = await fetch(`${url}call`, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ content: `Absolute path: ${root}\na`, success: true });
  command.stop();
  expect(await command.ended).toBe(0);
});

test.each([
  [["web", "--no-open", "missing"], 2, /missing' does not exist/],
  [["web", "--no-open", "file"], 2, /file' is not a directory/],
  [["web", "--no-open", "--deny", "~/.ssh"], 2, /~/],
  [["web", ""], 2, /an argument must not be empty/],
  [["web", "--opne"], 2, /--opne is not an option of 'dirleaf web'/],
])("%j is refused", async (words, status, message) => {
  const run = await runCli(words, { cwd: makeTree("file") });
  expect([run.status, run.stdout]).toEqual([status, ""]);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).toContain("Try 'dirleaf web --help'.");
});

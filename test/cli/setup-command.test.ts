// What `dirleaf setup` prints. That hosts accept its commands is proven with the real ones: `npm run e2e -- hosts`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { HOST_SETUPS } from "../../src/cli/host-setups.ts";
import { parseCommand } from "../../src/cli/run-command.ts";
import { renderSetup } from "../../src/cli/setup-command.ts";
import type { TerminalProcess } from "../../src/cli/terminal-process.ts";
import { makeTree } from "../support/make-tree.ts";

/** What a command in this folder prints. `programs`: the folder that is on the PATH. */
async function setUp(folder: string, programs: string, ...words: string[]): Promise<string> {
  const argv = [process.execPath, path.join(folder, "dist/cli/main.cjs")];
  const host = { argv, env: { PATH: programs } } as unknown as TerminalProcess;
  return renderSetup(await parseCommand(["setup", ...words]), host);
}

const COMMAND = ["dist/", "dist/cli/", "dist/cli/main.cjs"];

test("shows the hosts on the PATH, and names the others", async () => {
  const folder = makeTree(...COMMAND, "bin/", "bin/codex", "bin/gemini");
  fs.chmodSync(`${folder}/bin/codex`, 0o755);
  const text = await setUp(folder, `/nowhere${path.delimiter}${folder}/bin`);
  expect(text).toMatch(/^Codex\n {2}codex plugin marketplace add \/.*\n {2}codex plugin add .*\nRemove:\n/);
  const others = text
    .split("\nOther hosts:\n")[1]
    ?.split("\n")
    .map((line) => line.trim().split(" ")[0]);
  expect(others).toEqual(["claude", "gemini", "opencode", "copilot", "cursor", "vscode", ""]);
});

test("writes the folder of the package as a shell takes it", async () => {
  const folder = makeTree("it's a folder/", ...COMMAND.map((name) => `it's a folder/${name}`));
  const text = await setUp(`${folder}/it's a folder`, "", "gemini");
  const word = /^ {2}gemini extensions link (.*)$/m.exec(text)?.[1] as string;
  const printed = execFileSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" });
  expect(printed).toBe(`${folder}/it's a folder/integrations/dirleaf`);
});

test("the links hold the global command", () => {
  const linkOf = (name: string) => new URL(HOST_SETUPS.find((host) => host.name === name)?.install("")[0] as string);
  const server = { command: "dirleaf", args: ["mcp", "${workspaceFolder}"] };
  expect(JSON.parse(atob(linkOf("cursor").searchParams.get("config") as string))).toEqual(server);
  const config = JSON.parse(decodeURIComponent(linkOf("vscode").search.slice(1))) as object;
  expect(config).toEqual({ name: "dirleaf", type: "stdio", ...server });
});

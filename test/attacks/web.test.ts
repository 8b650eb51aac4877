// Others on this machine against `dirleaf web`: they read what processes were started with, and look into the temporary folder. The page
// stays its user's.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

import { watchAsAnotherUser } from "../support/another-user.ts";
import { inDepth } from "../support/deep.ts";
import { makeTree, temporaryFolder } from "../support/make-tree.ts";
import { commandFile } from "../support/started-command.ts";

interface Web {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it printed. */
  readonly token: string;
  /** The file that the browser was started with, once it has started. */
  openedFile(): Promise<string>;
  /** What standard error said, once the process has ended. */
  readonly said: Promise<string>;
}

/** Starts the command on a machine whose browser notes what it is asked to open, and does no more until the command has ended. */
async function startWeb(root: string, folder: string, ...options: string[]): Promise<Web> {
  const opened = path.join(folder, "opened");
  const script = `#!/bin/sh
echo "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'
while kill -0 $PPID; do sleep 0.1; done
`;
  fs.writeFileSync(path.join(folder, "xdg-open"), script, { mode: 0o755 });
  const child = spawn(process.execPath, [commandFile(), "web", ...options, root], {
    env: { PATH: `${folder}:${process.env["PATH"]}`, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = text(child.stderr);
  const [address] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const [, url = "", token = ""] = /^(.*\/)#(.*)$/.exec(address) ?? [];
  const openedFile = async () => {
    await expect.poll(() => fs.existsSync(opened), { interval: 10 }).toBe(true);
    return fileURLToPath(fs.readFileSync(opened, "utf8").trim());
  };
  return { child, url, token, openedFile, said };
}

/** A call as the page makes it. */
async function call({ url, token }: Web): Promise<number> {
  const headers = { Origin: url.slice(0, -1), Authorization: `Bearer ${token}`, Connection: "close" };
  const response = await fetch(`${url}mcp`, { method: "POST", headers, body: "{}" });
  await response.text();
  return response.status;
}

function leftIn(folder: string): string[] {
  return fs.readdirSync(folder).filter((name) => name.startsWith("dirleaf-"));
}

async function stop({ child }: Web, signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
}

test("another user who reads all that a slow browser was started with gets no token", async ({ skip }) => {
  for (let round = 0; round < inDepth(1, 20); round += 1) {
    const folder = temporaryFolder();
    const endWatch = watchAsAnotherUser(skip, folder);
    const web = await startWeb(makeTree("a"), folder);
    const file = await web.openedFile();
    expect(fs.readFileSync(file, "utf8")).toContain(`${web.url}#${web.token}"`);
    const { words, contents } = await endWatch();
    // They looked in the right place.
    expect(words).toContain(`file://${file}`);
    expect([...words, ...contents].filter((word) => word.includes(web.token))).toEqual([]);
    // The browser comes at last, and the file is gone.
    expect(await call({ ...web, token: "wrong" })).toBe(401);
    expect(leftIn(folder)).toHaveLength(1);
    // What it says no longer matters: it has the token.
    expect(await call(web)).toBe(415);
    expect(leftIn(folder)).toEqual([]);
    await stop(web);
    expect(await web.said).toBe("");
  }
});

// The browser is opened by the program that the system has for it, with a file that only its user can read. Without a browser,
// the user hears what to do.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { openBrowser } from "../../src/web/open-browser.ts";
import { temporaryFolder } from "../support/make-tree.ts";

const ADDRESS = "http://127.0.0.1:1/#a-token";

function setVariable(name: string, value: string): void {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** A machine with one program, which notes the words that it was started with. Its temporary files are in the folder, too. */
function machineWith(program: string): { folder: string; words: () => Promise<string[]> } {
  const folder = temporaryFolder();
  const said = path.join(folder, "said");
  const script = `#!/bin/sh\necho "$@" > '${said}.part' && /bin/mv '${said}.part' '${said}'\n`;
  fs.writeFileSync(path.join(folder, program), script, { mode: 0o755 });
  setVariable("PATH", folder);
  setVariable("TMPDIR", folder);
  const words = async () => {
    await expect.poll(() => fs.existsSync(said)).toBe(true);
    return fs.readFileSync(said, "utf8").trim().split(" ");
  };
  return { folder, words };
}

function leftIn(folder: string): string[] {
  return fs.readdirSync(folder).filter((name) => name.startsWith("dirleaf-"));
}

describe("the browser is opened with a file", () => {
  test.each([
    ["linux", "xdg-open", []],
    ["darwin", "open", []],
    ["win32", "rundll32", ["url.dll,FileProtocolHandler"]],
    ["freebsd", "xdg-open", []],
  ] as const)("%s: by %s, and its words do not hold the address", async (platform, program, first) => {
    const { words } = machineWith(program);
    const close = openBrowser(ADDRESS, () => {}, platform);
    onTestFinished(close);
    const said = await words();
    expect(said).toEqual([...first, expect.stringMatching(/^file:\/\/\/.*\/open\.html$/)]);
    const file = fileURLToPath(said.at(-1) as string);
    expect(fs.readFileSync(file, "utf8")).toContain(`content="0; url=${ADDRESS}"`);
  });

  test("that only its user can read, whatever the umask, and that is removed afterwards", async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const { folder, words } = machineWith("xdg-open");
    const close = openBrowser(ADDRESS, () => {}, "linux");
    const file = fileURLToPath((await words())[0] as string);
    expect([file, path.dirname(file)].map((name) => fs.statSync(name).mode & 0o777)).toEqual([0o600, 0o700]);
    close();
    expect(leftIn(folder)).toEqual([]);
    close();
  });
});

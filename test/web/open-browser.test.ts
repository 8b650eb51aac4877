// The browser is opened by the program that the system has for it; without one, nothing happens.
import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { openBrowser } from "../../src/web/open-browser.ts";
import { temporaryFolder } from "../support/make-tree.ts";

function usePath(folder: string): void {
  const before = process.env["PATH"];
  process.env["PATH"] = folder;
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
}

test.each([
  ["linux", "xdg-open", "URL"],
  ["darwin", "open", "URL"],
  ["win32", "rundll32", "url.dll,FileProtocolHandler URL"],
  ["freebsd", "xdg-open", "URL"],
] as const)("%s: %s", async (platform, program, words) => {
  const folder = temporaryFolder();
  const said = path.join(folder, "said");
  fs.writeFileSync(
    path.join(folder, program),
    `#!/bin/sh\necho "$@" > '${said}.part' && /bin/mv '${said}.part' '${said}'\n`,
    {
      mode: 0o755,
    },
  );
  usePath(folder);
  openBrowser("URL", platform);
  await expect.poll(() => fs.existsSync(said) && fs.readFileSync(said, "utf8")).toBe(`${words}\n`);
});

test("no such program is no error", async () => {
  usePath(temporaryFolder());
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.on("uncaughtException", note);
  openBrowser("URL", "linux");
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  process.off("uncaughtException", note);
  expect(failures).toEqual([]);
});

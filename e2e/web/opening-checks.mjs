// The browser that `dirleaf web` opens gets in by a file, and nobody who reads with what it was started.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { startWeb } from "./page.mjs";

export function openingChecks({ roots, browser, command, folder }) {
  const root = roots.project;
  return [
    {
      title: "the browser is opened with a file that leads to the page, and is gone once the page is open",
      root,
      run: async () => opens(browser, command, root, folder),
    },
  ];
}

/** A program in the place of the one that opens browsers notes what it was started with. */
async function opens(browser, command, root, folder) {
  const programs = path.join(folder, "programs");
  fs.mkdirSync(programs, { recursive: true });
  fs.chmodSync(folder, 0o777);
  const said = path.join(folder, "opened");
  fs.writeFileSync(
    path.join(programs, "xdg-open"),
    `#!/bin/sh\necho "$1" > '${said}-in-part'\nmv '${said}-in-part' '${said}'\n`,
    { mode: 0o755 },
  );
  const web = await startWeb(command, root, { PATH: `${programs}:${process.env.PATH}` });
  const context = await browser.newContext();
  try {
    for (let turn = 0; turn < 100 && !fs.existsSync(said); turn += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    const opened = fs.readFileSync(said, "utf8").trim();
    assert.match(opened, /^file:\/\/\/.*\/open\.html$/);
    const [address] = /http:[^"]*/.exec(fs.readFileSync(new URL(opened), "utf8"));
    assert.equal(address, web.address);
    const page = await context.newPage();
    await page.goto(opened);
    await page.getByRole("treeitem").nth(1).waitFor();
    assert.equal(page.url(), web.url);
    assert.equal(fs.existsSync(path.dirname(new URL(opened).pathname)), false);
    await page.reload();
    await page.getByRole("treeitem").nth(1).waitFor();
  } finally {
    await context.close();
    fs.chmodSync(folder, 0o755);
    await web.stop();
  }
}

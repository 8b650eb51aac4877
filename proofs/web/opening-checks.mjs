// The browser that `dirleaf web` opens gets in, and nobody who reads with what it was started.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { startWeb } from "./start-web.mjs";

export function openingChecks({ roots, browser, command, folder }) {
  const root = roots.project;
  return [
    {
      title: "the browser is opened with a key that is good for one time",
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
  fs.writeFileSync(path.join(programs, "xdg-open"), `#!/bin/sh\necho "$1" > '${said}'\n`, { mode: 0o755 });
  const web = await startWeb(command, root, { PATH: `${programs}:${process.env.PATH}` });
  const context = await browser.newContext();
  try {
    for (let turn = 0; turn < 100 && !fs.existsSync(said); turn += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    const address = fs.readFileSync(said, "utf8").trim();
    assert.equal(address.includes(web.token), false);
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole("treeitem").nth(1).waitFor();
    assert.equal(page.url(), web.url);
    const other = await context.newPage();
    await other.goto(address);
    await other.getByText("open the address that dirleaf web printed").waitFor();
  } finally {
    await context.close();
    fs.chmodSync(folder, 0o755);
    await web.stop();
  }
}

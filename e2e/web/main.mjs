// Tests the page of `dirleaf web` in the system's Chromium: `npm run e2e -- web [words of a title]`. With `--pictures` it only draws the
// pictures in docs/pictures/. Nothing leaves this machine.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { bundleCommand } from "../../scripts/bundle.mjs";
import { installLocked } from "../../scripts/install-locked.mjs";
import { runChecks, runProof } from "../checks.mjs";
import { endProcesses, runProcess } from "../processes.mjs";
import { appChecks } from "./app-checks.mjs";
import { lookChecks } from "./look-checks.mjs";
import { makeHostile, makeProject } from "./make-trees.mjs";
import { millionChecks } from "./million-checks.mjs";
import { nameChecks } from "./name-checks.mjs";
import { openingChecks } from "./opening-checks.mjs";
import { launchBrowser, openPage, startWeb } from "./page.mjs";
import { drawPictures } from "./pictures.mjs";
import { securityChecks } from "./security-checks.mjs";
import { useChecks } from "./use-checks.mjs";

/** Everything takes two minutes, and more while programs are being installed. */
const LONGEST_MS = 900_000;

const HOW_MANY = 1_000_000;

const asked = process.argv.slice(2).join(" ");
// A million files are made fastest in memory.
const memory = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-web-")));
const large = fs.realpathSync(fs.mkdtempSync(path.join(memory, "dirleaf-million-")));
// The server runs without the rights of root, so that a directory can be unreadable.
[folder, large].forEach((made) => fs.chmodSync(made, 0o755));

/** @type {import("playwright-core").Browser | undefined} */
let browser;

async function main() {
  const modules = installLocked(path.join(import.meta.dirname, "programs"));
  await bundleCommand(path.join(folder, "command"));
  const command = path.join(folder, "command/cli/main.cjs");
  browser = await launchBrowser(modules);
  if (asked === "--pictures") {
    await drawPictures({ browser, command, folder });
    return 0;
  }
  const roots = {
    hostile: makeHostile(path.join(folder, "hostile")),
    project: makeProject(path.join(folder, "project")),
  };
  const context = { browser, command, modules, roots, folder };
  const parts = [securityChecks, openingChecks, nameChecks, useChecks, lookChecks, appChecks];
  const [checks, last] = [parts.flatMap((part) => part(context)), millionChecks({ large, howMany: HOW_MANY })].map(
    (all) => all.filter(({ title }) => title.includes(asked)),
  );
  assert.ok(checks.length + last.length > 0, "no check has such a title");
  const making = last.length === 0 ? { code: 0 } : makeMillion();
  const code = await runChecks(checks.map(toCheck(context)), 2);
  assert.equal((await making).code, 0, "the million files could not be made");
  // These measure time.
  return (await runChecks(last.map(toCheck(context)))) || code;
}

function makeMillion() {
  const words = [path.join(import.meta.dirname, "make-million.mjs"), large, String(HOW_MANY)];
  return runProcess(process.execPath, words, { timeoutMs: LONGEST_MS });
}

/** One with a root gets a server and a page of its own. */
function toCheck(context) {
  return (check) => (check.root === undefined ? check : onPage(context, check));
}

function onPage({ command }, { title, root, options, run }) {
  const runOnPage = async () => {
    const web = await startWeb(command, root);
    const { page, problems, close } = await openPage(browser, web, options);
    try {
      const result = await run({ page, web, problems });
      assert.deepEqual(problems, [], "the page reported problems");
      return result;
    } catch (error) {
      await page.screenshot({ path: path.join(os.tmpdir(), "dirleaf-web-failed.png") }).catch(() => {});
      throw error;
    } finally {
      await close();
      assert.equal(await web.stop(), 0, "the server did not end as it should");
    }
  };
  return { title, run: runOnPage };
}

async function cleanUp() {
  await browser?.close();
  endProcesses();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(large, { recursive: true, force: true });
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });

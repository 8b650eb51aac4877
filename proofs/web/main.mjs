// Tests the page of `dirleaf web` in the system's Chromium. `npm run test:web`, or `npm run prove -- web`; with `--pictures`
// it only draws the pictures in docs/pictures/. Nothing leaves this machine.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { bundleCommand } from "../../packaging/bundle.mjs";
import { installLocked } from "../../packaging/install-locked.mjs";
import { installPrograms } from "../protocol/install-programs.mjs";
import { endProcesses, runProcess } from "../run-process.mjs";
import { runProof } from "../run-proof.mjs";
import { launchBrowser, openPage } from "./browser.mjs";
import { callChecks } from "./call-checks.mjs";
import { historyChecks } from "./history-checks.mjs";
import { hostChecks } from "./host-checks.mjs";
import { inspectorChecks } from "./inspector-checks.mjs";
import { keyboardChecks } from "./keyboard-checks.mjs";
import { lookChecks } from "./look-checks.mjs";
import { makeHostile, makeProject } from "./make-trees.mjs";
import { millionChecks } from "./million-checks.mjs";
import { nameChecks } from "./name-checks.mjs";
import { openingChecks } from "./opening-checks.mjs";
import { drawPictures } from "./pictures.mjs";
import { securityChecks } from "./security-checks.mjs";
import { startWeb } from "./start-web.mjs";

/** Everything takes two minutes, and more while programs are being installed. */
const LONGEST_MS = 900_000;

const HOW_MANY = 1_000_000;

// A million files are made fastest in memory.
const memory = "/dev/shm";
const base = fs.existsSync(memory) ? memory : os.tmpdir();
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-web-")));
const large = fs.realpathSync(fs.mkdtempSync(path.join(base, "dirleaf-million-")));

function cleanUp() {
  endProcesses();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(large, { recursive: true, force: true });
}

async function main() {
  const modules = installLocked(path.join(import.meta.dirname, "programs"));
  const { node, inspector } = installPrograms();
  // The server runs without the rights of root, so that a directory can be unreadable.
  for (const made of [folder, large]) {
    fs.chmodSync(made, 0o755);
  }
  await bundleCommand(path.join(folder, "command"));
  const command = path.join(folder, "command/cli/main.cjs");
  const browser = await launchBrowser(modules);
  try {
    return await work({ browser, command, modules, node, inspector });
  } finally {
    await browser.close();
  }
}

async function work({ browser, command, ...programs }) {
  if (process.argv.includes("--pictures")) {
    await drawPictures({ browser, command, folder });
    return 0;
  }
  const roots = {
    hostile: makeHostile(path.join(folder, "hostile")),
    project: makeProject(path.join(folder, "project")),
  };
  const context = { browser, command, ...programs, roots, folder };
  const checks = [
    ...securityChecks(context),
    ...openingChecks(context),
    ...nameChecks(context),
    ...callChecks(context),
    ...historyChecks(context),
    ...keyboardChecks(context),
    ...lookChecks(context),
    ...hostChecks(context),
    ...inspectorChecks(context),
  ];
  const small = checks.filter(isAsked);
  const last = millionChecks({ ...context, large, howMany: HOW_MANY }).filter(isAsked);
  if (small.length + last.length === 0) {
    throw new Error("no check has such a title");
  }
  const made = last.length === 0 ? { code: 0 } : makeMillion();
  let failed = await runChecks(context, small, 2);
  assert.equal((await made).code, 0, "the million files could not be made");
  // These measure time.
  failed += await runChecks(context, last, 1);
  console.log(`${small.length + last.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function makeMillion() {
  const maker = path.join(import.meta.dirname, "make-million.mjs");
  return runProcess(process.execPath, [maker, large, String(HOW_MANY)], { timeoutMs: LONGEST_MS });
}

/** Whether a check's title contains the words after the command, if there are any. */
function isAsked({ title }) {
  return title.includes(process.argv.slice(2).join(" "));
}

/** Runs checks, some of them at once, each with a server and a page of its own. Returns how many failed. */
async function runChecks(context, checks, atOnce) {
  let failed = 0;
  const waiting = checks[Symbol.iterator]();
  const runNext = async () => {
    for (const check of waiting) {
      failed += (await passes(context, check)) ? 0 : 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return failed;
}

async function passes({ browser, command }, { title, root, options, run }) {
  const web = await startWeb(command, root);
  let opened;
  try {
    opened = await openPage(browser, web, options);
    const { page } = opened;
    const result = await run({ page, web });
    assert.deepEqual(page.problems, [], "the page reported problems");
    console.log(`ok: ${title}${result === undefined ? "" : `: ${result}`}`);
    return true;
  } catch (error) {
    console.log(`FAILED: ${title}: ${error.stack}`);
    await opened?.page.screenshot({ path: path.join(os.tmpdir(), "dirleaf-web-failed.png") }).catch(() => {});
    return false;
  } finally {
    await opened?.close();
    assert.equal(await web.stop(), 0, "the server did not end as it should");
  }
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });

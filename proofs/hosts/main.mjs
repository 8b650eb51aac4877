// `npm run prove -- hosts`: runs each host over each transport against our server, and prints what failed and one table. Exits
// with 1 if anything failed; a host that can't be installed or run counts as failed.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { askForTools } from "./ask-server.mjs";
import { claudeCode } from "./programs/claude-code.mjs";
import { codex } from "./programs/codex.mjs";
import { geminiCli } from "./programs/gemini-cli.mjs";
import { opencode } from "./programs/opencode.mjs";
import { installHost } from "./install-host.mjs";
import { askForAnswers, judgeRun } from "./judge-run.mjs";
import { makeWorkspace } from "./make-workspace.mjs";
import { runHost } from "./run-host.mjs";
import { makeScript } from "./script.mjs";
import { HELP, parseSettings } from "./settings.mjs";
import { writeTable } from "./table.mjs";

/** @typedef {import("./host.mjs").Host} Host */
/** @typedef {import("./judge-run.mjs").Check} Check */
/** @typedef {import("./run-host.mjs").Run} Run */
/** @typedef {import("./table.mjs").Row} Row */

const HOSTS = [codex, claudeCode, geminiCli, opencode];

/**
 * @param {readonly string[]} words
 * @returns {Promise<number>} The exit code.
 */
async function main(words) {
  const settings = parseSettings(
    words,
    HOSTS.map(({ name }) => name),
  );
  if (settings.help) {
    print(HELP);
    return 0;
  }
  if (!fs.existsSync(settings.program)) {
    throw new Error(`there is no ${settings.program}; run \`npm run build\` first`);
  }
  // Without links, so that the paths in our server's answers are those that were asked for.
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-e2e-")));
  process.once("exit", () => {
    if (!settings.keep) {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  if (settings.keep) {
    print(`kept: ${folder}\n`);
  }
  return await runAll(settings, folder);
}

/**
 * @param {import("./settings.mjs").Settings} settings
 * @param {string} folder
 */
async function runAll(settings, folder) {
  const { program } = settings;
  const workspace = makeWorkspace(folder);
  const script = makeScript(workspace);
  const tools = await askForTools(program, workspace.root);
  const answers = await askForAnswers(program, workspace.root, script);
  /** @type {Row[]} */
  const rows = [];
  /** @type {Check[]} */
  const checks = [];
  for (const host of HOSTS.filter(({ name }) => settings.only.includes(name))) {
    for (const transport of settings.transports) {
      const runFolder = path.join(folder, `${host.name}-${transport}`);
      fs.mkdirSync(runFolder);
      const outcome = await tryHost(host, async () => {
        const hostProgram = await installHost(host, settings.cache, (message) => print(`${message}\n`));
        const task = { host, hostProgram, transport, program, workspace: workspace.root, folder: runFolder, script };
        const run = await runHost(task);
        return { run, checks: judgeRun({ host, run, script, tools, answers }) };
      });
      checks.push(...outcome.checks);
      rows.push({ host: host.title, version: host.version, transport, ...outcome.shown });
      report(`${host.title} ${host.version}, ${transport}`, outcome.checks);
    }
  }
  const failed = countFailed(checks);
  print(`\n${writeTable(rows)}\n\n${checks.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/**
 * What a run shows. A run that is impossible counts as a failed check.
 * @param {Host} host
 * @param {() => Promise<{ run: Run, checks: Check[] }>} attempt
 * @returns {Promise<{ shown: Pick<Row, "era" | "saw" | "seconds">, checks: Check[] }>}
 */
async function tryHost(host, attempt) {
  try {
    const { run, checks } = await attempt();
    const saw = summarise(host, run, checks);
    return { shown: { era: run.traffic.era, saw, seconds: run.seconds.toFixed(1) }, checks };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {
      shown: { era: "", saw: "FAILED: it did not run", seconds: "" },
      checks: [{ title: "the host runs", problem }],
    };
  }
}

/**
 * @param {Host} host
 * @param {Run} run
 * @param {readonly Check[]} checks
 */
function summarise(host, { turns }, checks) {
  const failed = countFailed(checks);
  if (failed > 0) {
    return `FAILED: ${failed} of ${checks.length} checks`;
  }
  const longest = Math.max(...(turns.at(-1)?.results ?? []).map((result) => result.length));
  return `our text and JSON, ${host.wrapping}; ${longest.toLocaleString("en")} characters uncut`;
}

/**
 * @param {string} label
 * @param {readonly Check[]} checks
 */
function report(label, checks) {
  const failed = checks.filter(({ problem }) => problem !== undefined);
  print(`${label}: ${checks.length - failed.length} passed, ${failed.length} failed\n`);
  for (const { title, problem } of failed) {
    print(`  FAILED ${title}: ${problem}\n`);
  }
}

/** @param {readonly Check[]} checks */
function countFailed(checks) {
  return checks.filter(({ problem }) => problem !== undefined).length;
}

/** @param {string} text */
function print(text) {
  process.stdout.write(text);
}

// Hosts run in their own process groups, which a signal to ours does not reach. So they end with this process.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => process.exit(130));
}
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`e2e: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

// `npm run e2e -- hosts [codex …]`: each host, over each transport, and with what `dirleaf setup` gives it, against our server as a user has it:
// `dirleaf mcp` after a global installation. The model is ours, on loopback. Exits with 1 if anything failed; a host that can't be installed or run
// counts as failed.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { packPackage } from "../../scripts/pack-package.mjs";
import { CALLS, judge } from "../calls.mjs";
import { chooseFrom, runProof } from "../checks.mjs";
import { endProcesses, startServer } from "../processes.mjs";
import { OFFER_ALL, readTools } from "../read-tools.mjs";
import { makeWorkspace } from "../workspace.mjs";
import { claudeCode } from "./claude-code.mjs";
import { codex } from "./codex.mjs";
import { copilotCli } from "./copilot-cli.mjs";
import { geminiCli } from "./gemini-cli.mjs";
import { installHost, runHost } from "./host.mjs";
import { readOffered, runIntegration } from "./integration.mjs";
import { opencode } from "./opencode.mjs";

const HOSTS = { codex, claude: claudeCode, gemini: geminiCli, opencode, copilot: copilotCli };
const WAYS = ["stdio", "http", "setup"];

/** A host takes a minute in each way, and several minutes to install. */
const LONGEST_MS = 3_600_000;

const cache = process.env.DIRLEAF_HOSTS_CACHE ?? path.join(os.homedir(), ".cache/dirleaf-hosts");
// Without links, so that the paths in our server's answers are those that were asked for.
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-hosts-")));

async function main() {
  const chosen = chooseFrom(Object.keys(HOSTS));
  const installed = installGlobally();
  const workspace = makeWorkspace(folder);
  const tools = readTools(path.join(installed, "lib/node_modules/dirleaf/dist/cli/main.cjs"));
  const rows = [];
  for (const name of chosen) {
    const host = HOSTS[name];
    for (const way of WAYS) {
      try {
        const words = await installHost(host, cache);
        rows.push(await proveHost(host, words, { name, way, installed, workspace, tools }));
      } catch (error) {
        console.log(`FAILED: ${host.title}, ${way}: ${error.message}`);
        rows.push({ host: `${host.title} ${host.version}`, way, answers: host.wrapping, passed: 0, failed: 1 });
      }
    }
  }
  console.table(rows);
  return rows.every(({ failed }) => failed === 0) ? 0 : 1;
}

/** Installs the package as the documents say. Returns the folder with `bin`. */
function installGlobally() {
  const installed = path.join(folder, "global");
  const words = ["install", "--global", "--prefix", installed, path.join(folder, packPackage(folder).filename)];
  execFileSync("npm", words, { stdio: ["ignore", "ignore", "inherit"] });
  return installed;
}

async function proveHost(host, words, { name, way, installed, workspace, tools: all }) {
  const own = path.join(folder, `${name}-${way}`);
  fs.mkdirSync(own);
  // Our integrations start the server with its default tools.
  const tools = way === "setup" ? readOffered(path.join(installed, "bin/dirleaf")) : all;
  const toolNames = tools.map((tool) => tool.name);
  // Those of the tools that are on offer.
  const calls = CALLS.filter(({ tool }) => toolNames.includes(tool));
  const place = { folder: own, workspace, toolNames, calls, installed };
  const proven =
    way === "setup" ? await runIntegration(host, words, place) : await runTransport(host, words, { ...place, way });
  const { run, integrated = host, checks: others = [], waits } = proven;
  const checks = [...judgeRun(integrated, { ...run, tools, calls, workspace }), ...others];
  const failed = checks.filter(([, problem]) => problem !== undefined);
  failed.forEach(([title, problem]) => console.log(`FAILED: ${host.title}, ${way}: ${title}: ${problem}`));
  const row = { host: `${host.title} ${host.version}`, way, answers: waits ?? host.wrapping };
  return { ...row, passed: checks.length - failed.length, failed: failed.length, seconds: Math.round(run.seconds) };
}

async function runTransport(host, words, { folder: own, workspace, toolNames, calls, installed, way }) {
  const env = { PATH: `${installed}/bin:${process.env.PATH}` };
  const listening =
    way === "http"
      ? await startServer(
          path.join(installed, "bin/dirleaf"),
          ["mcp", "--http", "--port", "0", ...OFFER_ALL, workspace],
          {
            cwd: workspace,
            env,
          },
        )
      : undefined;
  try {
    const server =
      listening === undefined ? { command: "dirleaf", args: ["mcp", ...OFFER_ALL] } : { url: listening.url };
    const place = { folder: own, home: path.join(own, "home"), workspace, toolNames, calls, server, env };
    return { run: await runHost(host, words, place) };
  } finally {
    void listening?.stop();
  }
}

/** What a run proves, each with what is wrong, if anything is. */
function judgeRun(host, { offered, played, ended, tools, calls, workspace }) {
  const { code, timedOut, stdout, stderr } = ended;
  const said = (stderr.trim() || stdout.trim()).slice(-1000);
  return [
    ["the host runs", code === 0 && !timedOut ? undefined : `ended with ${code}: ${said}`],
    ["the tools are offered with all their arguments", judgeOffer(offered, tools)],
    ...calls.map((call, at) => [call.title, judgePlayed(host, workspace, { call, shown: played[at]?.shown ?? [] })]),
  ];
}

function judgeOffer(offered, tools) {
  const wrong = tools.find(({ name, parameters }) => {
    const tool = offered.find((other) => other.name === name);
    const names = Object.keys(tool?.parameters.properties ?? {});
    return !Object.keys(parameters.properties).every((key) => names.includes(key));
  });
  return wrong && `${wrong.name} is offered as ${JSON.stringify(offered.find(({ name }) => name === wrong.name))}`;
}

function judgePlayed(host, workspace, { call, shown }) {
  const refusal = refusalOf(host, call);
  if (refusal !== undefined) {
    return shown[0] === refusal
      ? undefined
      : `is ${JSON.stringify(shown)}, not the host's own ${JSON.stringify(refusal)}`;
  }
  const unwrap = call.fails === true ? (host.unwrapError ?? host.unwrap) : host.unwrap;
  const texts = shown.map(unwrap);
  const unknown = texts.indexOf(undefined);
  return unknown === -1
    ? judge(workspace, call, texts)
    : `is wrapped otherwise than known: ${JSON.stringify(shown[unknown].slice(0, 300))}`;
}

/** What the host itself answers to a call that does not fit our schema; undefined if the call reaches us. */
function refusalOf({ refuseBySchema }, { breaksSchema }) {
  return breaksSchema && refuseBySchema?.(breaksSchema.field, breaksSchema.type);
}

function cleanUp() {
  endProcesses();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });

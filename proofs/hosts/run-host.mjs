// One run of one host over one transport: sets up everything around it, and returns what its model saw.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { runProcess } from "../run-process.mjs";
import { startServer } from "../start-server.mjs";
import { startLoggingProxy } from "./log-http.mjs";
import { startMockModel } from "./mock-model.mjs";
import { readTraffic } from "./traffic.mjs";

/** @typedef {import("./host.mjs").Host} Host */
/** @typedef {import("./host.mjs").ModelRequest} ModelRequest */
/** @typedef {import("./host.mjs").ServerAddress} ServerAddress */
/** @typedef {import("./settings.mjs").Transport} Transport */

const TIMEOUT_MS = 120_000;
const TEE = fileURLToPath(new URL("./tee-stdio.mjs", import.meta.url));

/**
 * @typedef {object} Run
 * @property {Transport} transport
 * @property {string} workspace
 * @property {readonly ModelRequest[]} turns
 * @property {import("./traffic.mjs").Traffic} traffic
 * @property {number} seconds
 * @property {string | undefined} failure What went wrong with the host itself.
 */

/**
 * @param {object} task
 * @param {Host} task.host
 * @param {string} task.hostProgram
 * @param {Transport} task.transport
 * @param {string} task.program Ours.
 * @param {string} task.workspace
 * @param {string} task.folder An empty one.
 * @param {readonly import("./script.mjs").Step[]} task.script
 * @returns {Promise<Run>}
 */
export async function runHost({ host, hostProgram, transport, program, workspace, folder, script }) {
  const log = path.join(folder, "traffic.jsonl");
  const home = path.join(folder, "home");
  fs.mkdirSync(home, { recursive: true });
  /** @type {(() => unknown)[]} */
  const closing = [];
  try {
    const model = await startMockModel(host, script);
    closing.push(model.close);
    const server = transport === "stdio" ? onStdio(program, log) : await onHttp(program, workspace, log, closing);
    const { words, variables } = host.prepare({ home, workspace, modelUrl: model.url, server });
    const command = host.runsOnNode ? [process.execPath, hostProgram] : [hostProgram];
    const started = performance.now();
    const ended = await runProcess(command[0] ?? "", [...command.slice(1), ...words], {
      cwd: workspace,
      // Nothing from the user: no keys, no proxies, no settings.
      env: { PATH: process.env["PATH"], HOME: home, TMPDIR: folder, LANG: "C.UTF-8", NO_COLOR: "1", ...variables },
      timeoutMs: TIMEOUT_MS,
    });
    const seconds = (performance.now() - started) / 1000;
    fs.writeFileSync(path.join(folder, "requests.json"), JSON.stringify(model.requests, undefined, 1));
    fs.writeFileSync(
      path.join(folder, "host.json"),
      JSON.stringify({ command, words, variables, ended }, undefined, 1),
    );
    return {
      transport,
      workspace,
      turns: model.turns,
      traffic: readTraffic(log),
      seconds,
      failure: readFailure(ended),
    };
  } finally {
    for (const close of closing.toReversed()) {
      await close();
    }
  }
}

/**
 * Without roots, so that the host's working directory may be listed.
 * @param {string} program
 * @param {string} log
 * @returns {ServerAddress}
 */
function onStdio(program, log) {
  const node = process.execPath;
  return { transport: "stdio", command: [node, TEE, log, node, program, "mcp"] };
}

/**
 * With the workspace as the only root.
 * @param {string} program
 * @param {string} workspace
 * @param {string} log
 * @param {(() => unknown)[]} closing
 * @returns {Promise<ServerAddress>}
 */
async function onHttp(program, workspace, log, closing) {
  const words = [program, "mcp", "--http", "--port", "0", workspace];
  const server = await startServer(process.execPath, words, { cwd: workspace, env: process.env });
  closing.push(server.stop);
  const proxy = await startLoggingProxy(server.url, log);
  closing.push(proxy.close);
  return { transport: "http", url: proxy.url };
}

/** @param {import("../run-process.mjs").Ended} ended */
function readFailure({ code, timedOut, stdout, stderr }) {
  if (timedOut) {
    return `did not end within ${TIMEOUT_MS / 1000} s`;
  }
  return code === 0 ? undefined : `ended with ${code}: ${(stderr.trim() || stdout.trim()).slice(-1000)}`;
}

// What is known about a host, and one run of it: installed in exact versions, started with a model that makes the calls of the list, one after the
// other, and with our server, which its settings name or which it has from `dirleaf setup`.
import fs from "node:fs";
import path from "node:path";

import { argumentsIn, followLastLine } from "../calls.mjs";
import { startModel } from "../model.mjs";
import { runProcess } from "../processes.mjs";

/**
 * @typedef {object} Host
 * @property {string} title
 * @property {string} version
 * @property {readonly string[]} packages What npm installs, exactly.
 * @property {string} program The file to run, below the installed packages; a script for Node if it ends so.
 * @property {import("../model.mjs").Api} api How it talks to its model.
 * @property {string} prefix What it puts before the names of our tools.
 * @property {string} [namespace] Where it has our tools.
 * @property {(setup: Setup) => { words: readonly string[], variables: Record<string, string> }} prepare Writes its configuration.
 * @property {(shown: string) => string | undefined} unwrap Our part of an answer; undefined if its wrapping is not the known one.
 * @property {(shown: string) => string | undefined} [unwrapError] The same for an error, if that is wrapped otherwise.
 * @property {(field: string, type: string) => string} [refuseBySchema] What the model sees if the host itself refuses a call by our schema.
 * @property {string} wrapping How an answer is wrapped, in words.
 * @property {Integration} integration
 */

/**
 * @typedef {object} Integration What `dirleaf setup` makes of the host.
 * @property {string} name What it is called there.
 * @property {string} [prefix] What it puts before the names of the tools then, if that is different.
 * @property {(home: string, line: string) => readonly string[]} [allow] Does what a line says that lets the tools run without asking, and returns
 *   further words for the command line.
 * @property {string} [consent] The word that answers what its command asks.
 * @property {(folder: string) => readonly string[]} [validate] Its commands that check our package.
 * @property {Record<"instructions" | "skill" | "names", readonly string[]>} reaches Where our texts are in the first request, and names of files.
 * @property {{ install: (folder: string) => readonly string[], reaches: Integration["reaches"] }} [alone] Another way to install, which gives
 *   no tools: where the server starts in another folder, it must refuse to list that.
 */

/**
 * @typedef {object} Setup
 * @property {string} home An empty folder for everything that the host stores.
 * @property {string} workspace The folder in which it works.
 * @property {string} modelUrl
 * @property {readonly string[]} toolNames
 * @property {{ command: string, args: readonly string[], url?: undefined } | { url: string, command?: undefined }} [server] None if the host has
 *   ours already.
 */

/** @typedef {{ call: import("../calls.mjs").Call, sent: object[], shown: string[] }} Played A call with its pages, and what the model saw. */

/** Hundreds of megabytes over a slow line. */
const INSTALL_MS = 15 * 60_000;

/** Installs a host, and keeps it for the next run. Returns the words that start it. */
export async function installHost({ title, version, packages, program }, cache) {
  const folder = path.join(cache, `${title.replaceAll(" ", "-")}-${version}`);
  const file = path.join(folder, "node_modules", program);
  // Written last: a folder without it is an interrupted installation.
  const mark = path.join(folder, "installed");
  if (!fs.existsSync(mark)) {
    console.log(`installing ${packages.join(" ")}`);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    // No scripts: they would only copy a program that we can run where it is.
    const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...packages];
    const { code, stderr } = await runProcess("npm", words, { cwd: folder, env: process.env, timeoutMs: INSTALL_MS });
    if (code !== 0 || !fs.existsSync(file)) {
      throw new Error(`npm did not install ${program}: ${stderr.trim()}`);
    }
    fs.writeFileSync(mark, "");
  }
  return program.endsWith(".js") ? [process.execPath, file] : [file];
}

/** What a host is started with. Nothing from the user: no keys, no proxies, no settings. */
export function environmentOf({ folder, home, env, variables }) {
  return { ...env, HOME: home, TMPDIR: folder, LANG: "C.UTF-8", NO_COLOR: "1", ...variables };
}

/**
 * Runs a host to its end. Returns the tools that it offered to its model, what the model saw of each call, the body of the first request, and how
 * long it took. `calls`: what the model calls before it ends.
 */
export async function runHost(host, words, { folder, home, workspace, toolNames, server, env, calls, more = [] }) {
  fs.mkdirSync(home, { recursive: true });
  let offered;
  let first;
  let played = [];
  const model = await startModel([host.api], (request, { body }) => {
    const ours = request.tools
      .filter(({ name = "", namespace }) => namespace === host.namespace && name.startsWith(host.prefix))
      .map((tool) => ({ ...tool, name: tool.name.slice(host.prefix.length) }))
      .filter(({ name }) => toolNames.includes(name));
    // Hosts also ask for a title, or which model to use. Only the conversation itself includes tools.
    if (request.tools.length > 0) {
      first ??= body;
    }
    if (ours.length === 0) {
      return { text: "Done." };
    }
    offered ??= ours;
    played = play(
      host,
      workspace,
      calls,
      request.shown.map(({ text }) => text),
    );
    const { call, sent = [], shown = [] } = played.at(-1) ?? {};
    return sent.length === shown.length
      ? { text: "Done." }
      : { tool: host.prefix + call.tool, json: JSON.stringify(sent.at(-1)), namespace: host.namespace };
  });
  const prepared = host.prepare({ home, workspace, modelUrl: model.url, toolNames, server });
  const started = performance.now();
  const ended = await runProcess(words[0], [...words.slice(1), ...prepared.words, ...more], {
    cwd: workspace,
    env: environmentOf({ folder, home, env, variables: prepared.variables }),
  }).finally(() => model[Symbol.asyncDispose]());
  const seconds = (performance.now() - started) / 1000;
  return { offered: offered ?? [], first, played, ended, seconds };
}

/** Which calls the model has made, given what it has seen: the last one may have no answer yet. */
function play(host, workspace, calls, results) {
  /** @type {Played[]} */
  const played = [];
  const waiting = results[Symbol.iterator]();
  for (const call of calls) {
    const now = { call, sent: [], shown: [] };
    played.push(now);
    for (let args = argumentsIn(workspace, call); args !== undefined;) {
      now.sent.push(args);
      const { done, value } = waiting.next();
      if (done === true) {
        return played;
      }
      now.shown.push(value);
      args = call.pages === undefined ? undefined : followLastLine(args, host.unwrap(value) ?? "");
    }
  }
  return played;
}

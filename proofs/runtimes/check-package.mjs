// Checks the installed package in one runtime as its users use it: the library, the command, and the server over both
// transports. The answers must be those of our own Node.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { makeFiles } from "./make-places.mjs";
import { placeCalls, sleepingCalls } from "./library-calls.mjs";
import { askOverHttp, askOverStreams } from "./ask-server.mjs";
import { PATIENCE_MS } from "../run-process.mjs";

/** What Deno says of a directory whose name is not UTF-8, which it can list but not open. */
const NOT_OPENED = /no longer exists/;

/** How often a directory is listed while it is swapped. */
const LISTINGS = 200;

/** Exchanges a directory and a link that leads out, until it is killed. */
const SWAPPER = `
const fs = require("node:fs");
process.chdir(process.argv[1]);
for (const end = Date.now() + 60_000; Date.now() < end; ) {
  fs.renameSync("in/place", "in/aside");
  fs.symlinkSync("../out", "in/place");
  fs.unlinkSync("in/place");
  fs.renameSync("in/aside", "in/place");
}`;

/**
 * @typedef {object} Checked
 * @property {string} title
 * @property {unknown} answer
 * @property {unknown} [expected]
 * @property {boolean} [needsBytes]
 */

/**
 * Everything that a runtime answers.
 * @param {import("./runtimes.mjs").Runtime} runtime
 * @returns {Promise<Checked[]>}
 */
export async function askRuntime(runtime, { consumer, folder, places, vectors, env }) {
  const context = {
    runtime,
    consumer,
    folder,
    env,
    command: path.join(consumer, "node_modules/dirleaf/dist/cli/main.cjs"),
  };
  const library = askLibrary(context, [...placeCalls(places), ...vectors]);
  const sleeping = places.mount === undefined ? [] : askWhileAsleep(context, places);
  return [
    ...library,
    ...sleeping,
    askWhileSwapped(context, places),
    ...askCommand(context, places),
    ...askOverStreams((words, options) => run(context, words, options), context.command, places),
    ...(await askOverHttp(context, places)),
  ];
}

/**
 * Compares what a runtime answered with what is expected. Returns the failures, a line each.
 * @param {readonly Checked[]} answered
 * @param {readonly Checked[]} byThisNode
 */
export function compareAnswers(runtime, answered, byThisNode) {
  assert.equal(answered.length, byThisNode.length);
  return answered.flatMap(({ title, answer, expected, needsBytes = false }, index) => {
    const wanted = expected ?? byThisNode[index].answer;
    const isRight =
      JSON.stringify(answer) === JSON.stringify(wanted) ||
      (runtime.name === "deno" && needsBytes && NOT_OPENED.test(JSON.stringify(answer)));
    return isRight ? [] : [`${title}: ${cut(answer)}, and not ${cut(wanted)}`];
  });
}

function cut(answer) {
  const text = JSON.stringify(answer) ?? "nothing";
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** Runs a script of ours, or the command, to its end. */
function run({ runtime, env, consumer }, words, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(runtime.program, [...runtime.words, ...words], {
    cwd: consumer,
    env,
    encoding: "utf8",
    timeout: PATIENCE_MS,
    maxBuffer: Infinity,
    ...options,
  });
  return { code: status ?? String(error), stdout, stderr };
}

function askLibrary(context, calls) {
  const [asked, told] = ["calls.json", "answers.json"].map((name) => path.join(context.folder, name));
  fs.rmSync(told, { force: true });
  fs.writeFileSync(asked, JSON.stringify(calls));
  const { code, stderr } = run(context, ["answer-calls.mjs", asked, told]);
  assert.equal(code, 0, `the library failed: ${stderr}`);
  const answers = JSON.parse(fs.readFileSync(told, "utf8"));
  return calls.map((call, index) => ({ ...call, title: `library: ${call.title}`, answer: answers[index] }));
}

function askWhileAsleep(context, places) {
  places.mount.stop();
  try {
    return askLibrary(context, sleepingCalls(places));
  } finally {
    places.mount.wake();
  }
}

/** How many of many listings show what is outside the roots. */
function askWhileSwapped(context, { swapped }) {
  fs.rmSync(swapped, { recursive: true, force: true });
  makeFiles(swapped, ["in/place/inside", "out/private"]);
  const swapper = spawn(process.execPath, ["-e", SWAPPER, swapped], { stdio: "inherit" });
  try {
    const root = path.join(swapped, "in");
    const call = {
      title: "",
      tool: "list_dir",
      args: { dir_path: path.join(root, "place") },
      options: { roots: [root] },
    };
    const answered = askLibrary(
      context,
      Array.from({ length: LISTINGS }, () => call),
    );
    const leaked = answered.filter(({ answer }) => answer.includes("private") || answer.startsWith("failed: "));
    return { title: "library: a directory that is swapped", answer: leaked.map(({ answer }) => answer) };
  } finally {
    swapper.kill("SIGKILL");
  }
}

function askCommand(context, { project, huge }) {
  const { command } = context;
  const plain = [
    ["--version"],
    ["schema"],
    [".", "--depth", "4"],
    ["--all", "--gitignore", "omit"],
    ["call", "list_dir", JSON.stringify({ dir_path: project })],
    ["call", "list_dir", "{"],
    ["nope"],
    ["--limit", "none"],
    [huge, "--limit", "2"],
  ].map((words) => ({
    title: `command: ${words.join(" ")}`,
    answer: withoutEngine(run(context, [command, ...words], { cwd: project })),
  }));
  const shell = (script, cwd, ...words) => {
    const { runtime, env } = context;
    const args = ["-c", script, "sh", runtime.program, ...runtime.words, command, ...words];
    const { stdout, stderr } = spawnSync("sh", args, { cwd, env, encoding: "utf8", timeout: PATIENCE_MS });
    return { stdout, stderr };
  };
  return [
    ...plain,
    { title: "command: without permissions", answer: refusesWithoutPermissions(context, project), expected: true },
    { title: "command: a reader that stops", answer: shell('"$@" | head -n 2', project, "--all", huge) },
  ];
}

/** Deno must say what it needs, and list nothing. No other runtime has permissions. */
function refusesWithoutPermissions({ runtime, command, env }, project) {
  const words = ["run", "--no-prompt", "--allow-read", "--allow-env", "--allow-sys", command];
  const { status, stdout, stderr } = spawnSync(runtime.program, words, { cwd: project, env, encoding: "utf8" });
  return (
    runtime.name !== "deno" || (status === 1 && stdout === "" && stderr.includes("run again with the --allow-all flag"))
  );
}

/** What is wrong with a text that is no JSON is said in the words of the engine. */
function withoutEngine({ stderr, ...outcome }) {
  return { ...outcome, stderr: stderr.replace(/(not valid JSON) \(.*\)/, "$1") };
}

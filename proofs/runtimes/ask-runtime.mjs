// Everything that a runtime answers, asked as its users ask: the library, the command, and the server over both transports.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { PATIENCE_MS, startServer } from "../processes.mjs";
import { OFFER_ALL } from "../read-tools.mjs";
import { makeFiles } from "../workspace.mjs";
import { placeCalls, sharedCalls, sleepingCalls } from "./library-calls.mjs";

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

/** Returns a title and an answer each, and what is expected where that is known. */
export async function askRuntime(context) {
  const { places } = context;
  const library = await askLibrary(context, [...sharedCalls(places), ...placeCalls(places)]);
  const sleeping = places.mount === undefined ? [] : await askWhileAsleep(context);
  return [
    ...library,
    ...sleeping,
    await askWhileSwapped(context),
    ...askCommand(context),
    ...askOverStreams(context),
    ...(await askOverHttp(context)),
  ];
}

/** The failures, a line each. */
export function compareAnswers({ runtime }, answered, byThisNode) {
  assert.equal(answered.length, byThisNode.length);
  return answered.flatMap(({ title, answer, expected, needsBytes = false }, index) => {
    const [given, wanted] = [answer, expected ?? byThisNode[index].answer].map((value) => JSON.stringify(value) ?? "");
    const isOfDeno = runtime.name === "deno" && needsBytes && NOT_OPENED.test(given);
    return given === wanted || isOfDeno ? [] : [`${title} is ${given.slice(0, 400)}, not ${wanted.slice(0, 400)}`];
  });
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

function askWhileAsleep(context) {
  const { mount } = context.places;
  mount.stop();
  try {
    return askLibrary(context, sleepingCalls(context.places));
  } finally {
    mount.wake();
  }
}

/** How many of many listings show what is outside the roots. */
function askWhileSwapped(context) {
  const { swapped } = context.places;
  fs.rmSync(swapped, { recursive: true, force: true });
  makeFiles(swapped, ["in/place/inside", "out/private"]);
  const swapper = spawn(process.execPath, ["-e", SWAPPER, swapped], { stdio: "inherit" });
  try {
    const root = path.join(swapped, "in");
    const call = { title: "", tool: "list_dir", args: { dir_path: `${root}/place` }, options: { roots: [root] } };
    const answers = askLibrary(
      context,
      Array.from({ length: LISTINGS }, () => call),
    ).map(({ answer }) => answer);
    const leaked = answers.filter((answer) => answer.includes("private") || answer.startsWith("failed: "));
    return { title: "library: a directory that is swapped", answer: leaked, expected: [] };
  } finally {
    swapper.kill("SIGKILL");
  }
}

function askCommand(context) {
  const { command, runtime, env, places } = context;
  const { workspace: cwd, huge } = places;
  const json = JSON.stringify({ dir_path: `${cwd}/src` });
  const asked = [
    ["--version"],
    ["schema"],
    ["src", "--depth", "4"],
    ["--all", "project", "--gitignore", "omit"],
    ["call", "list_dir", json],
    ["nope"],
    ["--limit", "none"],
    [huge, "--limit", "2"],
  ];
  const pipe = ["-c", '"$@" | head -n 2', "sh", runtime.program, ...runtime.words, command, "--all", huge];
  const { stdout, stderr } = spawnSync("sh", pipe, { cwd, env, encoding: "utf8", timeout: PATIENCE_MS });
  const withoutRights = ["run", "--no-prompt", "--allow-read", "--allow-env", "--allow-sys", command];
  const refused =
    runtime.name === "deno" ? spawnSync(runtime.program, withoutRights, { cwd, env, encoding: "utf8" }) : undefined;
  return [
    ...asked.map((words) => ({
      title: `command: ${words.join(" ")}`,
      answer: run(context, [command, ...words], { cwd }),
    })),
    { title: "command: a reader that stops", answer: { stdout, stderr } },
    // Deno must say what it needs, and list nothing. No other runtime has permissions.
    {
      title: "command: without permissions",
      answer: refused === undefined || (refused.stdout === "" && refused.stderr.includes("--allow-all")),
      expected: true,
    },
  ];
}

/** What a host sends: the handshake, the definitions, and calls that are answered and refused. */
function messages({ workspace, huge }) {
  const clientInfo = { name: "check", version: "1.0.0" };
  const calls = [
    ["list_dir", { dir_path: `${workspace}/src`, depth: 4 }],
    ["list_directory", { path: `${workspace}/names` }],
    ["list_dir", { dir_path: huge }],
    ["list_dir", { dir_path: `${workspace}/project` }],
    ["map_dir", { dir_path: `${workspace}/src`, budget: 50 }],
  ].map(([name, args]) => ["tools/call", { name, arguments: args }]);
  const initialize = ["initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }];
  return [initialize, ["tools/list", {}], ...calls].map(([method, params], id) => ({
    jsonrpc: "2.0",
    id,
    method,
    params,
  }));
}

function serverWords({ command, places }, ...options) {
  return [command, "mcp", ...options, ...OFFER_ALL, "--deny", "**/project", places.workspace];
}

/** All in one go, and the last line without its end: the server answers everything, then ends. */
function askOverStreams(context) {
  const input = messages(context.places)
    .map((message) => JSON.stringify(message))
    .join("\n");
  const { code, stdout, stderr } = run(context, serverWords(context), { cwd: context.places.workspace, input });
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return [
    { title: "server over streams: its end", answer: { code, stderr } },
    ...answers
      .sort((one, other) => one.id - other.id)
      .map((answer) => ({ title: `server over streams: ${answer.id}`, answer })),
  ];
}

/** One after the other, then many at once, then what must be refused; it ends as it should. */
async function askOverHttp(context) {
  const { runtime, env, places } = context;
  const words = [...runtime.words, ...serverWords(context, "--http", "--port", "0")];
  const server = await startServer(runtime.program, words, { env, cwd: places.workspace });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = async (title, body, more) => {
    const options = {
      method: "POST",
      headers: { ...headers, ...more },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    };
    const response = await fetch(server.url, options);
    return { title: `server over HTTP: ${title}`, answer: { status: response.status, text: await response.text() } };
  };
  const bodies = messages(places).map((message) => JSON.stringify(message));
  const answers = [];
  for (const [index, body] of bodies.entries()) {
    answers.push(await post(index, body));
  }
  answers.push(
    await post("another page's script", bodies[2], { origin: "http://evil.example" }),
    await post("no JSON", "{"),
  );
  answers.push(...(await Promise.all(Array.from({ length: 40 }, () => post("many at once", bodies[2])))));
  return [...answers, { title: "server over HTTP: its end", answer: await server.stop(), expected: 0 }];
}

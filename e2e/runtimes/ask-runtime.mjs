// Everything that a runtime answers, asked as its users ask: the library, the command, and the server over both transports.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { PATIENCE_MS, startServer } from "../processes.mjs";
import { OFFER_ALL } from "../read-tools.mjs";
import { libraryCalls } from "./library-calls.mjs";

/** What Deno says of a directory whose name is not UTF-8, which it can list but not open. */
const NOT_OPENED = /no longer exists/;

/** Returns a title and an answer each, and what is expected where that is known. */
export async function askRuntime(context) {
  return [...askLibrary(context), ...askCommand(context), ...askOverStreams(context), ...(await askOverHttp(context))];
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

function askLibrary(context) {
  const calls = libraryCalls(context.places);
  const [asked, told] = ["calls.json", "answers.json"].map((name) => path.join(context.folder, name));
  fs.rmSync(told, { force: true });
  fs.writeFileSync(asked, JSON.stringify(calls));
  const { code, stderr } = run(context, ["answer-calls.mjs", asked, told]);
  assert.equal(code, 0, `the library failed: ${stderr}`);
  const answers = JSON.parse(fs.readFileSync(told, "utf8"));
  return calls.map((call, index) => ({ ...call, title: `library: ${call.title}`, answer: answers[index] }));
}

function askCommand(context) {
  const { command, runtime, env, places } = context;
  const { workspace: cwd, huge } = places;
  const asked = [
    ["--version"],
    ["schema"],
    ["src", "--depth", "4"],
    ["--all", "project", "--gitignore", "omit"],
    ["call", "list_dir", JSON.stringify({ dir_path: `${cwd}/src` })],
    ["nope"],
    ["--limit", "none"],
  ];
  const pipe = ["-c", '"$@" | head -n 2', "sh", runtime.program, ...runtime.words, command, "--all", huge];
  const { stdout, stderr } = spawnSync("sh", pipe, { cwd, env, encoding: "utf8", timeout: PATIENCE_MS });
  return [
    ...asked.map((words) => ({
      title: `command: ${words.join(" ")}`,
      answer: run(context, [command, ...words], { cwd }),
    })),
    { title: "command: a reader that stops", answer: { stdout, stderr } },
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
  return [initialize, ["tools/list", {}], ...calls].map(([method, params], id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params }),
  );
}

function serverWords({ command, places }, ...options) {
  return [command, "mcp", ...options, ...OFFER_ALL, "--deny", "**/project", places.workspace];
}

/** All in one go, and the last line without its end: the server answers everything, then ends. */
function askOverStreams(context) {
  const input = messages(context.places).join("\n");
  const { code, stdout, stderr } = run(context, serverWords(context), { cwd: context.places.workspace, input });
  const lines = stdout.trimEnd().split("\n");
  const answers = lines.map((line) => JSON.parse(line)).sort((one, other) => one.id - other.id);
  return [
    { title: "server over streams: its end", answer: { code, stderr } },
    ...answers.map((answer) => ({ title: `server over streams: ${answer.id}`, answer })),
  ];
}

/** One after the other, then many at once, then what must be refused; it ends as it should. */
async function askOverHttp(context) {
  const { runtime, env, places } = context;
  const words = [...runtime.words, ...serverWords(context, "--http", "--port", "0")];
  const server = await startServer(runtime.program, words, { env, cwd: places.workspace });
  const post = async (title, body, more) => {
    const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const headers = { ...accept, ...more };
    const response = await fetch(server.url, { method: "POST", headers, body });
    return { title: `server over HTTP: ${title}`, answer: { status: response.status, text: await response.text() } };
  };
  const bodies = messages(places);
  const answers = [
    ...(await Promise.all(bodies.map((body, index) => post(index, body)))),
    await post("another page's script", bodies[2], { origin: "http://evil.example" }),
    await post("no JSON", "{"),
  ];
  return [...answers, { title: "server over HTTP: its end", answer: await server.stop(), expected: 0 }];
}

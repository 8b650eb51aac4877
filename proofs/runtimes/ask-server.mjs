// Talks to the MCP server in one runtime as hosts do: over standard streams and over HTTP.
import path from "node:path";

import { PATIENCE_MS } from "../run-process.mjs";
import { startServer } from "../start-server.mjs";

const CLIENT = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "check", version: "1.0.0" } };

function call(name, args) {
  return ["tools/call", { name, arguments: args }];
}

function messages({ project, huge }) {
  return [
    ["initialize", CLIENT],
    ["tools/list", {}],
    call("list_dir", { dir_path: project, depth: 4 }),
    call("list_directory", { path: project, recursive: true }),
    call("list_dir", { dir_path: huge }),
    call("list_dir", { dir_path: path.join(project, "secret") }),
    call("map_dir", { dir_path: project, budget: 50 }),
  ].map(([method, params], index) => ({ jsonrpc: "2.0", id: index + 1, method, params }));
}

/** All in one go, and the last line without its end: the server answers everything, then ends. */
export function askOverStreams(run, command, places) {
  const input = messages(places)
    .map((message) => JSON.stringify(message))
    .join("\n");
  const words = [command, "mcp", "--deny", "**/secret", places.project];
  const { code, stdout, stderr } = run(words, { cwd: places.project, input });
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return [
    { title: "server over streams: its end", answer: { code, stderr } },
    ...answers
      .sort((one, other) => one.id - other.id)
      .map((answer) => ({ title: `server over streams: answer ${answer.id}`, answer })),
  ];
}

async function send(title, url, options) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
  const text = await response.text();
  return { title: `server over HTTP: ${title}`, answer: { status: response.status, text } };
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function post(message, more = {}) {
  return { method: "POST", headers: { ...HEADERS, ...more }, body: JSON.stringify(message) };
}

/** One after the other, then many at once, then what must be refused; it ends as it should. */
export async function askOverHttp({ runtime, command, env }, places) {
  const words = [...runtime.words, command, "mcp", "--http", "--port", "0", "--deny", "**/secret", places.project];
  const server = await startServer(runtime.program, words, { env, cwd: places.project });
  const asked = messages(places);
  const answers = [];
  for (const message of asked) {
    answers.push(await send(message.method, server.url, post(message)));
  }
  answers.push(await send("health", new URL("/health", server.url)));
  answers.push(await send("another page's script", server.url, post(asked[2], { origin: "http://evil.example" })));
  answers.push(await send("no JSON", server.url, { method: "POST", headers: HEADERS, body: "{" }));
  const many = await Promise.all(Array.from({ length: 40 }, () => send("many at once", server.url, post(asked[2]))));
  answers.push(...many);
  const code = await server.stop();
  return [...answers, { title: "server over HTTP: its end", answer: code }];
}

// Checks the package as a user gets it: packed, installed into an empty folder, imported, type-checked and run.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";

import { packPackage } from "./pack-package.mjs";

const project = path.join(import.meta.dirname, "..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-package-"));

/** Runs a program and returns its output. The check ends if it fails. */
function run(program, args, cwd) {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
  console.log(`ok: ${what}`);
}

/** The files that Node loads with this one: each takes half a millisecond, and what is in it. */
function filesLoadedWith(file, loaded = new Set([file])) {
  for (const [, target] of fs.readFileSync(file, "utf8").matchAll(/from ?"(\.[^"]+)"/g)) {
    const next = path.resolve(path.dirname(file), target);
    if (!loaded.has(next)) {
      filesLoadedWith(next, loaded.add(next));
    }
  }
  return loaded;
}

/** The bytes that a program loads at its start once a bundler has left out what it does not need. */
async function bundleSize(consumer, program) {
  const input = path.join(consumer, "bundled.js");
  fs.writeFileSync(input, program);
  const build = await rolldown({ input, platform: "node" });
  const { output } = await build.generate({ minify: true });
  const [{ code, imports }] = output;
  return [code, ...output.filter(({ fileName }) => imports.includes(fileName)).map((chunk) => chunk.code)].join("")
    .length;
}

function commandOf(consumer) {
  return path.join(consumer, "node_modules/.bin/dirleaf");
}

/** The answer of `list_dir` through the packaged server, called as a host would. */
async function askServer(consumer, root) {
  const child = spawn(commandOf(consumer), ["mcp", "listed"], {
    cwd: consumer,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const clientInfo = { name: "check", version: "1.0.0" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "list_dir", arguments: { dir_path: root } } },
  ];
  child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 2) {
      child.stdin.end();
      return result.content[0].text;
    }
  }
  throw new Error("the server ended without an answer");
}

/** Whether the page that `dirleaf web` serves from the package is there, and its calls are answered. */
async function askPage(consumer, root) {
  const child = spawn(commandOf(consumer), ["web", "--no-open", "listed"], {
    cwd: consumer,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { origin, hash } = new URL(line);
      const page = await (await fetch(origin)).text();
      const headers = {
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${hash.slice(1)}`,
        "Content-Type": "application/json",
      };
      const params = { name: "list_dir", arguments: { dir_path: root } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const answer = await (await fetch(`${origin}/mcp`, { method: "POST", headers, body })).json();
      return `${/<script>.+<\/script>/s.test(page)} ${answer.result.content[0].text}`;
    }
    throw new Error("dirleaf web ended without an address");
  } finally {
    child.kill("SIGINT");
  }
}

const PROGRAM = `
import { createAiSdkTools } from "dirleaf/ai-sdk";
import { createAnthropicTools } from "dirleaf/anthropic";
import { createMastraTools } from "dirleaf/mastra";
import { createToolMount } from "dirleaf/mcp";
import { createOpenAITools } from "dirleaf/openai";
import { createOpenAIAgentsTools } from "dirleaf/openai-agents";
import { createToolRouter, listDir, listDirectory, localDisk, mapDir, memory, renderListing, type FileSystem } from "dirleaf";

const fileSystem: FileSystem = memory(["/repo/nested/child.txt", "/repo/root.txt"]);
const router = createToolRouter({ tools: ["list_dir", "list_directory"], profile: "leaf", fileSystem });
const { content } = await router.dispatch({
  toolName: "list_dir",
  callId: "1",
  payload: { type: "function", arguments: '{"dir_path":"/repo"}' },
});
const listing = await listDir({ dirPath: "/repo", fileSystem });
const { count } = await listDirectory({ path: "/repo", fileSystem: localDisk() }).catch(() => ({ count: -1 }));
const { files } = await mapDir({ dirPath: "/repo", fileSystem });
if (files.length !== 1) {
  throw new Error("a map has other files than the tree");
}
const mounted: string[] = [];
createToolMount({ fileSystem, roots: ["/repo"] })({ registerTool: (name) => mounted.push(name) });
const counts = [
  Object.keys(createAiSdkTools()),
  createAnthropicTools().tools,
  Object.keys(createMastraTools()),
  mounted,
  createOpenAITools().responsesTools,
  createOpenAIAgentsTools(),
].map(({ length }) => length);
if (counts.some((tools) => tools !== 3)) {
  throw new Error("an entry point gave other than three tools: " + counts.join(" "));
}
console.log(JSON.stringify([content, renderListing(listing) === content, count]));
`;

try {
  const { filename, files, size, unpackedSize } = packPackage(folder);
  const tarball = path.join(folder, filename);
  const strays = files
    .map((file) => file.path)
    .filter(
      (name) =>
        !/^(?:dist\/|\.claude-plugin\/|integrations\/|docs\/(?:decisions\/)?[\w-]+\.md$|docs\/pictures\/|examples\/|package\.json$|[A-Z]+(?:\.md)?$)/.test(
          name,
        ),
    );
  expectEqual("the package holds what it should", strays.join(" "), "");

  const packed = run("npm", ["pack", "--dry-run", "--ignore-scripts"], project);
  expectEqual("npm pack prints one line", packed, `${filename}\n`);

  const bin = (name) => path.join(project, "node_modules/.bin", name);
  run(bin("publint"), ["--strict", tarball], project);
  console.log("ok: publint");
  run(bin("attw"), [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], project);
  console.log("ok: types resolve");

  const consumer = path.join(folder, "consumer");
  fs.mkdirSync(path.join(consumer, "listed/a"), { recursive: true });
  fs.writeFileSync(path.join(consumer, "package.json"), '{"private":true,"type":"module"}\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--silent", tarball], consumer);
  expectEqual(
    "nothing else is installed",
    fs
      .readdirSync(path.join(consumer, "node_modules"))
      .filter((name) => !name.startsWith("."))
      .join(" "),
    "dirleaf",
  );

  fs.writeFileSync(path.join(consumer, "program.ts"), PROGRAM);
  fs.symlinkSync(path.join(project, "node_modules/@types"), path.join(consumer, "node_modules/@types"), "junction");
  run(
    bin("tsc"),
    ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "program.ts"],
    consumer,
  );
  const expected = JSON.stringify(["Absolute path: /repo\nnested/\n  child.txt\nroot.txt", true, -1]);
  expectEqual("the library works", run("node", ["program.js"], consumer).trim(), expected);

  const failing = 'import { listDir } from "dirleaf"; await listDir({ dirPath: "/no/such/directory" });';
  const failed = spawnSync("node", ["--input-type=module", "-e", failing], { cwd: consumer, encoding: "utf8" });
  const isReadable =
    /does not exist/.test(failed.stderr) && failed.stderr.split("\n").every((line) => line.length < 300);
  expectEqual("an uncaught error has a message, and a stack that can be read", isReadable, true);

  const entry = path.join(consumer, "node_modules/dirleaf/dist/index.js");
  expectEqual("an import of the library loads three files", filesLoadedWith(entry).size, 3);
  const bundled = await bundleSize(
    consumer,
    'import { estimateTokens } from "dirleaf"; console.log(estimateTokens(""));',
  );
  expectEqual(`estimateTokens alone makes a bundle of ${bundled} bytes, at most 4000`, bundled <= 4000, true);

  const root = fs.realpathSync(path.join(consumer, "listed"));
  const listing = run(commandOf(consumer), ["listed"], consumer);
  expectEqual("the command works", listing, `Absolute path: ${root}\na/ [empty]\n`);
  expectEqual("the MCP server works", await askServer(consumer, root), `Absolute path: ${root}\na/ [empty]`);
  expectEqual("the page works", await askPage(consumer, root), `true Absolute path: ${root}\na/ [empty]`);
  const [, plugin = ""] = / link (\S+)/.exec(run(commandOf(consumer), ["setup", "gemini"], consumer)) ?? [];
  const isThere = fs.existsSync(path.join(plugin, "gemini-extension.json"));
  expectEqual("dirleaf setup names the folder of the plugin", isThere, true);
  const { stderr } = spawnSync(commandOf(consumer), ["s3://bucket"], { cwd: consumer, encoding: "utf8" });
  const advice = "failed to read directory: s3://bucket: install @aws-sdk/client-s3 to list s3:// paths";
  expectEqual("a store is not read without its client", stderr.trim().split("\n").at(-1), advice);
  console.log(`${filename}: ${size} bytes packed, ${unpackedSize} unpacked, ${files.length} files`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

// Tests the MCP server with third-party programs: the official conformance suite, the Inspector, the bundle's packer.
// `npm run prove -- protocol`. They are in programs/ with their own lock file; nothing leaves this machine.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { checkBundle } from "./check-bundle.mjs";
import { inspectorOf } from "./check-inspector.mjs";
import { checkSuite } from "./check-suite.mjs";
import { installPrograms } from "./install-programs.mjs";
import { readToolNames, readTools } from "../read-tools.mjs";
import { endProcesses, runProcess } from "../run-process.mjs";
import { runProof } from "../run-proof.mjs";
import { startServer } from "../start-server.mjs";
import { bundleCommand } from "../../packaging/bundle.mjs";

/** It takes a minute alone on two cores, and several beside the other proofs. */
const LONGEST_MS = 900_000;

/** How many checks run at once. */
const AT_ONCE = 3;

/** What the suite counted when the baselines were written. */
const SUITES = [
  { server: "real", specVersion: "2025-11-25", baseline: "baseline-2025-11-25.yml", leastPassed: 35 },
  { server: "real", specVersion: "2026-07-28", baseline: "baseline-2026-07-28.yml", leastPassed: 87 },
  { server: "fixture", specVersion: "2025-11-25", baseline: "fixture-baseline-2025-11-25.yml", leastPassed: 52 },
  { server: "fixture", specVersion: "2026-07-28", baseline: "fixture-baseline-2026-07-28.yml", leastPassed: 109 },
];

/** Some names that a listing must quote, and some that it must not. */
const NAMES = [
  "README.md",
  "[slug].tsx",
  "two\nlines",
  " spaced ",
  "tail@",
  "\u202egnp.exe",
  "größe",
  "\u{1f600}",
  "sub/a",
  "sub/b",
];

const project = path.join(import.meta.dirname, "../..");
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-protocol-")));
// The Inspector keeps files in the home directory.
const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: os.tmpdir(), NO_COLOR: "1" };

function cleanUp() {
  endProcesses();
  fs.rmSync(folder, { recursive: true, force: true });
}

function makeRoot() {
  const root = path.join(folder, "root");
  for (const name of NAMES) {
    fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), "");
  }
  return root;
}

/** What each client must see: the answers of `dirleaf call`, one from each tool and an error. */
async function readExpected(command, root) {
  const calls = [
    ["map_dir", { dir_path: root, budget: 0 }],
    // Every tool, even one that is newer than this file: its required argument is a directory.
    // Ages would change from one call to the next, so there are words.
    ...readTools(command).map(({ name, parameters }) => [name, { [parameters.required[0]]: root, words: "*" }]),
  ];
  return Promise.all(
    calls.map(async ([name, toolArguments]) => {
      const args = [command, "call", name, JSON.stringify(toolArguments)];
      // The server takes relative paths from its root.
      const { code, stdout, stderr } = await runProcess(process.execPath, args, { env, cwd: root });
      const isError = code !== 0;
      return { name, toolArguments, answer: { text: (isError ? stderr : stdout).replace(/\n$/, ""), isError } };
    }),
  );
}

function suiteChecks(programs, urls) {
  return SUITES.map(({ server, ...settings }) => ({
    title: `conformance ${settings.specVersion}, ${server} server`,
    run: async () => checkSuite(programs, { ...settings, url: urls[server], env }),
  }));
}

function inspectorChecks(programs, targets, expected, toolNames) {
  return Object.entries(targets).flatMap(([transport, target]) =>
    ["legacy", "modern"].flatMap((era) => {
      const inspector = inspectorOf(programs, { target, era, env });
      const title = `inspector, ${transport}, ${era}`;
      const listing = {
        title: `${title}: tools/list --strict`,
        run: async () => {
          const names = (await inspector.listTools()).map(({ name }) => name);
          assert.deepEqual(names, toolNames);
        },
      };
      const calls = expected.map(({ name, toolArguments, answer }) => ({
        title: `${title}: ${name}${answer.isError ? ", an error" : ""}`,
        run: async () => assert.deepEqual(await inspector.callTool(name, toolArguments), answer),
      }));
      return [listing, ...calls];
    }),
  );
}

/** Runs checks, several at once, and returns how many failed. */
async function runChecks(checks) {
  const waiting = [...checks];
  let failed = 0;
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      try {
        const result = await check.run();
        console.log(`ok: ${check.title}${result === undefined ? "" : `: ${result}`}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED: ${check.title}: ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

async function main() {
  const programs = installPrograms();
  await bundleCommand(path.join(folder, "command"));
  const command = path.join(folder, "command/cli/main.cjs");
  const root = makeRoot();
  const server = [command, "mcp", "--http", "--port", "0", root];
  const [real, fixture, expected] = await Promise.all([
    startServer(process.execPath, server, { env, cwd: root }),
    startServer(programs.node, [path.join(project, "proofs/protocol/fixture/fixture-server.ts")], { env }),
    readExpected(command, root),
  ]);
  const targets = { stdio: [process.execPath, command, "mcp", "--", root], http: [real.url] };
  const tree = await runProcess(process.execPath, [command, "call", "list_dir", JSON.stringify({ dir_path: root })], {
    env,
  });
  const checks = [
    ...suiteChecks(programs, { real: real.url, fixture: fixture.url }),
    ...inspectorChecks(programs, targets, expected, readToolNames(command)),
    {
      title: "bundle: validated, packed, unpacked, run",
      run: async () =>
        checkBundle(programs, {
          folder: path.join(folder, "mcpb"),
          root,
          expected: tree.stdout.replace(/\n$/, ""),
          env,
        }),
    },
  ];
  const failed = await runChecks(checks);
  const codes = [await real.stop(), await fixture.stop()];
  assert.deepEqual(codes, [0, 0], "a server did not end as it should");
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

await runProof({ main, cleanUp, longestMs: LONGEST_MS });

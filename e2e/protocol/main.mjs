// Tests the MCP server with third-party programs: the official conformance suite, the Inspector, the bundle's packer.
// `npm run e2e -- protocol`. They are in programs/ with their own lock file; nothing leaves this machine.
import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";

import { bundleCommand } from "../../scripts/bundle.mjs";
import { findNewerNode, installLocked } from "../../scripts/install-locked.mjs";
import { CALLS, makeCall } from "../calls.mjs";
import { endProof, makeProofFolder, runChecks, runProof } from "../checks.mjs";
import { startServer } from "../processes.mjs";
import { OFFER_ALL, readTools } from "../read-tools.mjs";
import { makeWorkspace } from "../workspace.mjs";
import { checkBundle } from "./check-bundle.mjs";
import { inspectorOf } from "./check-inspector.mjs";
import { checkSuite } from "./check-suite.mjs";

/** It takes a minute alone on two cores, and several beside the other proofs. */
const LONGEST_MS = 900_000;

/** How many checks run at once. */
const AT_ONCE = 3;

/** What the suite counted when the baselines were written. */
const SUITES = [
  { server: "real", specVersion: "2025-11-25", baseline: "baseline-2025-11-25.yml", leastPassed: 35 },
  { server: "real", specVersion: "2026-07-28", baseline: "baseline-2026-07-28.yml", leastPassed: 87 },
  { server: "fixture", specVersion: "2025-11-25", baseline: "fixture-baseline-2025-11-25.yml", leastPassed: 40 },
  { server: "fixture", specVersion: "2026-07-28", baseline: "fixture-baseline-2026-07-28.yml", leastPassed: 97 },
];

/** One call of each tool, and an error. The Inspector starts anew for each. */
const INSPECTED = new Set([
  "hostile names",
  "JSON once, not escaped",
  "a map of hostile names",
  "words",
  "a misspelt path",
]);

const folder = makeProofFolder("protocol");
// The Inspector keeps files in the home directory.
const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: os.tmpdir(), NO_COLOR: "1" };

/** Installs the programs of others. Returns the Node to run them with, and their files. */
function installPrograms() {
  const modules = installLocked(path.join(import.meta.dirname, "programs"));
  const scope = path.join(modules, "@modelcontextprotocol");
  return {
    // The conformance suite does not start on an older one.
    node: findNewerNode(modules, 24),
    conformance: path.join(scope, "conformance/dist/index.js"),
    inspector: path.join(scope, "inspector/clients/launcher/build/index.js"),
  };
}

function inspectorChecks(programs, targets, root, toolNames) {
  const calls = CALLS.filter(({ title }) => INSPECTED.has(title));
  assert.deepEqual(new Set(calls.map(({ tool }) => tool)), new Set(toolNames), "a tool is not called");
  return Object.entries(targets).flatMap(([transport, target]) =>
    ["legacy", "modern"].flatMap((era) => {
      const inspector = inspectorOf(programs, { target, era, env });
      const title = `inspector, ${transport}, ${era}`;
      const list = async () => {
        const names = (await inspector.listTools()).map(({ name }) => name);
        assert.deepEqual(names, toolNames);
      };
      const ask = async (call) => assert.equal(await makeCall(root, call, inspector.callTool), undefined);
      return [
        { title: `${title}: tools/list --strict`, run: list },
        ...calls.map((call) => ({ title: `${title}: ${call.title}`, run: () => ask(call) })),
      ];
    }),
  );
}

async function main() {
  const programs = installPrograms();
  await bundleCommand(path.join(folder, "command"));
  const command = path.join(folder, "command/cli/main.cjs");
  const root = makeWorkspace(folder);
  const words = [command, "mcp", "--http", "--port", "0", ...OFFER_ALL, root];
  const [real, fixture] = await Promise.all([
    startServer(process.execPath, words, { env, cwd: root }),
    startServer(programs.node, [path.join(import.meta.dirname, "fixture-server.ts")], { env }),
  ]);
  const urls = { real: real.url, fixture: fixture.url };
  const targets = { stdio: [process.execPath, command, "mcp", ...OFFER_ALL, "--", root], http: [real.url] };
  const checks = [
    ...SUITES.map(({ server, ...settings }) => ({
      title: `conformance ${settings.specVersion}, ${server} server`,
      run: async () => checkSuite(programs, { ...settings, url: urls[server], env }),
    })),
    ...inspectorChecks(
      programs,
      targets,
      root,
      readTools(command).map(({ name }) => name),
    ),
    {
      title: "bundle: validated, packed, unpacked, run",
      run: async () => checkBundle(programs, { folder: path.join(folder, "mcpb"), root, env }),
    },
  ];
  const code = await runChecks(checks, AT_ONCE);
  assert.deepEqual([await real.stop(), await fixture.stop()], [0, 0], "a server did not end as it should");
  return code;
}

await runProof({ main, cleanUp: () => endProof(folder), longestMs: LONGEST_MS });

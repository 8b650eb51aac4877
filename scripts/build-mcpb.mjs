// Builds the MCP bundle, which hosts such as Claude Desktop install with one click: `npm run build:mcpb [folder]`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { bundleCommand } from "./bundle.mjs";
import { installLocked } from "./install-locked.mjs";

const project = path.join(import.meta.dirname, "..");

/** The packer's file, installed if it is not there yet. */
export function findPacker() {
  return path.join(installLocked(path.join(import.meta.dirname, "programs")), "@anthropic-ai/mcpb/dist/cli/cli.js");
}

/** Builds the bundle into a folder, out of the sources as they are. Gives its path. */
export async function buildBundle(folder) {
  const packer = findPacker();
  const { name, version } = readJson("package.json");
  const staging = fs.mkdtempSync(path.join(os.tmpdir(), "dirleaf-mcpb-"));
  try {
    await bundleCommand(path.join(staging, "dist"));
    fs.copyFileSync(path.join(project, "LICENSE"), path.join(staging, "LICENSE"));
    const manifest = await completeManifest(path.join(staging, "dist/cli/main.cjs"));
    fs.writeFileSync(path.join(staging, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    const bundle = path.resolve(folder, `${name}-${version}.mcpb`);
    fs.mkdirSync(path.dirname(bundle), { recursive: true });
    const run = (...args) =>
      execFileSync(process.execPath, [packer, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    run("validate", path.join(staging, "manifest.json"));
    run("pack", staging, bundle);
    return bundle;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

/** The manifest, completed with the version from the package and the tools from the server. */
async function completeManifest(command) {
  const { version, license, keywords } = readJson("package.json");
  const client = new Client({ name: "build-mcpb", version });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, "mcp"] }));
  try {
    const { tools } = await client.listTools();
    return {
      ...readJson("scripts/manifest.json"),
      version,
      license,
      keywords,
      tools: tools.map(({ name, description }) => ({ name, description })),
    };
  } finally {
    await client.close();
  }
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(project, file), "utf8"));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const bundle = await buildBundle(process.argv[2] ?? path.join(project, "dist-mcpb"));
  console.log(`${bundle}: ${fs.statSync(bundle).size} bytes`);
}

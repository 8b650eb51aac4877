// Claude Code: `claude -p` with the Messages API at our own address.
import fs from "node:fs";
import path from "node:path";

import { MESSAGES } from "../model.mjs";

const VERSION = "2.1.328";
const PREFIX = "mcp__dirleaf__";
const NATIVE = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;

/** @type {import("./host.mjs").Host} */
export const claudeCode = {
  title: "Claude Code",
  version: VERSION,
  // The second is what the first one's install script would copy, since we run no package scripts.
  packages: [`@anthropic-ai/claude-code@${VERSION}`, `${NATIVE}@${VERSION}`],
  program: `${NATIVE}/claude`,
  api: MESSAGES,
  prefix: PREFIX,
  prepare({ home, modelUrl, server, toolNames }) {
    const words = ["-p", "list", "--output-format", "json"];
    if (server !== undefined) {
      const settings = path.join(home, "mcp.json");
      const dirleaf = { type: server.url === undefined ? "stdio" : "http", ...server };
      fs.writeFileSync(settings, JSON.stringify({ mcpServers: { dirleaf } }));
      const allowed = `--allowedTools=${toolNames.map((name) => PREFIX + name).join(",")}`;
      words.push("--mcp-config", settings, "--strict-mcp-config", allowed);
    }
    return {
      words,
      variables: {
        CLAUDE_CONFIG_DIR: home,
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: "dummy",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        // Without it, Claude Code may send the first request before the server has answered. The plugin's own setting must be enough.
        ...(server !== undefined && { MCP_CONNECTION_NONBLOCKING: "0" }),
      },
    };
  },
  unwrap: (shown) => shown,
  wrapping: "as it is",
  integration: {
    name: "claude",
    prefix: "mcp__plugin_dirleaf_dirleaf__",
    allow(home, line) {
      const settings = path.join(home, "settings.json");
      const { permissions } = JSON.parse(`{${line.replace("in ~/.claude/settings.json:", "")}}`);
      fs.writeFileSync(settings, JSON.stringify({ ...JSON.parse(fs.readFileSync(settings, "utf8")), permissions }));
      return [];
    },
    validate: (folder) => [
      `claude plugin validate --strict ${folder}`,
      `claude plugin validate --strict ${folder}/integrations/dirleaf`,
    ],
    reaches: { instructions: ["system"], skill: ["system"], names: [] },
  },
};

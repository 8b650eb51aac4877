// Copilot CLI: `copilot -p`, offline, with our own provider, which speaks the Chat Completions API.
import fs from "node:fs";
import path from "node:path";

import { CHAT } from "../model.mjs";

const VERSION = "1.0.102";

/** @type {import("./host.mjs").Host} */
export const copilotCli = {
  title: "Copilot CLI",
  version: VERSION,
  packages: [`@github/copilot@${VERSION}`],
  program: "@github/copilot/npm-loader.js",
  api: CHAT,
  prefix: "dirleaf-",
  prepare({ home, modelUrl, server }) {
    const words = ["-p", "list"];
    if (server !== undefined) {
      const { url, ...command } = server;
      const reached = url === undefined ? { type: "local", ...command } : { type: "http", url };
      fs.mkdirSync(path.join(home, ".copilot"), { recursive: true });
      const settings = { mcpServers: { dirleaf: { ...reached, tools: ["*"] } } };
      fs.writeFileSync(path.join(home, ".copilot/mcp-config.json"), JSON.stringify(settings));
      words.push("--allow-tool=dirleaf");
    }
    return {
      words,
      variables: {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_MODEL: "mock-model",
        COPILOT_AUTO_UPDATE: "false",
      },
    };
  },
  /** Structured content follows the text, so JSON comes twice, the second time without characters that nobody sees. */
  unwrap(shown) {
    const [text, again] = shown.split("\n\n");
    return again !== undefined && again === writeVisible(text) ? text : shown;
  },
  unwrapError: (shown) => /^MCP server 'dirleaf': ([^]*)$/.exec(shown)?.[1],
  wrapping: "as it is, JSON twice, errors after `MCP server …`",
  integration: {
    name: "copilot",
    allow: (_home, line) => [line.replace("start it with ", "")],
    reaches: { instructions: [], skill: ["system"], names: [] },
    // It takes the plugin of Claude Code, whose server it starts in the plugin's folder.
    alone: {
      install: (folder) => [`copilot plugin marketplace add ${folder}`, "copilot plugin install dirleaf@dirleaf"],
      reaches: { instructions: [], skill: ["system"], names: [] },
    },
  },
};

/** JSON, serialised again without invisible characters; undefined for other text. */
function writeVisible(json) {
  try {
    return JSON.stringify(JSON.parse(json)).replaceAll(/\p{Cf}/gu, "");
  } catch {
    return undefined;
  }
}

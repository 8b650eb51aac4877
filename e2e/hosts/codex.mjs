// Codex: `codex exec` with our own provider, which speaks the Responses API.
import fs from "node:fs";
import path from "node:path";

import { RESPONSES } from "../model.mjs";

const VERSION = "0.169.0";
const HEADING = /^Wall time: [\d.]+ seconds\nOutput:\n([^]*)$/;

/** @type {import("./host.mjs").Host} */
export const codex = {
  title: "Codex",
  version: VERSION,
  packages: [`@openai/codex@${VERSION}`],
  program: "@openai/codex/bin/codex.js",
  api: RESPONSES,
  prefix: "",
  namespace: "mcp__dirleaf",
  prepare({ home, workspace, modelUrl, server }) {
    const settings = {
      model: "mock-model",
      model_provider: "mock",
      "model_providers.mock.name": "mock",
      "model_providers.mock.base_url": `${modelUrl}/v1`,
      "model_providers.mock.wire_api": "responses",
    };
    if (server !== undefined) {
      const lines = Object.entries(server.url === undefined ? server : { url: server.url });
      const table = ["[mcp_servers.dirleaf]", ...lines.map(([name, value]) => `${name} = ${JSON.stringify(value)}`)];
      // Codex waits one second for a server before it asks the model without its tools. It waits longer for a required one.
      fs.writeFileSync(path.join(home, "config.toml"), `${[...table, "required = true"].join("\n")}\n`);
    }
    const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${JSON.stringify(value)}`]);
    return {
      // The default sandbox: it lets a tool run without approval only if its annotations say that it only reads.
      words: ["exec", ...words, "--skip-git-repo-check", "--json", "-C", workspace, "list"],
      variables: { CODEX_HOME: home },
    };
  },
  unwrap: (shown) => HEADING.exec(shown)?.[1],
  wrapping: "behind `Wall time: … Output:`",
  integration: {
    name: "codex",
    reaches: { instructions: ["tools"], skill: ["developer"], names: [] },
  },
};

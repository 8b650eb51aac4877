// opencode: `opencode run` with our own provider, which speaks the Chat Completions API.
import fs from "node:fs";
import path from "node:path";

import { CHAT } from "../model.mjs";

const VERSION = "1.18.33";
const NATIVE = `opencode-${process.platform}-${process.arch}`;

/** @type {import("./host.mjs").Host} */
export const opencode = {
  title: "opencode",
  version: VERSION,
  packages: [`opencode-ai@${VERSION}`, `${NATIVE}@${VERSION}`],
  program: `${NATIVE}/bin/opencode`,
  api: CHAT,
  prefix: "dirleaf_",
  prepare({ home, modelUrl, server }) {
    const settings = path.join(home, "opencode.json");
    const { url, command, args = [] } = server ?? {};
    const reached = url === undefined ? { type: "local", command: [command, ...args] } : { type: "remote", url };
    const mock = {
      npm: "@ai-sdk/openai-compatible",
      name: "mock",
      options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
      models: { "mock-model": { name: "mock-model" } },
    };
    fs.writeFileSync(
      settings,
      JSON.stringify({
        $schema: "https://opencode.ai/config.json",
        autoupdate: false,
        share: "disabled",
        model: "mock/mock-model",
        provider: { mock },
        ...(server !== undefined && { mcp: { dirleaf: { ...reached, enabled: true } } }),
      }),
    );
    return {
      words: ["run", "list"],
      variables: {
        OPENCODE_CONFIG: settings,
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
        OPENCODE_PURE: "1",
        XDG_CONFIG_HOME: path.join(home, "config"),
        XDG_DATA_HOME: path.join(home, "data"),
        XDG_STATE_HOME: path.join(home, "state"),
        XDG_CACHE_HOME: path.join(home, "cache"),
      },
    };
  },
  unwrap: (shown) => shown,
  wrapping: "as it is",
  integration: {
    name: "opencode",
    reaches: { instructions: ["system"], skill: [], names: [] },
  },
};

// Codex: `codex exec` with our own provider, which speaks the Responses API.
import fs from "node:fs";
import path from "node:path";

import { SERVER_NAME, takeInside, toEventStream, TOOL_NAMES } from "../host.mjs";

/** @typedef {import("../host.mjs").Host} Host */
/** @typedef {import("../host.mjs").ServerAddress} ServerAddress */

const VERSION = "0.166.0";

/** @type {Host} */
export const codex = {
  name: "codex",
  title: "Codex",
  version: VERSION,
  packages: [`@openai/codex@${VERSION}`],
  program: "@openai/codex/bin/codex.js",
  runsOnNode: true,
  prepare({ home, workspace, modelUrl, server }) {
    const settings = [
      'model = "mock-model"',
      'model_provider = "mock"',
      "[model_providers.mock]",
      'name = "mock"',
      `base_url = ${JSON.stringify(`${modelUrl}/v1`)}`,
      'wire_api = "responses"',
      `[mcp_servers.${SERVER_NAME}]`,
      ...writeServer(server),
      // Codex waits one second for a server before it asks the model without its tools. It waits longer for a required one.
      "required = true",
    ];
    fs.writeFileSync(path.join(home, "config.toml"), `${settings.join("\n")}\n`);
    return {
      // The default sandbox: it lets a tool run without approval only if its annotations say that it only reads.
      words: ["exec", "--skip-git-repo-check", "--json", "-C", workspace, "list"],
      variables: { CODEX_HOME: home },
    };
  },
  wire: {
    isTurn: (url) => url.startsWith("/v1/responses"),
    read(body) {
      const namespace = body.tools?.find((/** @type {any} */ tool) => tool.name === `mcp__${SERVER_NAME}`);
      return {
        offered: (namespace?.tools ?? [])
          .filter((/** @type {any} */ tool) => TOOL_NAMES.includes(tool.name))
          .map((/** @type {any} */ { name, description, parameters }) => ({
            name,
            description,
            properties: parameters.properties,
          })),
        results: body.input
          .filter((/** @type {any} */ item) => item.type === "function_call_output")
          .map((/** @type {any} */ { output }) => readOutput(output)),
      };
    },
    call: ({ number, tool, arguments: values }) =>
      toTurn({
        type: "function_call",
        call_id: `call_${number}`,
        namespace: `mcp__${SERVER_NAME}`,
        name: tool,
        arguments: JSON.stringify(values),
      }),
    end: () =>
      toTurn({ type: "message", role: "assistant", id: "message", content: [{ type: "output_text", text: "Done." }] }),
  },
  showsStructured: true,
  unwrap: (shown) => takeInside(shown, /^Wall time: [\d.]+ seconds\nOutput:\n([^]*)$/),
  unwrapError: (shown) => takeInside(shown, /^Wall time: [\d.]+ seconds\nOutput:\n([^]*)$/),
  wrapping: "behind `Wall time: … Output:`",
};

/** @param {ServerAddress} server */
function writeServer(server) {
  if (server.transport === "http") {
    return [`url = ${JSON.stringify(server.url)}`];
  }
  const [command, ...words] = server.command;
  return [`command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(words)}`];
}

/**
 * Text comes as two items, the first of which is Codex's heading; JSON comes as one string that includes the heading.
 * @param {string | readonly { text?: string }[]} output
 */
function readOutput(output) {
  return typeof output === "string" ? output : output.map(({ text }) => text ?? "").join("\n");
}

/** @param {object} item */
function toTurn(item) {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return toEventStream([
    { type: "response.created", response: { id: "response" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: "response", usage } },
  ]);
}

// opencode: `opencode run` with our own provider, which speaks the Chat Completions API.
import fs from "node:fs";
import path from "node:path";

import { SERVER_NAME, toEventStream, toJson } from "../host.mjs";

/** @typedef {import("../host.mjs").Host} Host */
/** @typedef {import("../host.mjs").ServerAddress} ServerAddress */

const VERSION = "1.18.18";
const PREFIX = `${SERVER_NAME}_`;
const NATIVE = `opencode-${process.platform}-${process.arch}`;

/** @type {Host} */
export const opencode = {
  name: "opencode",
  title: "opencode",
  version: VERSION,
  packages: [`opencode-ai@${VERSION}`, `${NATIVE}@${VERSION}`],
  program: `${NATIVE}/bin/opencode`,
  runsOnNode: false,
  prepare({ home, modelUrl, server }) {
    const settings = path.join(home, "opencode.json");
    fs.writeFileSync(
      settings,
      JSON.stringify({
        $schema: "https://opencode.ai/config.json",
        autoupdate: false,
        share: "disabled",
        model: "mock/mock-model",
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            name: "mock",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
            models: { "mock-model": { name: "mock-model" } },
          },
        },
        mcp: { [SERVER_NAME]: toServer(server) },
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
  wire: {
    isTurn: (url) => url.startsWith("/v1/chat/completions"),
    read: (body) => ({
      offered: (body.tools ?? [])
        .map((/** @type {any} */ tool) => tool.function)
        .filter((/** @type {any} */ { name }) => name.startsWith(PREFIX))
        .map((/** @type {any} */ { name, description, parameters }) => ({
          name: name.slice(PREFIX.length),
          description,
          properties: parameters.properties,
        })),
      results: body.messages
        .filter((/** @type {any} */ message) => message.role === "tool")
        .map((/** @type {any} */ { content }) => readContent(content)),
    }),
    call({ number, tool, arguments: values }, { body }) {
      const call = {
        index: 0,
        id: `call_${number}`,
        type: "function",
        function: { name: PREFIX + tool, arguments: JSON.stringify(values) },
      };
      return toTurn(body, { role: "assistant", content: null, tool_calls: [call] }, "tool_calls");
    },
    end: ({ body }) => toTurn(body, { role: "assistant", content: "Done." }, "stop"),
  },
  showsStructured: false,
  unwrap: (shown) => shown,
  unwrapError: (shown) => shown,
  wrapping: "as it is",
};

/** @param {ServerAddress} server */
function toServer(server) {
  return server.transport === "http"
    ? { type: "remote", url: server.url, enabled: true }
    : { type: "local", command: server.command, enabled: true };
}

/** @param {string | readonly { text?: string }[]} content */
function readContent(content) {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

/**
 * @param {any} body
 * @param {object} message
 * @param {string} reason
 */
function toTurn(body, message, reason) {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const answer = { id: "completion", created: 0, model: body.model };
  if (body.stream !== true) {
    const choices = [{ index: 0, message, finish_reason: reason }];
    return toJson({ ...answer, object: "chat.completion", choices, usage });
  }
  const chunk = { ...answer, object: "chat.completion.chunk" };
  const { type, text } = toEventStream([
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
  ]);
  return { type, text: `${text}data: [DONE]\n\n` };
}

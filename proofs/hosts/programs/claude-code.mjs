// Claude Code: `claude -p` with the Messages API at our own address.
import fs from "node:fs";
import path from "node:path";

import { SERVER_NAME, toEventStream, toJson, TOOL_NAMES } from "../host.mjs";

/** @typedef {import("../host.mjs").Host} Host */
/** @typedef {import("../host.mjs").ServerAddress} ServerAddress */

const VERSION = "2.1.325";
const PREFIX = `mcp__${SERVER_NAME}__`;
const NATIVE = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;

/** @type {Host} */
export const claudeCode = {
  name: "claude",
  title: "Claude Code",
  version: VERSION,
  // The second is what the first one's install script would copy, since we run no package scripts.
  packages: [`@anthropic-ai/claude-code@${VERSION}`, `${NATIVE}@${VERSION}`],
  program: `${NATIVE}/claude`,
  runsOnNode: false,
  prepare({ home, modelUrl, server }) {
    const settings = path.join(home, "mcp.json");
    fs.writeFileSync(settings, JSON.stringify({ mcpServers: { [SERVER_NAME]: toServer(server) } }));
    return {
      words: [
        "-p",
        "list",
        "--mcp-config",
        settings,
        "--strict-mcp-config",
        `--allowedTools=${TOOL_NAMES.map((name) => PREFIX + name).join(",")}`,
        "--output-format",
        "json",
      ],
      variables: {
        CLAUDE_CONFIG_DIR: home,
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: "dummy",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_TELEMETRY: "1",
        DISABLE_AUTOUPDATER: "1",
        // Without it, Claude Code may send the first request before the server has answered.
        MCP_CONNECTION_NONBLOCKING: "0",
      },
    };
  },
  wire: {
    isTurn: (url) => /^\/v1\/messages(?:\?|$)/.test(url),
    read: (body) => ({
      offered: (body.tools ?? [])
        .filter((/** @type {any} */ tool) => tool.name?.startsWith(PREFIX) && tool.defer_loading !== true)
        .map((/** @type {any} */ tool) => ({
          name: tool.name.slice(PREFIX.length),
          description: tool.description,
          properties: tool.input_schema.properties,
        })),
      results: body.messages
        .flatMap((/** @type {any} */ message) => (Array.isArray(message.content) ? message.content : []))
        .filter((/** @type {any} */ block) => block.type === "tool_result")
        .map((/** @type {any} */ { content }) => readContent(content)),
    }),
    call({ number, tool, arguments: values }, { body }) {
      const block = { type: "tool_use", id: `toolu_${number}`, name: PREFIX + tool };
      return toTurn(body, block, values, "tool_use");
    },
    end: (request) => toTurn(request.body, { type: "text", text: "Done." }, undefined, "end_turn"),
  },
  showsStructured: true,
  unwrap: (shown) => shown,
  unwrapError: (shown) => shown,
  wrapping: "as it is",
};

/** @param {ServerAddress} server */
function toServer(server) {
  if (server.transport === "http") {
    return { type: "http", url: server.url };
  }
  const [command, ...args] = server.command;
  return { type: "stdio", command, args };
}

/** @param {string | readonly { text?: string }[]} content */
function readContent(content) {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

/**
 * A turn with one block, in the format that the request asks for.
 * @param {any} body
 * @param {{ type: string, text?: string }} block
 * @param {Record<string, unknown> | undefined} input Of a call.
 * @param {string} reason
 */
function toTurn(body, block, input, reason) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "message", type: "message", role: "assistant", model: body.model, stop_sequence: null, usage };
  if (body.stream !== true) {
    return toJson({ ...message, content: [input === undefined ? block : { ...block, input }], stop_reason: reason });
  }
  const [start, delta] =
    input === undefined
      ? [
          { ...block, text: "" },
          { type: "text_delta", text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(input) },
        ];
  return toEventStream([
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
}

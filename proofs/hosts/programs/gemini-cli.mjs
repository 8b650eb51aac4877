// Gemini CLI: `gemini -p` with the Gemini API at our own address.
import fs from "node:fs";
import path from "node:path";

import { SERVER_NAME, takeInside, toEventStream, toJson } from "../host.mjs";

/** @typedef {import("../host.mjs").Host} Host */
/** @typedef {import("../host.mjs").ServerAddress} ServerAddress */

const VERSION = "0.61.0";
const PREFIX = `mcp_${SERVER_NAME}_`;

/** After thirty turns it asks whether the work still makes progress, and keeps asking for minutes unless the answer is such JSON. */
const NOT_STUCK = JSON.stringify({ unproductive_state_analysis: "Page by page.", unproductive_state_confidence: 0 });

/** @type {Host} */
export const geminiCli = {
  name: "gemini",
  title: "Gemini CLI",
  version: VERSION,
  packages: [`@google/gemini-cli@${VERSION}`],
  program: "@google/gemini-cli/bundle/gemini.js",
  runsOnNode: true,
  prepare({ home, modelUrl, server }) {
    fs.mkdirSync(path.join(home, ".gemini"));
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      mcpServers: { [SERVER_NAME]: { ...toServer(server), trust: true } },
    };
    fs.writeFileSync(path.join(home, ".gemini/settings.json"), JSON.stringify(settings));
    return {
      words: ["-m", "gemini-2.5-flash", "-p", "list", "-o", "json"],
      variables: {
        GEMINI_API_KEY: "dummy",
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_TRUST_WORKSPACE: "true",
      },
    };
  },
  wire: {
    isTurn: (url) => /:(?:streamGenerateContent|generateContent)/.test(url),
    read: (body) => ({
      offered: (body.tools ?? [])
        .flatMap((/** @type {any} */ tool) => tool.functionDeclarations ?? [])
        .filter((/** @type {any} */ { name }) => name.startsWith(PREFIX))
        .map((/** @type {any} */ { name, description, parametersJsonSchema, parameters }) => ({
          name: name.slice(PREFIX.length),
          description,
          properties: (parametersJsonSchema ?? parameters).properties,
        })),
      results: body.contents
        .flatMap((/** @type {any} */ content) => content.parts ?? [])
        .filter((/** @type {any} */ part) => part.functionResponse !== undefined)
        .map((/** @type {any} */ { functionResponse: { response } }) => response.output ?? response.error),
    }),
    call: ({ tool, arguments: values }, { url }) =>
      toTurn(url, { functionCall: { name: PREFIX + tool, args: values } }),
    end: ({ url, body }) =>
      toTurn(url, { text: body.generationConfig?.responseMimeType === "application/json" ? NOT_STUCK : "Done." }),
  },
  showsStructured: false,
  unwrap: (shown) =>
    takeInside(shown, /^<untrusted_context>\n([^]*)\n<\/untrusted_context>$/)?.replaceAll(
      // It escapes anything that would end its wrapping.
      "&lt;/untrusted_context&gt;",
      "</untrusted_context>",
    ),
  unwrapError: readError,
  refuseBySchema: (field, type) => `params/${field} must be ${type}`,
  wrapping: "in `<untrusted_context>`, errors in JSON",
};

/** @param {ServerAddress} server */
function toServer(server) {
  if (server.transport === "http") {
    return { httpUrl: server.url };
  }
  const [command, ...args] = server.command;
  return { command, args };
}

/**
 * An error is shown with the call and the whole result as JSON.
 * @param {string} shown
 */
function readError(shown) {
  const json = takeInside(shown, /^MCP tool '\w+' reported tool error for function call: .* with response: (\[.*\])$/);
  const [{ functionResponse }] = JSON.parse(json ?? '[{ "functionResponse": {} }]');
  return functionResponse.response?.isError === true ? functionResponse.response.content[0].text : undefined;
}

/**
 * @param {string} url
 * @param {object} part
 */
function toTurn(url, part) {
  const answer = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  return url.includes(":streamGenerateContent") ? toEventStream([answer]) : toJson(answer);
}

// Gemini CLI: `gemini -p` with the Gemini API at our own address.
import fs from "node:fs";
import path from "node:path";

const VERSION = "0.61.0";

/** After thirty turns it asks whether the work still makes progress, and keeps asking for minutes unless the answer is such JSON. */
const NOT_STUCK = JSON.stringify({ unproductive_state_analysis: "Page by page.", unproductive_state_confidence: 0 });

/** @type {import("../model.mjs").Api} */
const GEMINI = {
  isTurn: (url) => /:(?:streamGenerateContent|generateContent)/.test(url),
  read: ({ tools = [], contents }) => ({
    tools: tools
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map(({ name, description, parametersJsonSchema, parameters }) => ({
        name,
        description,
        parameters: parametersJsonSchema ?? parameters,
      })),
    shown: contents
      .flatMap(({ parts = [] }) => parts)
      .filter(({ functionResponse }) => functionResponse !== undefined)
      .map(({ functionResponse: { response } }) => ({ text: response.output ?? response.error })),
  }),
  write({ tool, json, text }, { url, body }) {
    const isJson = body.generationConfig?.responseMimeType === "application/json";
    const part =
      tool === undefined
        ? { text: isJson ? NOT_STUCK : text }
        : { functionCall: { name: tool, args: JSON.parse(json) } };
    const answer = {
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return url.includes(":streamGenerateContent") ? [answer] : answer;
  },
};

/** @type {import("./host.mjs").Host} */
export const geminiCli = {
  title: "Gemini CLI",
  version: VERSION,
  packages: [`@google/gemini-cli@${VERSION}`],
  program: "@google/gemini-cli/bundle/gemini.js",
  api: GEMINI,
  prefix: "mcp_dirleaf_",
  prepare({ home, modelUrl, server }) {
    fs.mkdirSync(path.join(home, ".gemini"), { recursive: true });
    const reached = server?.url === undefined ? server : { httpUrl: server.url };
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      ...(server !== undefined && { mcpServers: { dirleaf: { ...reached, trust: true } } }),
    };
    fs.writeFileSync(path.join(home, ".gemini/settings.json"), JSON.stringify(settings));
    return {
      words: ["-m", "gemini-2.5-flash", "-p", "list", "-o", "json"],
      variables: { GEMINI_API_KEY: "dummy", GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    };
  },
  unwrap: (shown) =>
    /^<untrusted_context>\n([^]*)\n<\/untrusted_context>$/
      .exec(shown)?.[1]
      // It escapes anything that would end its wrapping.
      .replaceAll("&lt;/untrusted_context&gt;", "</untrusted_context>"),
  /** An error is shown with the call and the whole result as JSON. */
  unwrapError(shown) {
    const pattern = /^MCP tool '\w+' reported tool error for function call: .* with response: (\[.*\])$/;
    const [{ functionResponse }] = JSON.parse(pattern.exec(shown)?.[1] ?? '[{ "functionResponse": {} }]');
    return functionResponse.response?.isError === true ? functionResponse.response.content[0].text : undefined;
  },
  refuseBySchema: (field, type) => `params/${field} must be ${type}`,
  wrapping: "in `<untrusted_context>`, errors in JSON",
  integration: {
    name: "gemini",
    allow(home, line) {
      const policies = path.join(home, ".gemini/policies");
      fs.mkdirSync(policies, { recursive: true });
      fs.writeFileSync(path.join(policies, "dirleaf.toml"), line.replace("in ~/.gemini/policies/dirleaf.toml:", ""));
      return [];
    },
    consent: "--consent",
    validate: (folder) => [`gemini extensions validate ${folder}/integrations/dirleaf`],
    // It has a tree of its own.
    reaches: { instructions: ["user"], skill: ["systemInstruction"], names: ["user"] },
  },
};

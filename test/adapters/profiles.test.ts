// Every adapter takes the profiles that a router takes, and offers what they are for.
import { expect, test } from "vitest";

import { createAiSdkTools } from "../../src/adapters/ai-sdk.ts";
import { createAnthropicTools } from "../../src/adapters/anthropic.ts";
import { createLangChainTools } from "../../src/adapters/langchain.ts";
import { createMastraTools } from "../../src/adapters/mastra.ts";
import { createOpenAITools } from "../../src/adapters/openai.ts";
import { createOpenAIAgentsTools } from "../../src/adapters/openai-agents.ts";
import type { ToolRouterOptions } from "../../src/tools/tool-declaration.ts";

const nameOf = ({ name }: { readonly name: string }) => name;

const ADAPTERS: readonly [string, (options: ToolRouterOptions) => string[]][] = [
  ["AI SDK", (options) => Object.keys(createAiSdkTools(options))],
  ["Anthropic", (options) => createAnthropicTools(options).tools.map(nameOf)],
  ["LangChain", (options) => createLangChainTools(options).map(nameOf)],
  ["Mastra", (options) => Object.keys(createMastraTools(options))],
  ["OpenAI", (options) => createOpenAITools(options).responsesTools.map(nameOf)],
  ["OpenAI Agents", (options) => createOpenAIAgentsTools(options).map(nameOf)],
];

test.each(ADAPTERS)("%s", (_, namesOf) => {
  expect(namesOf({ profile: "hyper" })).toEqual(["list_directory"]);
  expect(namesOf({ profile: ["hyper", "codex-sorted"] })).toEqual(["list_dir", "list_directory"]);
  expect(namesOf({ profile: ["hyper", "leaf"] })).toEqual(["map_dir", "find_files", "list_dir", "list_directory"]);
  expect(() => namesOf({ profile: [] })).toThrow(TypeError);
  expect(() => namesOf({ profile: ["hyper", "hyper"] })).toThrow(TypeError);
  expect(() => namesOf({ experimentalSupportedTools: ["list_dri"] })).toThrow("no tool is named 'list_dri'");
});

// A misspelt limit would be no limit. Every function and factory refuses an option that it does not know.
import { describe, expect, test } from "vitest";

import { createAiSdkTools } from "../../src/adapters/ai-sdk.ts";
import { createAnthropicTools } from "../../src/adapters/anthropic.ts";
import { createLangChainTools } from "../../src/adapters/langchain.ts";
import { createMastraTools } from "../../src/adapters/mastra.ts";
import { createOpenAITools } from "../../src/adapters/openai.ts";
import { createOpenAIAgentsTools } from "../../src/adapters/openai-agents.ts";
import * as library from "../../src/index.ts";
import { createToolMount } from "../../src/mcp/mount-tools.ts";

const {
  createToolRouter,
  findFiles,
  findFilesText,
  listDir,
  listDirectory,
  localDisk,
  mapDir,
  mapDirText,
  s3,
  walkDir,
} = library;

/** What takes options, and misspelt ones of each with what was meant. */
const TAKERS: Readonly<Record<string, readonly [take: (options: object) => unknown, misspelt: string]>> = {
  listDir: [(options) => listDir({ dirPath: "/r", ...options }), "limt:limit root:roots denny:deny dir_path:dirPath"],
  listDirectory: [(options) => listDirectory({ path: "/r", ...options }), "root:roots maxResult:maxResults"],
  findFiles: [
    (options) => findFiles({ dirPath: "/r", ...options }),
    "word:words root:roots modified_within:modifiedWithin",
  ],
  findFilesText: [(options) => findFilesText({ dirPath: "/r", ...options }), "Deny:deny"],
  walkDir: [(options) => walkDir({ dirPath: "/r", ...options }).next(), "root:roots denny:deny"],
  mapDir: [(options) => mapDir({ dirPath: "/r", ...options }), "buget:budget root:roots"],
  mapDirText: [(options) => mapDirText({ dirPath: "/r", ...options }), "Roots:roots"],
  createToolRouter: [createToolRouter, "root:roots maxoutputbytes:maxOutputBytes max_depth:maxDepth"],
  defaults: [(defaults) => createToolRouter({ defaults }), "limits:defaults.limit Depth:defaults.depth"],
  createToolMount: [
    createToolMount,
    "root:roots structurd:structured experimentalSupportedTool:experimentalSupportedTools",
  ],
  createAiSdkTools: [createAiSdkTools, "root:roots"],
  createAnthropicTools: [createAnthropicTools, "root:roots toolError:ToolError"],
  createLangChainTools: [createLangChainTools, "root:roots"],
  createMastraTools: [createMastraTools, "root:roots"],
  createOpenAITools: [createOpenAITools, "root:roots stric:strict"],
  createOpenAIAgentsTools: [createOpenAIAgentsTools, "root:roots stric:strict"],
  localDisk: [localDisk, "cachebyte:cacheBytes"],
  s3: [s3, "endpont:endpoint maxAttempt:maxAttempts"],
  answer: [
    (options) =>
      createToolRouter().answer({ type: "function_call", name: "list_dir", arguments: "{}", call_id: "1" }, options),
    "signals:signal",
  ],
  answerFunctionCalls: [(options) => createOpenAITools().answerFunctionCalls([], options), "signals:signal"],
  answerToolCalls: [(options) => createOpenAITools().answerToolCalls([], options), "sigal:signal"],
  answerToolUses: [(options) => createAnthropicTools().answerToolUses([], options), "sigal:signal"],
};

const rows = Object.entries(TAKERS).flatMap(([name, [take, words]]) =>
  words.split(" ").map((word) => {
    const [given = "", meant = ""] = word.split(":");
    return { name, given, meant, take };
  }),
);

describe("an option that is not known is refused", () => {
  test.each(rows)("$name: $given", async ({ given, meant, take }) => {
    const message = new RegExp(`^there is no option \\S+; did you mean ${meant}\\?$`);
    for (const value of [["/r"], undefined]) {
      const taken = async () => take({ [given]: value });
      await expect(taken()).rejects.toSatisfy((error) => error instanceof TypeError && message.test(error.message));
    }
  });

  test("with a short message, however long its name is", () => {
    expect(() => createToolRouter({ ["x".repeat(1e6)]: 1 })).toThrow(/^.{1,500}$/);
  });
});

test("every function of the library that takes options is tried here", () => {
  const values = /^(?:memory|estimateTokens|AccessError|FunctionCallError|(?:parse|render|to)[A-Z]\w*)$/;
  expect(Object.keys(library).filter((name) => !values.test(name) && !(name in TAKERS))).toEqual([]);
});

// Every front end as one function that takes a call and returns the text, and whether it was an error.
import { createAiSdkTools } from "../../src/adapters/ai-sdk.ts";
import { createAnthropicTools } from "../../src/adapters/anthropic.ts";
import { createLangChainTools } from "../../src/adapters/langchain.ts";
import { createMastraTools } from "../../src/adapters/mastra.ts";
import { createOpenAITools } from "../../src/adapters/openai.ts";
import { createOpenAIAgentsTools } from "../../src/adapters/openai-agents.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { TOOL_NAMES } from "../../src/tools/tool-list.ts";
import { connect, WAYS } from "./mcp-connection.ts";
import { shippedCli } from "./run-cli.ts";

export interface Answer {
  readonly text: string;
  /** Undefined if the framework does not mark errors. */
  readonly isError?: boolean;
}

export type Ask = (tool: string, json: string) => Promise<Answer>;

export interface FrontEnd {
  readonly name: string;
  /** Whether the model's text reaches the tool even if it is not JSON. */
  readonly takesText: boolean;
  /** Whether every call starts a process. If so, `npm test` makes only some of the calls. */
  readonly startsProcess?: boolean;
  /**
   * Where relative paths begin.
   * @default the root that it is opened for
   */
  readonly workingDirectory?: string;
  open(root: string): Promise<Ask>;
}

/** An adapter, which takes a router's options. */
export interface Adapter extends FrontEnd {
  open(root: string, options?: ToolRouterOptions): Promise<Ask>;
}

const terminal: FrontEnd = {
  name: "terminal",
  takesText: true,
  startsProcess: true,
  async open(cwd) {
    return async (tool, json) => {
      // A process, since relative paths are relative to its working directory.
      const { status, stdout, stderr } = shippedCli().run(["call", tool, "-"], { cwd, input: json });
      return { text: `${stdout}${stderr}`.replace(/\n$/, ""), isError: status === 1 };
    };
  },
};

const mcp = WAYS.map((way): FrontEnd => {
  return {
    name: `MCP, ${way.era}, ${way.transport}`,
    takesText: false,
    // Relative paths are taken from the only root.
    workingDirectory: "/",
    async open(cwd) {
      // The whole disk: roots are a setting of this front end only, and would cause different errors.
      const client = await connect(way, ["/", "--tools", TOOL_NAMES.join()], cwd);
      return async (name, json) => {
        const { content, isError } = await client.callTool({ name, arguments: JSON.parse(json) });
        const [{ text } = { text: "" }] = content as { text: string }[];
        return { text, isError: isError === true };
      };
    },
  };
});

const OFFER = { roots: "any", tools: TOOL_NAMES } as const;

export const ADAPTERS: readonly Adapter[] = [
  {
    name: "AI SDK",
    takesText: false,
    async open(workingDirectory, options) {
      const tools = createAiSdkTools({ ...OFFER, workingDirectory, ...options });
      return (tool, json) => caught(async () => tools[tool]?.execute(JSON.parse(json), { toolCallId: "1" }));
    },
  },
  {
    name: "OpenAI, Responses",
    takesText: true,
    async open(workingDirectory, options) {
      const { answerFunctionCalls } = createOpenAITools({ ...OFFER, workingDirectory, ...options });
      return async (name, json) => {
        const call = { type: "function_call", name, call_id: "1", arguments: json };
        const [output] = await answerFunctionCalls([call]);
        return { text: String(output?.output) };
      };
    },
  },
  {
    name: "OpenAI, Chat Completions",
    takesText: true,
    async open(workingDirectory, options) {
      const { answerToolCalls } = createOpenAITools({ ...OFFER, workingDirectory, ...options });
      return async (name, json) => {
        const call = { type: "function", id: "1", function: { name, arguments: json } };
        const [message] = await answerToolCalls([call]);
        return { text: String(message?.content) };
      };
    },
  },
  {
    name: "OpenAI Agents",
    takesText: true,
    async open(workingDirectory, options) {
      const tools = createOpenAIAgentsTools({ ...OFFER, workingDirectory, ...options });
      return async (name, json) => {
        const tool = tools.find((candidate) => candidate.name === name);
        return { text: String(await tool?.invoke(undefined, json)) };
      };
    },
  },
  {
    name: "Anthropic",
    takesText: false,
    async open(workingDirectory, options) {
      const { answerToolUses } = createAnthropicTools({ ...OFFER, workingDirectory, ...options });
      return async (name, json) => {
        const [result] = await answerToolUses([{ type: "tool_use", id: "1", name, input: JSON.parse(json) } as never]);
        return { text: String(result?.content), isError: result?.is_error === true };
      };
    },
  },
  {
    name: "LangChain",
    takesText: false,
    async open(workingDirectory, options) {
      const tools = createLangChainTools({ ...OFFER, workingDirectory, ...options });
      return async (name, json) => {
        const tool = tools.find((candidate) => candidate.name === name);
        const message = await tool?.invoke({ type: "tool_call", id: "1", name, args: JSON.parse(json) });
        return { text: String(message.content), isError: message.status === "error" };
      };
    },
  },
  {
    name: "Mastra",
    takesText: false,
    async open(workingDirectory, options) {
      const tools = createMastraTools({ ...OFFER, workingDirectory, ...options });
      return (tool, json) => caught(async () => tools[tool]?.execute(JSON.parse(json)));
    },
  },
];

/** The answer of a framework that throws errors. */
async function caught(execute: () => Promise<string | undefined>): Promise<Answer> {
  try {
    return { text: String(await execute()), isError: false };
  } catch (error) {
    return { text: String(error), isError: true };
  }
}

/** All front ends. The library, which they are compared with, is not among them. */
export const FRONT_ENDS: readonly FrontEnd[] = [terminal, ...mcp, ...ADAPTERS];

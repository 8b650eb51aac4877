// The tools for the OpenAI Agents SDK. Its function tools are plain objects, so nothing is imported from it.
import { BOOLEAN, checkOptions, FUNCTION } from "../tooling/check-options.ts";
import { ROUTER_RULES, type ToolRouterOptions } from "../tools/create-tool-router.ts";
import { adaptTools, type ArgumentsJsonSchema, type StrictArgumentsJsonSchema } from "./adapted-tools.ts";

/** The part of the SDK's `tool` that is needed here. */
export type OpenAIAgentsToolMaker = (options: {
  name: string;
  description: string;
  parameters: { type: "object"; properties: Record<string, never>; required: never[]; additionalProperties: true };
  strict: false;
  needsApproval: false;
  execute: () => Promise<string>;
}) => { needsApproval: unknown };

/** The part of the SDK's call details that the tools need. */
export interface OpenAIAgentsCallDetails {
  readonly toolCall?: { readonly callId: string };
  readonly signal?: AbortSignal;
}

/** A function tool in the SDK's format. */
export interface OpenAIAgentsTool {
  type: "function";
  name: string;
  description: string;
  parameters: StrictArgumentsJsonSchema | (ArgumentsJsonSchema & { additionalProperties: true });
  strict: boolean;
  /** Returns the text for the model, including for its mistakes. `input` is JSON text. */
  invoke: (runContext: unknown, input: string, details?: OpenAIAgentsCallDetails) => Promise<string>;
  needsApproval: () => Promise<boolean>;
  isEnabled: () => Promise<boolean>;
}

/**
 * Creates the tools of an agent. `strict` sends the definitions in OpenAI's strict mode: every argument is required, and null means left
 * out. `tool` is the SDK's own function of that name: it marks the tools as needing no approval in a way that the SDK trusts. Without it,
 * the SDK stops a run to ask for approval if a model's arguments are not a JSON object.
 *
 * ```ts
 * import { Agent, run } from "@openai/agents";
 * import { createOpenAIAgentsTools } from "dirleaf/openai-agents";
 *
 * const tools = createOpenAIAgentsTools({ roots: [process.cwd()] });
 * await run(new Agent({ name: "guide", tools }), "What is in this project?");
 * ```
 */
export function createOpenAIAgentsTools(
  options: ToolRouterOptions & { readonly strict?: boolean; readonly tool?: OpenAIAgentsToolMaker } = {},
): OpenAIAgentsTool[] {
  checkOptions(options, { ...ROUTER_RULES, strict: BOOLEAN, tool: FUNCTION });
  const { strict = false, tool, ...routerOptions } = options;
  const needsApproval = tool === undefined ? async () => false : makeApprovalPolicy(tool);
  return adaptTools(routerOptions, strict).map(({ name, description, parameters, respond }) => ({
    type: "function",
    name,
    description,
    parameters: { ...parameters, additionalProperties: !strict } as OpenAIAgentsTool["parameters"],
    strict,
    invoke: async (_runContext, input, details) =>
      (await respond(input, details?.toolCall?.callId, details?.signal)).content,
    needsApproval,
    isEnabled: async () => true,
  }));
}

/** An approval policy made by the SDK, which trusts no other: only then does it never ask for approval. */
function makeApprovalPolicy(tool: OpenAIAgentsToolMaker): OpenAIAgentsTool["needsApproval"] {
  const made = tool({
    name: "policy",
    description: "",
    parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
    strict: false,
    needsApproval: false,
    execute: async () => "",
  });
  return made.needsApproval as OpenAIAgentsTool["needsApproval"];
}

// What all adapters build on: definitions of the tools that a framework may change, and answers to the calls that it passes on.
import type { FunctionCallErrorCode } from "../tooling/function-call-error.ts";
import { toPayload } from "../tooling/tool-router.ts";
import type { ParameterSchema, ParametersSchema, Tool, ToolOutput } from "../tooling/tool.ts";
import { createToolRouter, type ToolRouterOptions } from "../tools/create-tool-router.ts";

/** One argument. Neither readonly nor an interface, because the libraries' own types accept neither. */
export type PropertyJsonSchema = {
  type: string | string[];
  description: string;
  enum?: (string | null)[];
  items?: { type: "string" };
};

/** All arguments of a tool. */
export type ArgumentsJsonSchema = {
  type: "object";
  properties: Record<string, PropertyJsonSchema>;
  required: string[];
};

/** The same, with unknown arguments ruled out. */
export type StrictArgumentsJsonSchema = ArgumentsJsonSchema & { additionalProperties: false };

export interface AdaptedTool {
  readonly name: string;
  readonly description: string;
  /** A copy, because some frameworks change the schema that they get. */
  readonly parameters: ArgumentsJsonSchema;
  /**
   * Answers a call, including a model's mistakes. `input`: its arguments, as text or parsed. An error that it throws is a bug, for the
   * program to handle. Not every framework has an id.
   */
  respond(input: unknown, callId?: string, signal?: AbortSignal | null): Promise<ToolOutput>;
}

/** Options of adapters that give tools by name. `Name`: the names of our tools on offer. `Extra`: those of your own. */
export interface NamedToolOptions<Name extends string, Extra extends string> extends ToolRouterOptions {
  /**
   * The names of the tools to offer, among ours. The profiles `codex-*` ignore names that no tool has.
   * @default `map_dir`, `find_files` and `list_dir`, or the tools that the profiles are for
   */
  readonly tools?: readonly Name[] | undefined;
  /**
   * What the original `list_dir` calls `tools`. It counts where `tools` is not given.
   * @default none
   */
  readonly experimentalSupportedTools?: readonly Name[] | undefined;
  /**
   * Your own tools, offered after ours. `roots` and `deny` do not apply to them; `maxOutputBytes` and `deadlineMs` do.
   * @default none
   */
  readonly extraTools?: readonly (Tool & { readonly name: Extra })[] | undefined;
}

/** The tools of a router. `isStrict`: in OpenAI's strict mode, in which every argument is required, and null means left out. */
export function adaptTools(options: ToolRouterOptions, isStrict: boolean = false): AdaptedTool[] {
  const router = createToolRouter(options);
  return router.specs().map(({ name, description, parameters }) => {
    const copy = { ...structuredClone(parameters), required: [...(parameters.required ?? [])] };
    return {
      name,
      description,
      parameters: (isStrict ? toStrictSchema(copy) : copy) as ArgumentsJsonSchema,
      respond(input, callId = "", signal) {
        return router.respond({ toolName: name, callId, payload: toPayload(input), signal: signal ?? undefined });
      },
    };
  });
}

/** The tools by name, as some frameworks want them. */
export function toolsByName<Name extends string, Extra extends string, Made>(
  options: NamedToolOptions<Name, Extra>,
  make: (tool: AdaptedTool) => Made,
): Record<Name | Extra, Made> {
  return Object.fromEntries(adaptTools(options).map((tool) => [tool.name, make(tool)])) as Record<Name | Extra, Made>;
}

/**
 * Throwing it marks the answer as an error. Some frameworks show the model its `message`, others its `toString()`: both are
 * the tool's own words.
 */
export class ListingError extends Error {
  override readonly name = "ListingError";
  readonly code: FunctionCallErrorCode;

  constructor(message: string, code: FunctionCallErrorCode = "tool_error") {
    super(message);
    this.code = code;
  }

  override toString(): string {
    return this.message;
  }
}

/** The text of an answer. Throws a `ListingError` for a model's mistake. */
export async function textOrThrow(answer: Promise<ToolOutput>): Promise<string> {
  const { content, success, code } = await answer;
  if (!success) {
    throw new ListingError(content, code);
  }
  return content;
}

function toStrictSchema({ properties, required = [], ...others }: ParametersSchema): ParametersSchema {
  const entries = Object.entries(properties).map(([name, property]) => {
    return [name, required.includes(name) ? property : orNull(property)] as const;
  });
  const strict = { properties: Object.fromEntries(entries), required: Object.keys(properties) };
  return { ...others, ...strict, additionalProperties: false };
}

/** The schema of what an argument may be, or null. A tool that a program adds may describe its arguments without a type. */
function orNull(property: ParameterSchema): ParameterSchema {
  const { type, enum: choices } = property;
  if (type === undefined || "const" in property) {
    return { anyOf: [property, { type: "null" }] };
  }
  const types = [type, "null"].flat();
  return { ...property, type: [...new Set(types)], ...(choices && { enum: [...new Set([...choices, null])] }) };
}

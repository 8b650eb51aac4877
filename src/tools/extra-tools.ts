// The tools that a program adds to ours: what they must have, what they are given, and how long their answers may be.
import type { OperatorSettings } from "../operator/operator-settings.ts";
import { OptionError } from "../core/options.ts";
import { withinTime } from "../core/within-time.ts";
import { isString, readObject } from "../tooling/argument.ts";
import {
  BOOLEAN,
  checkOption,
  FUNCTION,
  isArrayOf,
  isObject,
  OBJECT,
  STRING,
  type OptionRule,
  type RulesFor,
} from "../tooling/check-options.ts";
import { cutText } from "../tooling/cut-text.ts";
import { modelError, parseError, toFunctionCallError } from "../tooling/function-call-error.ts";
import type { Tool, ToolOutput, ToolPayload } from "../tooling/tool.ts";
import { PAGE_TOOL_NAME, TOOL_NAMES } from "./tool-list.ts";

export const ARRAY_OF_OBJECTS: OptionRule = {
  expected: "an array of objects",
  fits: (value) => isArrayOf(value, isObject),
};

const TOOL_RULES: RulesFor<keyof Tool> = {
  name: { expected: "a string that is not empty", fits: (value) => isString(value) && value !== "", isRequired: true },
  description: { ...STRING, isRequired: true },
  parameters: { expected: 'a JSON Schema with type "object" and properties', fits: isParameters, isRequired: true },
  outputSchema: OBJECT,
  supportsParallelCalls: { ...BOOLEAN, isRequired: true },
  handle: { ...FUNCTION, isRequired: true },
};

function isParameters(value: unknown): boolean {
  const { type, properties, required = [] } = isObject(value) ? value : {};
  return type === "object" && isObject(properties) && isArrayOf(required, isString);
}

/** The tools in the form that a router calls. Throws a `TypeError` for one that is incomplete, or whose name is taken. */
export function adoptTools(tools: readonly Tool[], settings: OperatorSettings): Tool[] {
  const taken = new Set([...TOOL_NAMES, PAGE_TOOL_NAME]);
  return tools.map((tool, index) => {
    for (const [field, rule] of Object.entries(TOOL_RULES)) {
      checkOption(`extraTools[${index}].${field}`, tool[field as keyof Tool], rule);
    }
    if (taken.has(tool.name)) {
      throw new OptionError(`extraTools[${index}].name '${tool.name}' is already taken`);
    }
    taken.add(tool.name);
    return adoptTool(tool, settings);
  });
}

/** Copies the fields one by one: a tool may be an instance of a class, and spreading it would lose what it inherits. */
function adoptTool(tool: Tool, { maxOutputBytes, deadlineMs }: OperatorSettings): Tool {
  const { name, description, parameters, outputSchema, supportsParallelCalls } = tool;
  return {
    name,
    description,
    parameters,
    outputSchema,
    supportsParallelCalls,
    async handle(invocation) {
      try {
        const payload = toFunctionPayload(invocation.payload, name);
        // A tool that may not run in parallel and never answers must not keep all others from running.
        const late = `${name} did not answer within ${deadlineMs / 1000} s; ask for less, or call again`;
        const tooLate = () => modelError(late, "timed_out");
        const wait = { signal: invocation.signal, timeoutMs: deadlineMs };
        const output = await withinTime(wait, tooLate, (signal) => tool.handle({ ...invocation, payload, signal }));
        return boundOutput(output, tool, maxOutputBytes);
      } catch (error) {
        throw toFunctionCallError(error, name);
      }
    },
  };
}

/** The text of a JSON object, whichever front end the call comes from. */
function toFunctionPayload(payload: ToolPayload | undefined, name: string): ToolPayload {
  const given = readObject(payload, name);
  if (payload?.type === "function" && Object.keys(given).length > 0) {
    return payload;
  }
  try {
    return { type: "function", arguments: JSON.stringify(given) };
  } catch {
    throw parseError("not valid JSON, or nested too deeply");
  }
}

/** The answer within the bound: cut, or refused if it is JSON, which is of no use when it is cut. */
function boundOutput(output: ToolOutput, { name, outputSchema }: Tool, maxOutputBytes: number): ToolOutput {
  if (!isString(output?.content) || typeof output.success !== "boolean") {
    throw new TypeError("an answer must be an object with a string `content` and a boolean `success`");
  }
  const { content, success, code } = output;
  const json: unknown = success && outputSchema !== undefined ? JSON.parse(content) : undefined;
  if (json !== undefined && !isObject(json)) {
    throw new TypeError("an answer must be a JSON object if the tool has an outputSchema");
  }
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxOutputBytes) {
    return { content, success, code, data: json === undefined ? output.data : () => json };
  }
  if (json !== undefined) {
    throw modelError(
      `the answer of ${name} has ${bytes} bytes, and at most ${maxOutputBytes} are allowed; ask for less`,
      "answer_too_long",
    );
  }
  const note = `\n(cut: the answer has ${bytes} bytes, and at most ${maxOutputBytes} are shown)`;
  return { content: cutText(content, maxOutputBytes - note.length) + note, success, code, data: output.data };
}

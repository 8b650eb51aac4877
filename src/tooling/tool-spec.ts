// A tool as a model sees it: the function-tool format of the Responses API. Other APIs' formats are derived from it.
import { nameOf, type Argument, type Arguments } from "./argument.ts";

/** The part of JSON Schema that the arguments need. Bounds and defaults are in the descriptions, since hosts strip the rest. */
export interface ParameterSchema {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string" };
}

/** The JSON Schema of a tool's arguments. */
export interface ParametersSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required: readonly string[];
}

/** A tool as a model is told of it. */
export interface ToolSpec {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  /** Not strict: optional arguments may be left out, and unknown ones are ignored. */
  readonly strict: false;
  readonly parameters: ParametersSchema;
}

/** The JSON Schema of declared arguments. `defaults` are the operator's, keyed by the request's field names. */
export function toParameters(declared: Arguments, defaults: Readonly<Record<string, unknown>> = {}): ParametersSchema {
  const entries = Object.entries(declared);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([field, argument]) => [nameOf(field, argument), toParameter(argument, defaults[field])]),
    ),
    required: entries
      .filter(([, { isRequired }]) => isRequired === true)
      .map(([field, argument]) => nameOf(field, argument)),
  };
}

function toParameter(argument: Argument, setDefault: unknown): ParameterSchema {
  const byDefault = setDefault ?? argument.default;
  const description =
    byDefault === undefined ? argument.forModel : `${argument.forModel} Default ${String(byDefault)}.`;
  switch (argument.kind) {
    case "text":
      return { type: "string", description };
    case "texts":
      return { type: "array", items: { type: "string" }, description };
    case "count":
    case "integer":
      return { type: "integer", description };
    case "flag":
      return { type: "boolean", description };
    case "choice":
      return { type: "string", enum: argument.choices, description };
  }
}

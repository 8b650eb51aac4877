// A tool as a model sees it: the function-tool format of the Responses API. Other APIs' formats are derived from it.

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
  readonly required?: readonly string[];
}

/** The description of a tool for a model. */
export interface ToolSpec {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  /** Not strict: optional arguments may be left out, and unknown ones are ignored. */
  readonly strict: false;
  readonly parameters: ParametersSchema;
}

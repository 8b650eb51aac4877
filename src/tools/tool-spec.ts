// A tool as a model is told of it: the function-tool form of the Responses API, which other APIs' forms are cut from.

/** The part of JSON Schema that the arguments need. Bounds and defaults stand in the descriptions: hosts strip the rest. */
export interface ParameterSchema {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
  readonly enum?: readonly string[];
}

export interface ParametersSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required: readonly string[];
}

export interface ToolSpec {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  /** Not strict: optional arguments may be left out, and unknown ones are ignored. */
  readonly strict: false;
  readonly parameters: ParametersSchema;
}

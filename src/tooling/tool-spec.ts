// A tool as a model sees it: the function-tool format of the Responses API. Other APIs' formats are derived from it.

/**
 * The JSON Schema of an argument. Ours have only what is named here, and a tool of yours may have any keyword. Bounds and defaults are in
 * the descriptions, since hosts strip the rest.
 */
export interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: object;
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of a tool's arguments. */
export interface ParametersSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
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

// A tool as a model is told of it: the function-tool form of the Responses API, which other APIs' forms are cut from.

/** The part of JSON Schema that the arguments need. Bounds and defaults stand in the descriptions: hosts strip the rest. */
export interface ParameterSchema {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string" };
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

/** The arguments by which both tools filter. A single glob is taken as a list of one. */
export const FILTER_PROPERTIES: Readonly<Record<string, ParameterSchema>> = {
  include: {
    type: "array",
    items: { type: "string" },
    description: 'Globs to list only: "*.ts", "src/**". Default all.',
  },
  exclude: {
    type: "array",
    items: { type: "string" },
    description: "Globs to leave out. Default none.",
  },
  gitignore: {
    type: "string",
    enum: ["off", "collapse", "omit"],
    description: "Git-ignored: shown, folded or omitted. Default off.",
  },
};

// A tool's arguments as frameworks take a schema: the Standard Schema and Standard JSON Schema interfaces, hand-made.

/** Any JSON object: what a model sent. */
export type ArgumentsObject = Record<string, unknown>;

/** The shape of both standards, so far as the frameworks read it. */
export interface ArgumentsSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "dirleaf";
    readonly validate: (value: unknown) => { readonly value: ArgumentsObject };
    readonly jsonSchema: {
      readonly input: (options?: unknown) => Record<string, unknown>;
      readonly output: (options?: unknown) => Record<string, unknown>;
    };
    readonly types?: { readonly input: ArgumentsObject; readonly output: ArgumentsObject };
  };
}

/**
 * The schema of a tool's arguments. It describes and does not refuse: the tool checks its arguments itself, so that a
 * mistake is told in the same words by every face.
 */
export function toArgumentsSchema({ parameters }: { readonly parameters: object }): ArgumentsSchema {
  const toJson = () => parameters as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "dirleaf",
      validate: (value) => ({ value: value as ArgumentsObject }),
      jsonSchema: { input: toJson, output: toJson },
    },
  };
}

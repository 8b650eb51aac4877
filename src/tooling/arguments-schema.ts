// The schema of a tool's arguments, for frameworks that take Standard Schema or Standard JSON Schema. Both interfaces are written by hand.

/** Any JSON object: what a model sent. */
export type ArgumentsObject = Record<string, unknown>;

/** The part of both standards that the frameworks read. */
export interface ArgumentsSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "dirleaf";
    readonly validate: (value: unknown) => { readonly value: ArgumentsObject };
    readonly jsonSchema: Readonly<Record<"input" | "output", (options?: unknown) => Record<string, unknown>>>;
    readonly types?: { readonly input: ArgumentsObject; readonly output: ArgumentsObject };
  };
}

/**
 * The schema of a tool's arguments. It only describes and never rejects: the tool checks its arguments itself, so that every front end
 * reports a mistake in the same words.
 */
export function toArgumentsSchema(parameters: object): ArgumentsSchema {
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

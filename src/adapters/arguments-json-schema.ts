// The JSON Schema of a tool's arguments in the types that client libraries expect, and in OpenAI's strict dialect.
import type { ParametersSchema } from "../tooling/tool-spec.ts";

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

/** A copy of the schema, so that a program that modifies it does not affect ours. */
export function toArgumentsJsonSchema(parameters: ParametersSchema): ArgumentsJsonSchema {
  return structuredClone(parameters) as ArgumentsJsonSchema;
}

/** The schema for strict mode: all arguments are required, and the optional ones may be null. */
export function toStrictJsonSchema(parameters: ParametersSchema): StrictArgumentsJsonSchema {
  const { properties } = toArgumentsJsonSchema(parameters);
  for (const [name, property] of Object.entries(properties)) {
    if (!parameters.required.includes(name)) {
      property.type = [property.type, "null"].flat();
      property.enum?.push(null);
    }
  }
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/**
 * Removes optional arguments that are null, which is how a model leaves them out in strict mode: the profiles `codex-*` refuse
 * null. Text that is not a JSON object, and null for a required argument, stay as they are: the tool says what is wrong with them.
 */
export function omitNulls(json: string, { properties, required }: ParametersSchema): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return json;
  }
  const isLeftOut = ([name, argument]: [string, unknown]) =>
    argument === null && Object.hasOwn(properties, name) && !required.includes(name);
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter((entry) => !isLeftOut(entry))));
}

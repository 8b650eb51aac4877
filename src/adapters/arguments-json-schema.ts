// The JSON Schema of a tool's arguments in the types that client libraries expect, and in OpenAI's strict dialect.
import type { ParameterSchema, ParametersSchema } from "../tooling/tool-spec.ts";

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
export function toArgumentsJsonSchema({ properties, required }: ParametersSchema): ArgumentsJsonSchema {
  return { type: "object", properties: mapValues(properties, copy), required: [...required] };
}

/** The schema with all arguments required and optional ones nullable, which is how strict mode expresses optional. */
export function toStrictJsonSchema({ properties, required }: ParametersSchema): StrictArgumentsJsonSchema {
  return {
    type: "object",
    properties: mapValues(properties, (property, name) =>
      required.includes(name) ? copy(property) : nullable(property),
    ),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/**
 * Removes from a model's strict-mode JSON the arguments that it left out by sending null: the profiles of the original refuse
 * it. Text that is not a JSON object, and
 * null for a required argument, stay as they are: the tool says what is wrong with them.
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

/** Overwrites keys instead of appending them, so that the model gets them in their original order. */
function copy(property: ParameterSchema): PropertyJsonSchema {
  const { enum: choices, items } = property;
  const lists = { ...(choices && { enum: [...choices] }), ...(items && { items: { ...items } }) };
  return Object.assign({ ...property }, lists) as PropertyJsonSchema;
}

function nullable(property: ParameterSchema): PropertyJsonSchema {
  const { enum: choices } = property;
  return Object.assign(copy(property), { type: [property.type, "null"] }, choices && { enum: [...choices, null] });
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

// The JSON Schema of a tool's arguments in the types that client libraries ask for, and in OpenAI's strict dialect.
import type { ParameterSchema, ParametersSchema } from "../tooling/tool-spec.ts";

/** One argument. Nothing here is readonly, and nothing an interface: the libraries' own types take neither. */
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

/** The same where unknown arguments are ruled out. */
export type StrictArgumentsJsonSchema = ArgumentsJsonSchema & { additionalProperties: false };

/** The schema as it is, copied: what a program does with it is not ours to suffer. */
export function toArgumentsJsonSchema({ properties, required }: ParametersSchema): ArgumentsJsonSchema {
  return { type: "object", properties: mapValues(properties, copy), required: [...required] };
}

/** The schema with all arguments required, and null for those that may be left out, which is how strict mode says so. */
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
 * A model's JSON text from strict mode without the arguments that it left out by null. Text that is no JSON object, and
 * null where an argument is required, stay as they are: the tool says what is wrong with them.
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

/** Keys are written over and not put behind, so that the model is sent them in their order. */
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

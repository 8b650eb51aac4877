// The fields of a form, and the JSON of the call that they make.
import type { Field, ToolForm } from "../about.ts";

/** The text in each field, by the name of the argument. An empty field is an argument that is left out. */
export type FieldValues = Readonly<Record<string, string>>;

/** What is chosen in a panel. */
export interface CallSetup {
  readonly tool: string;
  /** The arguments besides the directory. */
  readonly values: FieldValues;
}

/** The arguments of a call, in the order in which the tool declares them. Invalid text is passed on: the tool says what is wrong. */
export function toArguments(fields: readonly Field[], values: FieldValues): Record<string, unknown> {
  const given = fields.filter(({ name }) => (values[name] ?? "") !== "");
  return Object.fromEntries(given.map((field) => [field.name, toValue(field, values[field.name] as string)]));
}

/** The argument that names the directory: the only required one. */
export function directoryArgument({ fields }: ToolForm): string {
  return fields[0]?.name ?? "";
}

function toValue({ kind }: Field, text: string): unknown {
  switch (kind) {
    case "count":
    case "integer":
      return /^-?\d+$/.test(text) ? Number(text) : text;
    case "flag":
      return text === "true";
    case "texts":
      return text.split(/\s+/).filter((glob) => glob !== "");
    default:
      return text;
  }
}

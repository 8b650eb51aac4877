// Turns the arguments of a call into a request, by their declaration. Tells the model what is wrong with an argument, and ignores arguments
// that are not declared.
import { describeArgument, fitsArgument, nameOf, type Argument, type ArgumentsFor } from "./argument.ts";
import { isString } from "./check-options.ts";
import { cutQuote } from "./cut-text.ts";
import { argumentError, modelError, parseError } from "./function-call-error.ts";
import type { ToolInvocation, ToolPayload } from "./tool.ts";

/** The arguments of a call. */
export interface ParsedArguments<Request> {
  /** Those that are declared. */
  readonly request: Request;
  /** The names of the arguments that are not declared and hold text: what was meant by them is lost. */
  readonly notArguments: readonly string[];
}

/**
 * Returns a function that turns a call into a request, and throws a `FunctionCallError` for the first argument that does not fit.
 * `isStrict`: whether values must be exact. If not, null, an empty text or an empty list means not given, and a string may hold a number or
 * a boolean.
 */
export function argumentParser<Request extends object>(
  toolName: string,
  declared: ArgumentsFor<Request>,
  isStrict: boolean = false,
): (invocation: ToolInvocation) => ParsedArguments<Request> {
  const fields = Object.entries<Argument>(declared).map(([field, argument]) => {
    return { field, argument, names: [nameOf(field, argument), ...(argument.aliases ?? [])] as const };
  });
  const known = new Set(fields.flatMap(({ names }) => names));
  return ({ payload }) => {
    const values = readObject(payload, toolName);
    const isGiven = (name: string) => !isLeftOut(values[name], isStrict);
    const request: Record<string, unknown> = {};
    for (const { field, argument, names } of fields) {
      const refusesEmpty = argument.kind === "text" && argument.default !== undefined;
      const empty = refusesEmpty ? names.find((name) => values[name] === "") : undefined;
      const name = names.find(isGiven) ?? (argument.isRequired === true ? names[0] : empty);
      if (name === undefined) {
        continue;
      }
      if (values[name] === undefined) {
        throw parseError(`missing field \`${name}\``, { argument: name });
      }
      request[field] = parseValue(name, values[name], argument, isStrict);
    }
    const notArguments = Object.keys(values).filter((name) => !known.has(name) && holdsText(values[name]));
    return { request: request as Request, notArguments };
  };
}

/**
 * The arguments of a call as an object. Some providers send nothing, or an empty text, for a call without arguments. Throws a
 * `FunctionCallError` if they are anything else.
 */
export function readObject(payload: ToolPayload | undefined, toolName: string): Readonly<Record<string, unknown>> {
  const value = payload?.type === "json" ? payload.arguments : parseText(payload, toolName);
  const given = value === undefined || value === null || value === "" ? {} : value;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw parseError(`expected a JSON object, got ${quote(given)}`);
  }
  return given as Readonly<Record<string, unknown>>;
}

function parseText(payload: ToolPayload | undefined, toolName: string): unknown {
  const json: unknown = payload?.type === "function" ? (payload.arguments ?? "") : undefined;
  if (!isString(json)) {
    throw modelError(`${toolName} handler received unsupported payload`, "invalid_argument");
  }
  try {
    return json.trim() === "" ? {} : JSON.parse(json);
  } catch (error) {
    throw parseError(`the arguments are not valid JSON (${(error as Error).message})`);
  }
}

function holdsText(value: unknown): boolean {
  return [value].flat().some((item) => isString(item) && item.trim() !== "");
}

/** Whether a value means that the argument was not given: models fill in every field they see. */
function isLeftOut(value: unknown, isStrict: boolean): boolean {
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return value === undefined || (isEmpty && !isStrict);
}

function parseValue(name: string, given: unknown, argument: Argument, isStrict: boolean): unknown {
  const value = isStrict ? given : convertText(given, argument);
  // The tool has its own words for a negative count.
  const isNegative = !isStrict && argument.kind === "count" && Number.isInteger(value) && (value as number) < 0;
  if (!isNegative && !fitsArgument(value, argument)) {
    throw argumentError(name, ` must be ${describeArgument(argument)}, got ${quote(value)}`);
  }
  return value;
}

/** Turns a string into the number or boolean that the argument needs. Other values stay as they are. */
function convertText(value: unknown, { kind }: Argument): unknown {
  if (!isString(value)) {
    return value;
  }
  if (kind === "count" || kind === "integer") {
    return /^-?[0-9]+$/.test(value) ? Number(value) : value;
  }
  return kind === "flag" && (value === "true" || value === "false") ? value === "true" : value;
}

/** A wrong value as an error repeats it. Objects and lists can be arbitrarily deep, so only their kind is named. */
function quote(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "a list" : "an object";
  }
  return cutQuote(isString(value) ? JSON.stringify(value) : String(value));
}

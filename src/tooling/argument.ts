// A tool's arguments, declared once: the JSON schema, the parser of calls, the rules of options, the command-line options, the tables in
// the documents and the operator's defaults all come from this declaration. The schema and the parser are here.
import { cutQuote } from "./cut-text.ts";
import { argumentError, modelError, parseError } from "./function-call-error.ts";
import type { ParameterSchema, ParametersSchema, ToolInvocation, ToolPayload } from "./tool.ts";

interface BaseArgument {
  /**
   * The name in the JSON of a call.
   * @default the name of the request's field
   */
  readonly name?: string;
  /** What the argument means, for the model. It pays for every word on every turn, so keep it short. */
  readonly forModel: string;
  /** What the argument means, for people: shown in the command line's help and in the documents. */
  readonly forPeople: string;
  /**
   * The default in words, such as "all". A model is told it only beside a `default`.
   * @default the value of `default`
   */
  readonly defaultInWords?: string;
  /**
   * Other names that models use for it. One counts only if the name itself is not given. Schemas don't show them.
   * @default none
   */
  readonly aliases?: readonly string[];
  /**
   * Whether the operator may set another default.
   * @default false
   */
  readonly isSettable?: true;
  /**
   * Whether a call without this argument is refused.
   * @default false
   */
  readonly isRequired?: true;
  /**
   * The placeholder for the value in the help, such as "path". Text that is an option of the command line needs one.
   * @default "n" for a number, the name of the field for a choice
   */
  readonly placeholder?: string;
  /**
   * The letter that stands for the option on the command line, such as "n" for `-n`.
   * @default none
   */
  readonly short?: string;
}

export interface TextArgument extends BaseArgument {
  readonly kind: "text";
  /**
   * What the tool uses if the argument is left out. With a default, an empty text is a value, which the tool refuses in its own words.
   * @default none: an empty text means that the argument was not given
   */
  readonly default?: string;
}

/** A string, or a list of strings. */
export interface TextsArgument extends BaseArgument {
  readonly kind: "texts";
  readonly default?: undefined;
}

/** `count`: zero or more. `integer`: may be negative; out-of-range values are clamped. */
export interface NumberArgument extends BaseArgument {
  readonly kind: "count" | "integer";
  readonly default: number;
}

export interface FlagArgument extends BaseArgument {
  readonly kind: "flag";
  readonly default: boolean;
  /**
   * What `--no-…` does, for people. Only for a flag that is on by default.
   * @default none
   */
  readonly forPeopleOff?: string;
}

/** One of a few words. */
export interface ChoiceArgument<Choice extends string = string> extends BaseArgument {
  readonly kind: "choice";
  readonly choices: readonly Choice[];
  readonly default: Choice;
}

export type Argument = TextArgument | TextsArgument | NumberArgument | FlagArgument | ChoiceArgument;

/** The kind of argument that a field of a request needs. */
type ArgumentFor<Value> = [Value] extends [boolean]
  ? FlagArgument
  : [Value] extends [number]
    ? NumberArgument
    : [Value] extends [string]
      ? string extends Value
        ? TextArgument
        : ChoiceArgument<Value>
      : TextsArgument;

/** A declaration for every field of a request. The compiler reports fields without one, or with one of the wrong kind. */
export type ArgumentsFor<Request> = {
  readonly [Name in keyof Request]-?: ArgumentFor<NonNullable<Request[Name]>>;
};

/** The same for code that handles the arguments of any tool. */
export type Arguments = Readonly<Record<string, Argument>>;

/** The name of an argument in the JSON of a call. */
export function nameOf(field: string, { name }: Argument): string {
  return name ?? field;
}

/** The largest count: about the largest unsigned 64-bit integer. */
const MAX_COUNT = 2 ** 64;

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

interface Kind {
  /** What a value must be, in words. */
  readonly expected: string;
  fits(value: unknown, argument: Argument): boolean;
  readonly schema: ParameterSchema;
}

const KINDS: Readonly<Record<Argument["kind"], Kind>> = {
  text: { expected: "a string", fits: isString, schema: { type: "string" } },
  texts: {
    expected: "a string or a list of strings",
    fits: (value) => isString(value) || (Array.isArray(value) && value.every(isString)),
    schema: { type: "array", items: { type: "string" } },
  },
  flag: { expected: "true or false", fits: (value) => typeof value === "boolean", schema: { type: "boolean" } },
  choice: {
    expected: "one of its choices",
    fits: (value, argument) => argument.kind === "choice" && argument.choices.includes(value as string),
    schema: { type: "string" },
  },
  count: {
    expected: "a non-negative integer",
    fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT,
    schema: { type: "integer" },
  },
  integer: {
    expected: "an integer",
    // JSON has no infinity: this was a number with too many digits.
    fits: (value) => Number.isInteger(value) || value === Infinity || value === -Infinity,
    schema: { type: "integer" },
  },
};

/** Whether a value is what the argument must be. */
export function fitsArgument(value: unknown, argument: Argument): boolean {
  return KINDS[argument.kind].fits(value, argument);
}

/** What an argument must be, in words. */
export function describeArgument(argument: Argument): string {
  return argument.kind === "choice"
    ? argument.choices.map((choice) => `"${choice}"`).join(" or ")
    : KINDS[argument.kind].expected;
}

/** The JSON Schema of declared arguments. `defaults` are the operator's, keyed by the request's field names. */
export function toParameters(declared: Arguments, defaults: Readonly<Record<string, unknown>> = {}): ParametersSchema {
  const entries = Object.entries(declared);
  const required = entries.filter(([, { isRequired }]) => isRequired === true);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([field, argument]) => [nameOf(field, argument), toParameter(argument, defaults[field])]),
    ),
    required: required.map(([field, argument]) => nameOf(field, argument)),
  };
}

function toParameter(argument: Argument, ownDefault: unknown = argument.default): ParameterSchema {
  const words = (argument.kind === "text" && argument.defaultInWords) || String(ownDefault);
  return {
    ...KINDS[argument.kind].schema,
    ...(argument.kind === "choice" && { enum: argument.choices }),
    description: ownDefault === undefined ? argument.forModel : `${argument.forModel} Default ${words}.`,
  };
}

/** The arguments of a call. */
export interface ParsedArguments<Request> {
  /** Those that are declared. */
  readonly request: Request;
  /** The names of undeclared arguments with text, which may have been meant for a declared one. */
  readonly notArguments: readonly string[];
}

/**
 * Returns a parser of calls, which throws a `FunctionCallError` for the first wrong argument and ignores undeclared ones. `isStrict`: whether
 * values must be exact. If not, null, an empty text or an empty list means not given, and a string may hold a number or a boolean.
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

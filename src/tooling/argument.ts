// A tool's argument, declared once. The JSON schema, the parser, the rules of options, the command-line option, the tables in the
// documents and the operator's defaults all come from this declaration. The schema and the parser are here, too: the model learns what is
// wrong with an argument that does not fit; undeclared arguments are ignored.
import { cutAt } from "./cut-text.ts";
import { respondToModel, type FunctionCallError } from "./function-call-error.ts";
import type { ToolInvocation, ToolPayload } from "./tool.ts";
import type { ParameterSchema, ParametersSchema } from "./tool-spec.ts";

interface AnyArgument {
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
   * The default in words, such as "all", if there is no default value. For people: a model is told values only.
   * @default the value of `default`
   */
  readonly defaultInWords?: string;
  /**
   * Whether the original of the tool has this argument, too. The profiles of the originals have no others.
   * @default false
   */
  readonly isOriginal?: true;
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
   * Whether an empty text or list means that the argument was not given: models fill in every field they see.
   * @default false: it is checked like any other value
   */
  readonly mayBeEmpty?: true;
  /**
   * The placeholder for the value in the help, such as "path".
   * @default "n" for a number, "text" for text
   */
  readonly placeholder?: string;
  /**
   * The letters that stand for the option on the command line, such as "n" for `-n`.
   * @default none
   */
  readonly short?: string;
}

export interface TextArgument extends AnyArgument {
  readonly kind: "text";
  readonly default?: string;
}

/** A string, or a list of strings. */
export interface TextsArgument extends AnyArgument {
  readonly kind: "texts";
  readonly default?: undefined;
}

/** `count`: zero or more. `integer`: may be negative; out-of-range values are clamped. */
export interface NumberArgument extends AnyArgument {
  readonly kind: "count" | "integer";
  readonly default: number;
}

export interface FlagArgument extends AnyArgument {
  readonly kind: "flag";
  readonly default: boolean;
  /**
   * What `--no-…` does, for people. Only for a flag that is on by default.
   * @default none
   */
  readonly forPeopleOff?: string;
}

/** One of a few words. */
export interface ChoiceArgument<Choice extends string = string> extends AnyArgument {
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

/** A declaration for every field of a request. The compiler reports a field with no declaration, or one of the wrong kind. */
export type ArgumentsFor<Request> = {
  readonly [Name in keyof Request]-?: ArgumentFor<NonNullable<Request[Name]>>;
};

/** The same for code that handles the arguments of any tool. */
export type Arguments = Readonly<Record<string, Argument>>;

/** The name of an argument in the JSON of a call. */
export function nameOf(field: string, { name }: Argument): string {
  return name ?? field;
}

/** The arguments that the original of a tool has. */
export function originalsOf(declared: Arguments): Arguments {
  return Object.fromEntries(Object.entries(declared).filter(([, { isOriginal }]) => isOriginal === true));
}

/** The largest integer an argument may be: the largest unsigned 64-bit one, as closely as a double can represent it. */
const LARGEST_INTEGER = 2 ** 64;

/** How much of a wrong argument an error repeats at most. */
const LONGEST_QUOTE = 80;

export interface ParseOptions {
  /**
   * Whether null for an optional argument is refused, and a number or a boolean in a string, too. Models send them.
   * @default false: null means that the argument was not given, and what is in the string counts
   */
  readonly isStrict?: boolean;
}

/** Returns the request of a call, or throws a `FunctionCallError` for the first argument that does not fit. */
export function parseArguments<Request extends object>(
  { payload }: ToolInvocation,
  toolName: string,
  declared: ArgumentsFor<Request>,
  { isStrict = false }: ParseOptions = {},
): Request {
  const given = payload?.type === "json" ? payload.arguments : parseText(payload, toolName);
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw parseFailure(`expected a JSON object, got ${quote(given)}`);
  }
  const request: Record<string, unknown> = {};
  // Not `entries`, which makes a list for each argument and call.
  for (const field of Object.keys(declared)) {
    const argument = (declared as unknown as Arguments)[field] as Argument;
    const name = nameOf(field, argument);
    const value = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    if (argument.isRequired === true && value === undefined) {
      throw parseFailure(`missing field \`${name}\``);
    }
    if (!isLeftOut(value, argument, isStrict)) {
      request[field] = parseValue(name, isStrict ? value : readText(value, argument), argument);
    }
  }
  return request as Request;
}

function parseText(payload: ToolPayload | undefined, toolName: string): unknown {
  if (payload?.type !== "function" || typeof payload.arguments !== "string") {
    throw respondToModel(`${toolName} handler received unsupported payload`);
  }
  try {
    return JSON.parse(payload.arguments);
  } catch (error) {
    throw parseFailure(`the arguments are not valid JSON (${(error as Error).message})`);
  }
}

/** Whether a value is what the argument must be. */
export function fitsArgument(value: unknown, argument: Argument): boolean {
  switch (argument.kind) {
    case "text":
      return typeof value === "string";
    case "texts":
      return typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
    case "flag":
      return typeof value === "boolean";
    case "choice":
      return argument.choices.includes(value as string);
    case "count":
      return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LARGEST_INTEGER;
    case "integer":
      // JSON can't express infinity, so this was a number with too many digits.
      return Number.isInteger(value) || value === Infinity || value === -Infinity;
  }
}

/** What an argument must be, in words. */
export function describeArgument(argument: Argument): string {
  switch (argument.kind) {
    case "text":
      return "a string";
    case "texts":
      return "a string or a list of strings";
    case "flag":
      return "true or false";
    case "choice":
      return argument.choices.map((choice) => `"${choice}"`).join(" or ");
    case "count":
      return "a non-negative integer";
    case "integer":
      return "an integer";
  }
}

/** Whether a value means that an optional argument was not given. */
function isLeftOut(value: unknown, { isRequired, mayBeEmpty }: Argument, isStrict: boolean): boolean {
  if (isRequired === true) {
    return false;
  }
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return value === undefined || (value === null && !isStrict) || (isEmpty && mayBeEmpty === true);
}

/** The number or boolean that a string holds, where one is needed; all else as it is. */
function readText(value: unknown, { kind }: Argument): unknown {
  if (typeof value !== "string") {
    return value;
  }
  if (kind === "count" || kind === "integer") {
    return /^-?[0-9]+$/.test(value) ? Number(value) : value;
  }
  return kind === "flag" && (value === "true" || value === "false") ? value === "true" : value;
}

function parseValue(name: string, value: unknown, argument: Argument): unknown {
  if (!fitsArgument(value, argument)) {
    throw parseFailure(`\`${name}\` must be ${describeArgument(argument)}, got ${quote(value)}`);
  }
  return argument.kind === "integer" ? Math.min(Math.max(value as number, -LARGEST_INTEGER), LARGEST_INTEGER) : value;
}

function parseFailure(reason: string): FunctionCallError {
  return respondToModel(`failed to parse function arguments: ${reason}`);
}

/** A wrong value as an error repeats it. Objects and lists can be arbitrarily deep, so only their kind is named. */
function quote(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "a list" : "an object";
  }
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST_QUOTE ? `${cutAt(text, LONGEST_QUOTE)}…` : text;
}

/** The JSON Schema of declared arguments. `defaults` are the operator's, keyed by the request's field names. */
export function toParameters(declared: Arguments, defaults: Readonly<Record<string, unknown>> = {}): ParametersSchema {
  const entries = Object.entries(declared);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([field, argument]) => [nameOf(field, argument), toParameter(argument, defaults[field])]),
    ),
    required: entries
      .filter(([, { isRequired }]) => isRequired === true)
      .map(([field, argument]) => nameOf(field, argument)),
  };
}

function toParameter(argument: Argument, setDefault: unknown): ParameterSchema {
  const byDefault = setDefault ?? argument.default;
  const description =
    byDefault === undefined ? argument.forModel : `${argument.forModel} Default ${String(byDefault)}.`;
  switch (argument.kind) {
    case "text":
      return { type: "string", description };
    case "texts":
      return { type: "array", items: { type: "string" }, description };
    case "count":
    case "integer":
      return { type: "integer", description };
    case "flag":
      return { type: "boolean", description };
    case "choice":
      return { type: "string", enum: argument.choices, description };
  }
}

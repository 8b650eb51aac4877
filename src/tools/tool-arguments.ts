// A call's arguments: JSON text to typed fields. What does not fit is told to the model; what is unknown is ignored.
import { respondToModel, type FunctionCallError } from "./function-call-error.ts";
import type { ToolInvocation } from "./tool.ts";

/** The largest integer that an argument may be: the largest unsigned one of 64 bits, as near as a double comes to it. */
const LARGEST_INTEGER = 2 ** 64;

/** The longest piece of a wrong argument that an error repeats. */
const LONGEST_QUOTE = 80;

export class ToolArguments {
  readonly #fields: Readonly<Record<string, unknown>>;

  private constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  /** The arguments of a call of `toolName`. */
  static of({ payload }: ToolInvocation, toolName: string): ToolArguments {
    if (payload?.type !== "function" || typeof payload.arguments !== "string") {
      throw respondToModel(`${toolName} handler received unsupported payload`);
    }
    let value: unknown;
    try {
      value = JSON.parse(payload.arguments);
    } catch (error) {
      throw parseFailure(`the arguments are not valid JSON (${(error as Error).message})`);
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw parseFailure(`expected a JSON object, got ${quote(value)}`);
    }
    return new ToolArguments(value as Record<string, unknown>);
  }

  requiredString(name: string): string {
    const value = this.optionalString(name);
    if (value === undefined) {
      throw parseFailure(`missing field \`${name}\``);
    }
    return value;
  }

  optionalString(name: string): string | undefined {
    return this.#optional(name, "a string", (value) => typeof value === "string");
  }

  /** A string, or a list of strings. */
  optionalStrings(name: string): string | readonly string[] | undefined {
    return this.#optional(name, "a string or a list of strings", isStrings);
  }

  optionalBoolean(name: string): boolean | undefined {
    return this.#optional(name, "true or false", (value) => typeof value === "boolean");
  }

  /** One of a few words. */
  optionalChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const expected = choices.map((choice) => `"${choice}"`).join(" or ");
    return this.#optional(name, expected, (value): value is Choice => choices.includes(value as Choice));
  }

  /** An integer that may be negative. One that is out of all range counts as the largest or the smallest there is. */
  optionalInteger(name: string): number | undefined {
    const value = this.#optional(name, "an integer", isAnyInteger);
    return value === undefined ? undefined : Math.min(Math.max(value, -LARGEST_INTEGER), LARGEST_INTEGER);
  }

  /** An integer of zero or more. */
  optionalCount(name: string): number | undefined {
    return this.#optional(name, "a non-negative integer", (value): value is number => isInteger(value) && value >= 0);
  }

  #optional<Value>(name: string, expected: string, fits: (value: unknown) => value is Value): Value | undefined {
    const value = Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
    if (value === undefined || fits(value)) {
      return value;
    }
    throw parseFailure(`\`${name}\` must be ${expected}, got ${quote(value)}`);
  }
}

function isStrings(value: unknown): value is string | readonly string[] {
  return typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_INTEGER;
}

/** JSON has no way to write infinity: what reads so is a number with many digits. */
function isAnyInteger(value: unknown): value is number {
  return Number.isInteger(value) || value === Infinity || value === -Infinity;
}

function parseFailure(reason: string): FunctionCallError {
  return respondToModel(`failed to parse function arguments: ${reason}`);
}

/** A wrong value as an error repeats it. An object or a list may be of any depth, and is only named. */
function quote(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "a list" : "an object";
  }
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}

// Checks options against rules, so that a wrong one is reported at once and does not cause wrong answers later. Rules are declared next to
// their options.
import { inspect } from "node:util";

import { checkOptionNames, OptionError } from "../core/options.ts";
import { describeArgument, fitsArgument, isString, type Argument, type Arguments } from "./argument.ts";
import { cutQuote, LONGEST_QUOTE } from "./cut-text.ts";
import type { CallControl } from "./tool.ts";

/** What an option must be, in code and in words. */
export interface OptionRule {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /**
   * Whether the option must be given.
   * @default false
   */
  readonly isRequired?: boolean;
}

/** A rule for each option. The compiler reports a missing rule; at run time, an option without a rule is refused as unknown. */
export type RulesFor<Name extends string> = Readonly<Record<Name, OptionRule>>;

export const AT_LEAST_ONE: OptionRule = wholeNumberFrom(1);
export const BOOLEAN: OptionRule = { expected: "true or false", fits: (value) => typeof value === "boolean" };
export const STRING: OptionRule = { expected: "a string", fits: isString };
export const ARRAY_OF_STRINGS: OptionRule = {
  expected: "an array of strings",
  fits: (value) => isArrayOf(value, isString),
};
export const FUNCTION: OptionRule = { expected: "a function", fits: (value) => typeof value === "function" };
export const OBJECT: OptionRule = { expected: "an object", fits: isObject };
export const SIGNAL: OptionRule = {
  expected: "an AbortSignal",
  fits: (value) =>
    isObject(value) && typeof value["aborted"] === "boolean" && typeof value["addEventListener"] === "function",
};
export const CONTROL_RULES: RulesFor<keyof CallControl> = { signal: SIGNAL, onProgress: FUNCTION };
export const PATHS: OptionRule = {
  expected: "an array of non-empty strings without NUL characters",
  fits: (value) => isArrayOf(value, isPath),
};

/** Throws an `OptionError` for an option without a rule, or one that breaks its rule. */
export function checkOptions(options: object, rules: RulesFor<string>): void {
  if (!isObject(options)) {
    throw new OptionError(`options must be an object, not ${describe(options)}`);
  }
  checkOptionNames(options, Object.keys(rules));
  for (const [name, rule] of Object.entries(rules)) {
    checkOption(name, (options as Record<string, unknown>)[name], rule);
  }
}

/** The same for one option, which a message calls `name`. */
export function checkOption(name: string, value: unknown, { expected, fits, isRequired = false }: OptionRule): void {
  if (value === undefined ? isRequired : !fits(value)) {
    throw new OptionError(`${name} must be ${expected}, not ${describe(value)}`);
  }
}

/** The rules for options of the library that are arguments of a tool, too. */
export function rulesOf(declared: Arguments): RulesFor<string> {
  return Object.fromEntries(Object.entries(declared).map(([name, argument]) => [name, ruleOf(argument)]));
}

/** The same for one argument. Programs may give `Infinity`; the tool itself refuses numbers that are too small. */
function ruleOf(argument: Argument): OptionRule {
  const { kind, isRequired = false } = argument;
  return kind === "count" || kind === "integer"
    ? {
        expected: "a whole number, or Infinity",
        fits: (value) => Number.isInteger(value) || value === Infinity,
        isRequired,
      }
    : { expected: describeArgument(argument), fits: (value) => fitsArgument(value, argument), isRequired };
}

/** A whole number from `least` to `most`. Without an upper bound, Infinity is allowed, too. */
export function wholeNumberFrom(least: number, most: number = Infinity): OptionRule {
  const fits = (value: unknown) =>
    (Number.isInteger(value) || value === Infinity) && (value as number) >= least && (value as number) <= most;
  return { expected: `a whole number from ${least}${most === Infinity ? "" : ` to ${most}`}`, fits };
}

export function isPath(value: unknown): boolean {
  return isString(value) && value !== "" && !value.includes("\0");
}

export function isArrayOf(value: unknown, fits: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(fits);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A wrong value for a message: on one line, and cut if it is long. */
function describe(value: unknown): string {
  const options = { depth: 1, maxStringLength: LONGEST_QUOTE, maxArrayLength: 10 };
  return cutQuote(inspect(value, options).replaceAll(/\s*\n\s*/g, " "));
}

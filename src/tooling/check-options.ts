// Checks options against rules, so that a wrong option is reported at once and does not lead to wrong answers later. The rules are
// declared next to the options.
import { inspect } from "node:util";

import { dropNulls, refuseUnknownOptions } from "../core/options.ts";
import type { Argument, Arguments } from "./argument.ts";
import { cutAt } from "./cut-text.ts";

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

/** A rule for each option. The compiler reports an option without a rule; at run time, an option without a rule is refused as unknown. */
export type RulesFor<Name extends string> = Readonly<Record<Name, OptionRule>>;

/** The longest delay that Node's timers support. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** The longest piece of a wrong value that a message repeats. */
const LONGEST_QUOTE = 80;

export const AT_LEAST_ONE: OptionRule = wholeNumberFrom(1);
export const BOOLEAN: OptionRule = { expected: "true or false", fits: (value) => typeof value === "boolean" };
export const STRING: OptionRule = { expected: "a string", fits: isString };
export const ARRAY_OF_STRINGS: OptionRule = {
  expected: "an array of strings",
  fits: (value) => isArrayOf(value, isString),
};
/** For an option that is checked later, with a message that is part of the contract. */
export const CHECKED_LATER: OptionRule = { expected: "", fits: () => true };
export const FUNCTION: OptionRule = { expected: "a function", fits: (value) => typeof value === "function" };
export const OBJECT: OptionRule = { expected: "an object", fits: isObject };
export const SIGNAL: OptionRule = {
  expected: "an AbortSignal",
  fits: (value) =>
    isObject(value) && typeof value["aborted"] === "boolean" && typeof value["addEventListener"] === "function",
};
export const PATHS: OptionRule = {
  expected: "an array of strings, none of them empty or with a NUL character in it",
  fits: (value) => isArrayOf(value, isPath),
};

/** The rules of options that are also arguments of a tool, made from the arguments' declarations. */
export function rulesOf<Declared extends Arguments>(declared: Declared): RulesFor<keyof Declared & string> {
  const rules = Object.entries(declared).map(([name, argument]) => [name, ruleOf(argument)]);
  return Object.fromEntries(rules) as RulesFor<keyof Declared & string>;
}

/** The rule of an option that is also an argument of a tool. */
export function ruleOf(argument: Argument): OptionRule {
  switch (argument.kind) {
    case "text":
      return argument.isRequired === true ? { ...STRING, isRequired: true } : orNull(STRING);
    case "texts":
      return orNull({
        expected: "a glob or an array of globs",
        fits: (value) => isString(value) || isArrayOf(value, isString),
      });
    case "flag":
      return orNull(BOOLEAN);
    case "choice":
      return orNull(oneOf(argument.choices));
    // The tool has its own words for numbers that are too small.
    case "count":
    case "integer":
      return orNull({
        expected: "a whole number, or Infinity",
        fits: (value) => Number.isInteger(value) || value === Infinity,
      });
  }
}

/** The options of a function for programs, checked, without those that are null. */
export function checkedOptions<Options extends object>(
  options: Options,
  rules: RulesFor<keyof Options & string>,
): Options {
  if (!isObject(options)) {
    throw new TypeError(`options must be an object, such as { dirPath: "/repo" }, not ${describe(options)}`);
  }
  refuseProfile(options);
  checkOptions(options, rules);
  return dropNulls(options);
}

/** A profile decides how a tool's text looks, and these functions return no text. */
function refuseProfile(options: object): void {
  if ("profile" in options && (options.profile ?? undefined) !== undefined) {
    throw new TypeError(
      "profile is not an option here: profiles are chosen where tools are set up, by createToolRouter({ profile }) or " +
        "dirleaf mcp --profile",
    );
  }
}

/** Throws a `TypeError` for an option that has no rule, and for the first that is not what its rule says. */
export function checkOptions(options: object, rules: RulesFor<string>): void {
  refuseUnknownOptions(options, Object.keys(rules));
  for (const [name, rule] of Object.entries(rules)) {
    checkOption(name, (options as Record<string, unknown>)[name], rule);
  }
}

/** The same for one option, which a message calls `name`. */
export function checkOption(name: string, value: unknown, { expected, fits, isRequired = false }: OptionRule): void {
  if (value === undefined ? isRequired : !fits(value)) {
    throw new TypeError(`${name} must be ${expected}, not ${describe(value)}`);
  }
}

/** A whole number from `least` to `most`. Without an upper bound, Infinity is allowed, too. */
export function wholeNumberFrom(least: number, most: number = Infinity): OptionRule {
  const fits = (value: unknown) =>
    (Number.isInteger(value) || value === Infinity) && (value as number) >= least && (value as number) <= most;
  return { expected: `a whole number from ${least}`, fits };
}

/** One of a few words. */
function oneOf(words: readonly string[]): OptionRule {
  return { expected: `one of ${words.join(", ")}`, fits: (value) => words.includes(value as string) };
}

export function orNull({ expected, fits }: OptionRule): OptionRule {
  return { expected, fits: (value) => value === null || fits(value) };
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
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
  const text = inspect(value, options).replaceAll(/\s*\n\s*/g, " ");
  return text.length > LONGEST_QUOTE ? `${cutAt(text, LONGEST_QUOTE)}…` : text;
}

// The rules for every option. Everything that accepts options checks them here, so that a wrong one is reported where it is
// given and does not lead to wrong answers later.
import { inspect } from "node:util";

import type { ListDirOptions } from "./list-dir.ts";
import type { ListDirectoryOptions } from "./list-directory.ts";
import type { GuardOptions } from "./listing-guard.ts";

/** What an option must be, in code and in words. */
export interface OptionRule {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /**
   * Whether the option must be given.
   * @default false
   */
  readonly isNeeded?: boolean;
}

/** A rule for each option: the compiler finds an option that has none. */
export type RulesFor<Name extends string> = Readonly<Record<Name, OptionRule>>;

/** The smallest limit on an answer. With less, an error would have no room for a useful piece of the path it is about. */
const SMALLEST_OUTPUT_BYTES = 256;

/** The longest delay that Node's timers support. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** The longest piece of a wrong value that a message repeats. */
const LONGEST_QUOTE = 80;

export const AT_LEAST_ONE: OptionRule = wholeFrom(1);
export const BOOLEAN: OptionRule = { expected: "true or false", fits: (value) => typeof value === "boolean" };
const STRING: OptionRule = { expected: "a string", fits: isString };
export const ARRAY_OF_STRINGS: OptionRule = {
  expected: "an array of strings",
  fits: (value) => isArrayOf(value, isString),
};
export const OBJECT: OptionRule = { expected: "an object", fits: isObject };
const PATHS: OptionRule = {
  expected: "an array of strings, none of them empty or with a NUL character in it",
  fits: (value) => isArrayOf(value, isPath),
};

export const GUARD_RULES: RulesFor<keyof GuardOptions> = {
  fileSystem: { expected: "a file system, such as localDisk() or memory([...])", fits: isFileSystem },
  stores: {
    expected: "an object of file systems by their schemes, such as { s3: s3() }",
    fits: (value) =>
      isObject(value) &&
      Object.entries(value).every(([scheme, store]) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && isFileSystem(store)),
  },
  roots: PATHS,
  deny: PATHS,
  workingDirectory: { expected: "an absolute path", fits: isPath },
  maxLimit: AT_LEAST_ONE,
  maxDepth: AT_LEAST_ONE,
  maxOutputBytes: wholeFrom(SMALLEST_OUTPUT_BYTES),
  deadlineMs: {
    expected: `a number of milliseconds from 1 to ${LONGEST_TIMER_MS}, or Infinity`,
    fits: (value) => value === Infinity || (typeof value === "number" && value >= 1 && value <= LONGEST_TIMER_MS),
  },
};

/** Options of a listing. `null` means that one was not given. Among the guard's options `null` could be a mistake. */
const LISTING = {
  include: orNull({ expected: "a glob or an array of globs", fits: isGlobs }),
  exclude: orNull({ expected: "a glob or an array of globs", fits: isGlobs }),
  gitignore: orNull(oneOf(["off", "collapse", "omit"])),
  signal: orNull({ expected: "an AbortSignal", fits: isSignal }),
  onProgress: orNull({ expected: "a function", fits: (value: unknown) => typeof value === "function" }),
};

/** `toListDirSettings` checks these, with messages that are part of the contract. */
type InWordsOfTheContract = "dirPath" | "offset" | "limit" | "depth";

export const LIST_DIR_RULES: RulesFor<Exclude<keyof ListDirOptions, InWordsOfTheContract>> = {
  ...GUARD_RULES,
  ...LISTING,
  order: orNull(oneOf(["breadth", "tree"])),
  after: orNull(STRING),
  hidden: orNull(BOOLEAN),
  details: orNull(BOOLEAN),
};

const INTEGER: OptionRule = {
  expected: "a whole number, or Infinity",
  fits: (value) => Number.isInteger(value) || value === Infinity,
};

export const LIST_DIRECTORY_RULES: RulesFor<keyof ListDirectoryOptions> = {
  ...GUARD_RULES,
  ...LISTING,
  path: { ...STRING, isNeeded: true },
  offset: orNull(INTEGER),
  maxResults: orNull(INTEGER),
  recursive: orNull(BOOLEAN),
  showHidden: orNull(BOOLEAN),
  maxIndexed: AT_LEAST_ONE,
};

/** Throws a `TypeError` for the first option that is not what its rule says. */
export function checkOptions(options: object, rules: RulesFor<string>): void {
  for (const [name, rule] of Object.entries(rules)) {
    checkOption(name, (options as Record<string, unknown>)[name], rule);
  }
}

/** The same for one option, which a message calls `name`. */
export function checkOption(name: string, value: unknown, { expected, fits, isNeeded = false }: OptionRule): void {
  if (value === undefined ? isNeeded : !fits(value)) {
    throw new TypeError(`${name} must be ${expected}, not ${describe(value)}`);
  }
}

/** A whole number; if there is no upper bound, Infinity is allowed, too. */
export function wholeFrom(least: number, most: number = Infinity): OptionRule {
  const fits = (value: unknown) =>
    (Number.isInteger(value) || value === Infinity) && (value as number) >= least && (value as number) <= most;
  return { expected: `a whole number from ${least}`, fits };
}

/** One of a few words. */
export function oneOf(words: readonly string[]): OptionRule {
  return { expected: `one of ${words.join(", ")}`, fits: (value) => words.includes(value as string) };
}

function orNull({ expected, fits }: OptionRule): OptionRule {
  return { expected, fits: (value) => value === null || fits(value) };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isPath(value: unknown): boolean {
  return isString(value) && value !== "" && !value.includes("\0");
}

function isGlobs(value: unknown): boolean {
  return isString(value) || isArrayOf(value, isString);
}

export function isArrayOf(value: unknown, fits: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(fits);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFileSystem(value: unknown): boolean {
  const needed = ["isAbsolute", "resolve", "readDirectory", "isDirectory"];
  return isObject(value) && needed.every((name) => typeof value[name] === "function");
}

function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value["aborted"] === "boolean" && typeof value["addEventListener"] === "function";
}

/** A wrong value for a message: on one line, and cut if it is long. */
function describe(value: unknown): string {
  const options = { depth: 1, maxStringLength: LONGEST_QUOTE, maxArrayLength: 10 };
  const text = inspect(value, options).replaceAll(/\s*\n\s*/g, " ");
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}

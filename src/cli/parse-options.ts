// Splits the command line into options and operands, and checks the options against the option table.
import { parseArgs } from "node:util";

import { AT_LEAST_ONE } from "../tooling/check-options.ts";
import { PROFILE_RULE } from "../tools/profile.ts";
import type { Profile } from "../tools/tool-declaration.ts";
import {
  allOptions,
  optionsOf,
  type CommandName,
  type FindArguments,
  type ListArguments,
  type MapArguments,
  type OptionLine,
} from "./option-table.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** A word that is no option, and where it stands. */
export interface Operand {
  readonly value: string;
  readonly index: number;
  /** Whether it comes after `--`, where every word is an operand. */
  readonly isAfterEnd: boolean;
}

/** An option as `parseArgs` found it. */
export interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

export interface SplitWords {
  readonly operands: readonly Operand[];
  readonly options: readonly OptionToken[];
}

/** How the user wrote each option that was given: `-I` for `exclude`. */
export type TypedOptions = ReadonlyMap<string, string>;

export interface OptionValues {
  readonly typed: TypedOptions;
  readonly flags: ReadonlySet<string>;
  /** The values of the other options, in the order in which they were given. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** What `--profile` chose. */
  readonly profiles: readonly Profile[];
  /** The arguments of the command's tool. For a server they are defaults. */
  readonly toolArguments: ListArguments & MapArguments & FindArguments;
}

/**
 * Splits words into options and operands. `parseOptions` reports unknown options and missing values in our own words, except for a
 * server: there Node does.
 */
export function splitWords(argv: readonly string[], isServer = false): SplitWords {
  if (!argv.some((word) => word.startsWith("-"))) {
    // Node's parser and a table of all options take a millisecond and a half.
    return { operands: argv.map((value, index) => ({ value, index, isAfterEnd: false })), options: [] };
  }
  const known = isServer ? optionsOf("mcp").filter(({ name }) => name !== "help") : allOptions();
  const toConfig = ({ name, short, type }: OptionLine) => {
    const letter = isServer ? undefined : short?.slice(0, 1);
    return [name, { type: type === "flag" ? "boolean" : "string", ...(letter && { short: letter }) }] as const;
  };
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(known.map(toConfig)),
    strict: isServer,
    allowPositionals: true,
    tokens: true,
  });
  const end = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? Infinity;
  return {
    operands: tokens.flatMap((token) =>
      token.kind === "positional" ? [{ value: token.value, index: token.index, isAfterEnd: token.index > end }] : [],
    ),
    options: tokens.flatMap((token) => (token.kind === "option" ? [token] : [])),
  };
}

/** Returns the values of a command's options, or throws a `UsageError`. */
export function parseOptions(tokens: readonly OptionToken[], command: CommandName): OptionValues {
  const typed = new Map<string, string>();
  const flags = new Set<string>();
  const texts = new Map<string, string[]>();
  const toolArguments: Record<string, unknown> = {};
  let needsLeaf: string | undefined;
  for (const token of tokens) {
    const option = findOption(token, command);
    typed.set(option.name, token.rawName);
    if (option.type === "flag") {
      if (token.value !== undefined) {
        throw new UsageError(`${token.rawName} takes no value, not even ${quoteWord(token.value)}`, command);
      }
      flags.add(option.name);
    } else {
      texts.set(option.name, [...(texts.get(option.name) ?? []), valueOf(token, option, command)]);
    }
    if (option.argument !== undefined) {
      toolArguments[option.argument.field] = toArgument(option, texts.get(option.name) ?? []);
      needsLeaf ??= option.argument.isOriginal === true ? undefined : token.rawName;
    }
  }
  const profile = lastOf({ texts }, "profile") ?? "leaf";
  const profiles = splitList(profile) as Profile[];
  if (command !== "mcp") {
    if (!PROFILE_RULE.fits(profiles)) {
      throw new UsageError(`--profile must be ${PROFILE_RULE.expected}, not ${quoteWord(profile)}`, command);
    }
    // The profiles of the original only know where a page starts, how long it is, and how deep.
    if (profile !== "leaf" && needsLeaf !== undefined) {
      throw new UsageError(`${needsLeaf} needs --profile leaf`);
    }
  }
  return { typed, flags, texts, profiles, toolArguments };
}

function findOption({ name, rawName }: OptionToken, command: CommandName): OptionLine {
  // `parseArgs` knows one letter for each option.
  const option = allOptions().find((line) => line.name === name || (name.length === 1 && line.short?.includes(name)));
  if (option === undefined) {
    const known = optionsOf(command).map((line) => `--${line.name}`);
    throw new UsageError(`unknown option ${quoteWord(rawName)}`, command, { word: rawName, known });
  }
  if (!option.commands.includes(command)) {
    throw new UsageError(
      command === "call" && option.argument !== undefined
        ? `${rawName} goes into the JSON of a call`
        : `${rawName} is no option of ${command === "list" ? "a listing" : `'dirleaf ${command}'`}`,
      command,
    );
  }
  return option;
}

function valueOf({ rawName, value, inlineValue }: OptionToken, option: OptionLine, command: CommandName): string {
  const isServer = command === "mcp";
  if (value === undefined) {
    throw new UsageError(`${rawName} needs a value: ${rawName} <${option.value}>`, command);
  }
  if (isServer && value === "") {
    // Most likely an unset variable in a host's settings.
    throw new UsageError(`${rawName} must not be empty`, command);
  }
  if (option.type === "count") {
    // A server's defaults are checked with its other options.
    const isPositive = !isServer && option.argument !== undefined;
    const isCount = (isServer ? /^\d{1,9}$/ : /^\d+$/).test(value) && !(isPositive && Number(value) === 0);
    if (!isCount) {
      const expected = isPositive ? AT_LEAST_ONE.expected : "a whole number";
      throw new UsageError(`${rawName} must be ${expected}, not ${quoteWord(value)}`, command);
    }
  } else if (option.choices !== undefined) {
    const { choices: known } = option;
    // A server checks its profiles by their rule, which says more about lists.
    const words = option.isList !== true ? [value] : isServer ? [] : splitList(value);
    const word = words.find((choice) => !known.includes(choice));
    if (word !== undefined) {
      const message = `${rawName} must be one of ${known.join(", ")}, not ${quoteWord(word)}`;
      throw new UsageError(message, command, { word, known });
    }
  } else if (inlineValue !== true && /^-./.test(value)) {
    // More likely this is the next option, and the user forgot the value.
    throw new UsageError(
      `${rawName} needs a value; one that begins with '-' is written ${quoteWord(`--${option.name}=${value}`)}`,
      command,
    );
  }
  return value;
}

/** An option as the user wrote it. */
export function typedAs(typed: TypedOptions, name: string): string {
  return typed.get(name) ?? `--${name}`;
}

/** The value of an option: the last one, if it was given several times. */
export function lastOf({ texts }: Pick<OptionValues, "texts">, name: string): string | undefined {
  return texts.get(name)?.at(-1);
}

/** The words of a value that is a list. */
export function splitList(value: string): string[] {
  return value.split(",").map((word) => word.trim());
}

/** The value of an argument: the last one given, or all of them if the option is repeatable. */
function toArgument({ type, isRepeatable, argument }: OptionLine, values: readonly string[]): unknown {
  if (type === "flag") {
    return argument?.flag;
  }
  if (isRepeatable === true) {
    return values;
  }
  return type === "count" ? Number(values.at(-1)) : values.at(-1);
}

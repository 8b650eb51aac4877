// Parses a command line that has options: Node's `parseArgs` splits it, and the option table says what is allowed.
import { parseArgs } from "node:util";

import { suggest } from "../core/suggest.ts";
import { escapeCharacters } from "../text/entry-label.ts";
import { allOptions, optionsOf, operandChoices, type Option } from "./option-table.ts";
import {
  type CommandLine,
  type CommandName,
  commandNamed,
  likelyCommand,
  splitList,
  TypedOptions,
} from "./command-line.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** An option as `parseArgs` finds it. */
interface OptionToken {
  readonly name: string;
  /** As it is written: `-I`, `--exclude`. */
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value is in the same word. */
  readonly inlineValue: boolean | undefined;
}

/** Returns the command, or throws a `UsageError`. */
export function parseOptions(argv: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Array.from(allOptions().values(), toConfig)),
    // We report errors in our own words.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const typed = tokens.filter((token) => token.kind === "option");
  const positionals = tokens.filter((token) => token.kind === "positional");
  const terminator = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? Infinity;
  const [first] = positionals;
  const named = first !== undefined && first.index < terminator ? commandNamed(first.value) : undefined;
  const name = named ?? "list";
  const meant = named === undefined ? likelyCommand(first?.value ?? "") : undefined;
  const options = new TypedOptions();
  // Help is shown whatever else is wrong.
  const help = typed.find((token) => token.name === "help");
  for (const token of help === undefined ? typed : [help]) {
    addOption(options, token, findOption(token, name, meant), name);
  }
  return { name, operands: positionals.slice(named === undefined ? 0 : 1).map(({ value }) => value), options };
}

function toConfig({ name, letter, kind }: Option) {
  return [name, { type: kind === "flag" ? "boolean" : "string", ...(letter && { short: letter }) }] as const;
}

function findOption({ name, rawName }: OptionToken, command: CommandName, meant: string | undefined): Option {
  const options = optionsOf(command);
  const option = options.find((each) => each.name === name);
  if (option === undefined) {
    const where = command === "list" ? "a listing" : `'dirleaf ${command}'`;
    const names = options.map((each) => `--${each.name}`);
    const message = `${escapeCharacters(rawName)} is not an option of ${where}`;
    throw new UsageError(message, command, suggestion(rawName, names) ?? (meant && `did you mean '${meant}'?`));
  }
  return option;
}

/** Which of the known words the user may have meant. */
function suggestion(word: string, known: readonly string[]): string | undefined {
  const meant = suggest(word, known);
  return meant && `did you mean '${meant}'?`;
}

function addOption(options: TypedOptions, token: OptionToken, option: Option, command: CommandName): void {
  const { name, kind, sets, isRepeatable } = option;
  const values = options.values.get(name) ?? [];
  if (kind !== "flag") {
    values.push(checkedValue(token, option, command));
  } else if (token.value !== undefined) {
    throw new UsageError(`${token.rawName} takes no value: leave out ${quoteWord(token.value)}`, command);
  }
  options.values.set(name, values);
  if (sets !== undefined) {
    const last = kind === "count" ? Number(values.at(-1)) : values.at(-1);
    Object.assign(options.toolArguments, { [sets.field]: sets.flag ?? (isRepeatable === true ? values : last) });
  }
}

/** The value of an option. Throws a `UsageError` if it can't be one. */
function checkedValue({ rawName, value, inlineValue }: OptionToken, option: Option, command: CommandName): string {
  const { kind, choices, list, min = 1 } = option;
  if (value === undefined) {
    throw new UsageError(`${rawName} needs a value: ${rawName} <${option.placeholder}>`, command);
  }
  if (value === "") {
    // Most likely an unset variable in the settings of a host.
    throw new UsageError(`${rawName} must not be empty`, command);
  }
  if (kind === "count" && !(/^\d+$/.test(value) && Number(value) >= min)) {
    throw new UsageError(`${rawName} must be a whole number from ${min}, not ${quoteWord(value)}`, command);
  }
  if (!(list?.fits(splitList(value)) ?? choices?.includes(value) ?? true)) {
    const message = `${rawName} must be ${list?.expected ?? `one of ${choices?.join(", ")}`}, not ${quoteWord(value)}`;
    throw new UsageError(message, command, suggestion(value, choices ?? []));
  }
  if (kind === "text" && inlineValue !== true && /^-./.test(value)) {
    // More likely the user forgot the value, and this is the next option.
    const instead = quoteWord(`--${option.name}=${value}`);
    throw new UsageError(`${rawName} needs a value; one that begins with '-' is written ${instead}`, command);
  }
  return value;
}

/** The operand of a command that takes one of a few words; undefined if there is none. Throws a `UsageError`. */
export function chosenOperand({ name, operands }: CommandLine, expected: string): string | undefined {
  const [word, ...rest] = operands;
  if (rest.length > 0) {
    throw new UsageError(`${name} takes ${expected}: leave out ${rest.map(quoteWord).join(" ")}`, name);
  }
  const known = operandChoices(name);
  if (word !== undefined && !known.includes(word)) {
    const message = `${name} takes one of ${known.join(", ")}, not ${quoteWord(word)}`;
    throw new UsageError(message, name, suggestion(word, known));
  }
  return word;
}

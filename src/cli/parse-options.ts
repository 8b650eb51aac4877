// Parses a command line that has options: Node's `parseArgs` splits it, and the option table says what is allowed.
import { parseArgs } from "node:util";

import { allOptions, optionsOf, operandChoices, type Option } from "./option-table.ts";
import { adviseOnOption, adviseOnWord } from "./option-advice.ts";
import { type CommandLine, type CommandName, commandNamed, splitList, TypedOptions } from "./command-line.ts";
import { quoteWord, UsageError } from "./usage-error.ts";

/** An option as `parseArgs` finds it. */
interface OptionToken {
  readonly name: string;
  /** As it is written: `-I`, `--exclude`. */
  readonly rawName: string;
  readonly index: number;
  readonly value: string | undefined;
  /** Whether the value is in the same word. */
  readonly inlineValue: boolean | undefined;
}

/** Returns the command, or throws a `UsageError`. */
export function parseOptions(argv: readonly string[]): CommandLine {
  const known = allOptions();
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Array.from(known.values(), toConfig)),
    // Errors are reported in our own words.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens
    .filter((token) => token.kind === "option")
    // In `-lh` it asks `ls` for sizes that people can read, which ours are.
    .filter(({ rawName, index }) => rawName !== "-h" || argv[index] === "-h");
  const positionals = tokens.filter((token) => token.kind === "positional");
  const end = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? Infinity;
  const [first] = positionals;
  const named = first !== undefined && first.index < end ? commandNamed(first.value) : undefined;
  // `-m` is another way to write the command `map`, which has no such option.
  const isMap = named === undefined && given.some((token) => token.name === "map" || token.name === "m");
  const name = named ?? (isMap ? "map" : "list");
  const operands = named === undefined ? positionals : positionals.slice(1);
  const options = new TypedOptions();
  // Help is shown whatever else is wrong.
  const help = given.find((token) => token.name === "help");
  for (const token of help === undefined ? given : [help]) {
    if (!isMap || token.name !== "map") {
      addOption(options, token, findOption(token, argv, name, known), name);
    }
  }
  return { name, argv, operands, options };
}

function toConfig({ name, letters, kind }: Option) {
  return [
    name,
    { type: kind === "flag" ? "boolean" : "string", ...(letters && { short: letters.charAt(0) }) },
  ] as const;
}

function findOption(
  { name, rawName, index }: OptionToken,
  argv: readonly string[],
  command: CommandName,
  known: ReadonlyMap<string, Option>,
): Option {
  // `parseArgs` knows one letter for each option.
  const isMeant = (option: Option) => option.name === name || (name.length === 1 && option.letters?.includes(name));
  const options = optionsOf(command);
  // `find -name` is one word to the user, and four letters to the parser.
  const written = argv[index] ?? "";
  const word = /^-\w\w/.test(written) && adviseOnOption(command, written) !== undefined ? written : rawName;
  const option = word === rawName ? options.find(isMeant) : undefined;
  if (option !== undefined) {
    return option;
  }
  const isElsewhere = word === rawName && [...known.values()].some(isMeant);
  const where = command === "list" ? "a listing" : `'dirleaf ${command}'`;
  throw new UsageError(
    isElsewhere ? `${rawName} is not an option of ${where}` : `unknown option ${quoteWord(word)}`,
    command,
    adviseOnWord(command, word, isElsewhere ? [] : options.map((each) => `--${each.name}`)),
  );
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
    // In the settings of a host this is most likely a variable that is not set.
    throw new UsageError(`${rawName} must not be empty`, command);
  }
  if (kind === "count" && !(/^\d+$/.test(value) && Number(value) >= min)) {
    throw new UsageError(`${rawName} must be a whole number from ${min}, not ${quoteWord(value)}`, command);
  }
  if (!(list?.fits(splitList(value)) ?? choices?.includes(value) ?? true)) {
    const message = `${rawName} must be ${list?.expected ?? `one of ${choices?.join(", ")}`}, not ${quoteWord(value)}`;
    throw new UsageError(message, command, adviseOnWord(command, value, choices ?? []));
  }
  if (kind === "text" && inlineValue !== true && /^-./.test(value)) {
    // More likely this is the next option, and the user forgot the value.
    const instead = quoteWord(`--${option.name}=${value}`);
    throw new UsageError(`${rawName} needs a value; one that begins with '-' is written ${instead}`, command);
  }
  return value;
}

/** The operand of a command that takes one of a few words; undefined if there is none. Throws a `UsageError`. */
export function chosenOperand({ name, operands }: CommandLine, expected: string): string | undefined {
  const [word, ...rest] = operands.map(({ value }) => value);
  if (rest.length > 0) {
    throw new UsageError(`${name} takes ${expected}: leave out ${rest.map(quoteWord).join(" ")}`, name);
  }
  const known = operandChoices(name);
  if (word !== undefined && !known.includes(word)) {
    const message = `${name} takes one of ${known.join(", ")}, not ${quoteWord(word)}`;
    throw new UsageError(message, name, adviseOnWord(name, word, known));
  }
  return word;
}

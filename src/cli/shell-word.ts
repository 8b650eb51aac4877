// Words as a shell reads them, for commands and options that a person can paste, and what a tool says about its arguments in such words: a
// person wrote `-I a,b`, and not `exclude`.
import { globMistakeOf } from "../listing/listing-failure.ts";
import { UNSAFE_CHARACTER } from "../render/entry-label.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import type { CommandName } from "./option-table.ts";
import { typedAs, type TypedOptions } from "./parse-options.ts";
import { UsageError } from "./usage-error.ts";

/** Words that a shell takes as they are. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

const UNSAFE_CHARACTERS = new RegExp(`['\\\\]|${UNSAFE_CHARACTER.source}`, "gu");

/** A word as a shell reads it. What would act on the terminal is escaped, in the quotes that bash, zsh and ksh have for it. */
export function quoteForShell(word: string): string {
  if (PLAIN_WORD.test(word)) {
    return word;
  }
  return UNSAFE_CHARACTER.test(word)
    ? `$'${word.replaceAll(UNSAFE_CHARACTERS, escapeCharacter)}'`
    : `'${word.replaceAll("'", "'\\''")}'`;
}

function escapeCharacter(character: string): string {
  return character === "'" || character === "\\"
    ? `\\${character}`
    : `\\U${(character.codePointAt(0) as number).toString(16).padStart(8, "0")}`;
}

type Mistake = NonNullable<ReturnType<typeof globMistakeOf>>;

const REFUSED = /^failed to parse function arguments: `(\w+)`(:? .*)$/su;

/** The error for a person. Throws a `UsageError` if it is about an option: that is so in every directory. */
export function inShellWords(error: unknown, typed: TypedOptions, command: CommandName): unknown {
  if (!(error instanceof FunctionCallError)) {
    return error;
  }
  const [, name, why] = REFUSED.exec(error.message) ?? [];
  if (name !== undefined) {
    const mistake = globMistakeOf(error);
    // Words are no option.
    const plain = name === "words" ? why?.replace(/^: /, "") : `${typedAs(typed, name.replaceAll("_", "-"))}${why}`;
    throw new UsageError(mistake === undefined ? (plain as string) : describe(mistake, name, typed), command);
  }
  return error.message === "offset exceeds directory entry count"
    ? respondToModel(`${typedAs(typed, "offset")} is beyond the last entry`, error)
    : error;
}

function describe({ glob, what, kept, negated, unless }: Mistake, name: string, typed: TypedOptions): string {
  const other = name === "include" ? "exclude" : "include";
  const write = (option: string, word: string) => `${typedAs(typed, option)} ${quoteForShell(word)}`;
  const words = [...kept.map((word) => write(name, word)), ...negated.map((word) => write(other, word))];
  const or = unless === undefined ? "" : `, or ${quoteForShell(unless.glob)} ${unless.meaning}`;
  return `${write(name, glob)} ${what}; write ${words.join(" ")}${or}`;
}
